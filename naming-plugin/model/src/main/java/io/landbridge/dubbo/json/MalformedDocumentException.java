package io.landbridge.dubbo.json;

/** A metadata document a consumer could not use, or that would stop it from starting. */
public final class MalformedDocumentException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * Makes the failure.
   *
   * @param message what is wrong, and where in the document
   */
  public MalformedDocumentException(String message) {
    super(message);
  }
}
