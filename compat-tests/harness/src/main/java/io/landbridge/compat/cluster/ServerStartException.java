package io.landbridge.compat.cluster;

/**
 * A server did not become ready in time. The message ends with the last lines of its logs and the
 * directory that holds all of them.
 */
public final class ServerStartException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ServerStartException(String message) {
    super(message);
  }
}
