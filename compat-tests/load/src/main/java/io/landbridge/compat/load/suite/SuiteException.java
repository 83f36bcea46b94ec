package io.landbridge.compat.load.suite;

/** A run of benchmarks that cannot go on; the message is for whoever started it. */
final class SuiteException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SuiteException(String message, Throwable cause) {
    super(message, cause);
  }
}
