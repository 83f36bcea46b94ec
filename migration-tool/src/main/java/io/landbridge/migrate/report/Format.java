package io.landbridge.migrate.report;

/** How results are printed. */
public enum Format {
  /** For people; may change with every release. */
  TABLE,
  /** For programs; documented and stable. */
  JSON,
  /** The same as {@link #JSON}, as YAML. */
  YAML
}
