package io.landbridge.migrate.record;

/** A file is not a recorded verify that this version can read. */
public final class MalformedRecordException extends Exception {

  private static final long serialVersionUID = 1L;

  MalformedRecordException(String message) {
    super(message);
  }
}
