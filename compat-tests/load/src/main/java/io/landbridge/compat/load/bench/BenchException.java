package io.landbridge.compat.load.bench;

/** A benchmark that has no result; the message is for whoever ran it. */
final class BenchException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BenchException(String message) {
    super(message);
  }

  BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}
