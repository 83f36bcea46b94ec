package io.landbridge.registry.plugin;

/**
 * A client that subscribed to a service on one member.
 *
 * @param namespace the namespace of the service
 * @param group its Nacos group
 * @param service its name
 * @param level {@code INTERFACE}, {@code APPLICATION} or {@code OTHER}
 * @param serviceInterface the Java interface it stands for; empty when it stands for none
 * @param ip the client's address
 * @param port where it listens for UDP pushes, or the other end of its connection; 0 if not known
 * @param protocol {@code GRPC} or {@code HTTP_UDP}
 * @param client its library and version as it says
 * @param app the name its library gives its process; empty when it gives none
 * @param application the Dubbo application it has registered as; empty when not known
 * @param provides whether it is a provider of this very service, which listens to it to be told of
 *     overrides, and no consumer; false where the plugin is too old to tell
 */
public record PluginConsumer(
    String namespace,
    String group,
    String service,
    String level,
    String serviceInterface,
    String ip,
    int port,
    String protocol,
    String client,
    String app,
    String application,
    boolean provides) {}
