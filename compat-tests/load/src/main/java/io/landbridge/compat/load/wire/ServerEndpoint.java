package io.landbridge.compat.load.wire;

/**
 * A server, by the address users know.
 *
 * @param host name or address
 * @param httpPort the port of its HTTP API; gRPC is 1000 higher, 1 to 64535
 */
public record ServerEndpoint(String host, int httpPort) {

  private static final int GRPC_OFFSET = 1_000;

  /** Checks the port. */
  public ServerEndpoint {
    if (host.isBlank() || httpPort < 1 || httpPort + GRPC_OFFSET > 65_535) {
      throw new IllegalArgumentException("Not the address of a server: " + host + ":" + httpPort);
    }
  }

  /**
   * Reads {@code host:port}.
   *
   * @throws IllegalArgumentException if it is nothing of the kind
   */
  public static ServerEndpoint parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("Expected host:port, found: " + text);
    }
    try {
      return new ServerEndpoint(
          text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("Expected host:port, found: " + text, e);
    }
  }

  /** Where it takes gRPC connections of clients. */
  public int grpcPort() {
    return httpPort + GRPC_OFFSET;
  }

  @Override
  public String toString() {
    return host + ":" + httpPort;
  }
}
