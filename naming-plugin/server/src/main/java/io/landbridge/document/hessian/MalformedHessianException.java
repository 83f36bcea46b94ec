package io.landbridge.document.hessian;

/** The bytes are no Hessian 2, or more than is read of it. */
public final class MalformedHessianException extends Exception {

  private static final long serialVersionUID = 1L;

  MalformedHessianException(String message) {
    super(message);
  }
}
