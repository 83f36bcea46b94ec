package io.landbridge.store;

/** The store cannot be read or written, or is closed; nothing a caller could do repairs it. */
public final class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StoreException(String message) {
    super(message);
  }

  StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
