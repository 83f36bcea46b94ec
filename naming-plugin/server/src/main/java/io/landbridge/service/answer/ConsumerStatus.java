package io.landbridge.service.answer;

/**
 * A client that uses a service.
 *
 * @param namespace the namespace of the service
 * @param group its Nacos group
 * @param service its name
 * @param level what the service stands for
 * @param serviceInterface the Java interface it stands for; empty when it stands for none
 * @param ip the client's address, as it says itself
 * @param port where it listens for UDP pushes, or the other end of its connection; 0 if not known
 * @param protocol {@code GRPC} or {@code HTTP_UDP}
 * @param client its library and version as it says
 * @param app the name its library gives its process; empty when it gives none
 * @param application the Dubbo application it has registered as; empty when not known
 * @param provides whether it is a provider of this very service, which listens to it to be told of
 *     overrides, and no consumer
 */
public record ConsumerStatus(
    String namespace,
    String group,
    String service,
    Level level,
    String serviceInterface,
    String ip,
    int port,
    SubscribedClient.Protocol protocol,
    String client,
    String app,
    String application,
    boolean provides) {

  /** What a service stands for. */
  public enum Level {
    /** One interface of Dubbo. */
    INTERFACE,
    /** An application that the catalog knows. */
    APPLICATION,
    /** Anything else. */
    OTHER
  }
}
