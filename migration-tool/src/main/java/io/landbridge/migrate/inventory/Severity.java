package io.landbridge.migrate.inventory;

/** How bad something is that was found. */
public enum Severity {
  /** It has to be looked at before the application is migrated. */
  WARNING,
  /** It is good to know. */
  INFO
}
