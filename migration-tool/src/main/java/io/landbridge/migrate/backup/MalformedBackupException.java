package io.landbridge.migrate.backup;

/** A file is no backup, or no whole one. */
public final class MalformedBackupException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Says why. */
  public MalformedBackupException(String message) {
    super(message);
  }
}
