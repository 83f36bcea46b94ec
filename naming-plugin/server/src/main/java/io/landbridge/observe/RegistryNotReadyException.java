package io.landbridge.observe;

/** The server does not have all its clients' data yet; what it shows would look like losses. */
public final class RegistryNotReadyException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * Makes the failure.
   *
   * @param message what is missing
   */
  public RegistryNotReadyException(String message) {
    super(message);
  }
}
