package io.landbridge.compat.load.migration;

/** What was to be shown cannot be, and why. */
public final class MigrationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MigrationException(String what) {
    super(what);
  }
}
