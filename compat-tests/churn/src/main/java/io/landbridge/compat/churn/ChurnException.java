package io.landbridge.compat.churn;

/** The run cannot go on: says why. */
public final class ChurnException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ChurnException(String message) {
    super(message);
  }
}
