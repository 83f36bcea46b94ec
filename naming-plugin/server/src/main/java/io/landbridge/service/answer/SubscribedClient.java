package io.landbridge.service.answer;

import java.util.Objects;

/**
 * A client that subscribed to a service, as far as the server knows it.
 *
 * @param id the server's name for it, of this member alone
 * @param ip its address, as it says itself
 * @param port where it listens for UDP pushes, or the other end of its connection; 0 if not known
 * @param protocol what it speaks
 * @param client its library and version as it says, for example {@code Nacos-Java-Client:v2.2.4};
 *     may be empty
 * @param app the name its library gives its process; empty when it gives none
 * @param application the Dubbo application it has registered as; empty when it registered nothing
 *     that says so
 * @param provides whether it is a provider of this very service, which listens to it to be told of
 *     overrides
 */
public record SubscribedClient(
    String id,
    String ip,
    int port,
    Protocol protocol,
    String client,
    String app,
    String application,
    boolean provides) {

  /** What a client speaks. */
  public enum Protocol {
    /** A connection of a 2.x or later client. */
    GRPC,
    /** A 1.x client that asks over HTTP and is pushed to over UDP. */
    HTTP_UDP
  }

  /** Checks that no part is missing. */
  public SubscribedClient {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(ip, "ip");
    Objects.requireNonNull(protocol, "protocol");
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(app, "app");
    Objects.requireNonNull(application, "application");
  }
}
