package io.landbridge.publish;

/** The catalog does not take a record now, so that nothing may be written either. */
final class CatalogUnavailableException extends Exception {

  private static final long serialVersionUID = 1L;

  CatalogUnavailableException(String message) {
    super(message);
  }
}
