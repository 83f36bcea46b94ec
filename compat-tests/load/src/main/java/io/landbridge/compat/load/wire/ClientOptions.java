package io.landbridge.compat.load.wire;

import java.time.Duration;
import java.util.List;

/**
 * How a client behaves.
 *
 * @param servers the list it is given, tried in this order
 * @param namespace of everything it does
 * @param application what it calls itself
 * @param connectTimeout until a server has accepted it
 * @param requestTimeout until a request is answered
 * @param keepAlive after this long without an answer it asks the server whether it is there; zero
 *     asks never and leaves it to the server, which asks every 20 s
 * @param reconnect whether it goes to the next server when the connection breaks, and registers and
 *     subscribes again there, for as long as it is open
 * @param withoutMetadata whether it leaves out the metadata of the instances it is pushed, so that
 *     a few of them can be told of very much
 */
public record ClientOptions(
    List<ServerEndpoint> servers,
    String namespace,
    String application,
    Duration connectTimeout,
    Duration requestTimeout,
    Duration keepAlive,
    boolean reconnect,
    boolean withoutMetadata) {

  /** Copies the list and checks the ranges. */
  public ClientOptions {
    servers = List.copyOf(servers);
    if (servers.isEmpty()) {
      throw new IllegalArgumentException("A client needs at least one server.");
    }
    if (connectTimeout.isNegative()
        || connectTimeout.isZero()
        || requestTimeout.isNegative()
        || requestTimeout.isZero()
        || keepAlive.isNegative()) {
      throw new IllegalArgumentException(
          "Timeouts are longer than zero: %s, %s, %s"
              .formatted(connectTimeout, requestTimeout, keepAlive));
    }
  }

  /**
   * As the official client, but patient with a busy server: 10 s to connect and 20 s for an answer;
   * asks after 5 s of silence, reconnects; in the default namespace.
   */
  public static ClientOptions of(List<ServerEndpoint> servers) {
    return new ClientOptions(
        servers,
        ServiceName.PUBLIC,
        "load",
        Duration.ofSeconds(10),
        Duration.ofSeconds(20),
        Duration.ofSeconds(5),
        true,
        false);
  }

  /** In another namespace. */
  public ClientOptions withNamespace(String other) {
    return new ClientOptions(
        servers,
        other,
        application,
        connectTimeout,
        requestTimeout,
        keepAlive,
        reconnect,
        withoutMetadata);
  }

  /** Under another name. */
  public ClientOptions withApplication(String other) {
    return new ClientOptions(
        servers,
        namespace,
        other,
        connectTimeout,
        requestTimeout,
        keepAlive,
        reconnect,
        withoutMetadata);
  }

  /** With other timeouts, to connect and for an answer. */
  public ClientOptions withTimeouts(Duration connect, Duration request) {
    return new ClientOptions(
        servers, namespace, application, connect, request, keepAlive, reconnect, withoutMetadata);
  }

  /** Asking the server after another time of silence; zero: never. */
  public ClientOptions withKeepAlive(Duration other) {
    return new ClientOptions(
        servers,
        namespace,
        application,
        connectTimeout,
        requestTimeout,
        other,
        reconnect,
        withoutMetadata);
  }

  /** One connection, and when it is gone it is gone. */
  public ClientOptions withoutReconnect() {
    return new ClientOptions(
        servers,
        namespace,
        application,
        connectTimeout,
        requestTimeout,
        keepAlive,
        false,
        withoutMetadata);
  }

  /** Reading pushes without the metadata of the instances. */
  public ClientOptions withoutMetadataInPushes() {
    return new ClientOptions(
        servers,
        namespace,
        application,
        connectTimeout,
        requestTimeout,
        keepAlive,
        reconnect,
        true);
  }
}
