package io.landbridge.compat.client;

/**
 * A program did not start, ended too early or gave no answer. The message shows its last output.
 */
public final class ProgramException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ProgramException(String message) {
    super(message);
  }
}
