package io.landbridge.compat.load.wire;

/** Told on a thread of {@link Wire}: must not wait. */
public interface ClientListener {

  /** Listens to nothing. */
  ClientListener NONE = new ClientListener() {};

  /** A server has accepted the client. */
  default void connected(ServerEndpoint server) {}

  /** The connection is gone. */
  default void disconnected(ServerEndpoint server, WireException reason) {}

  /** Everything the client had registered and subscribed is so again, at this server. */
  default void restored(ServerEndpoint server) {}

  /**
   * A push has come.
   *
   * @param service what it is about
   * @param bytes its size as gRPC carries it, without the frame
   */
  default void pushed(ServiceName service, int bytes) {}
}
