package io.landbridge.publish;

/** The configuration centre could not answer or refused a write. */
public final class ConfigException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * Makes the failure.
   *
   * @param message what was tried and what was found
   */
  public ConfigException(String message) {
    super(message);
  }

  /**
   * Makes the failure.
   *
   * @param message what was tried and what the server said
   * @param cause the server's own exception
   */
  public ConfigException(String message, Throwable cause) {
    super(message, cause);
  }
}
