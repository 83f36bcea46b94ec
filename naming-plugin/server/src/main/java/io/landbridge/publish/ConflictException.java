package io.landbridge.publish;

/** A configuration is not as it must be for it to be changed, and stays as it is. */
final class ConflictException extends Exception {

  private static final long serialVersionUID = 1L;

  ConflictException(String message) {
    super(message);
  }
}
