package io.landbridge.migrate.report.result;

import io.landbridge.migrate.consumer.ClusterConsumers;
import io.landbridge.migrate.consumer.ListeningProviders;
import io.landbridge.migrate.member.AskedMember;
import io.landbridge.registry.plugin.PluginConsumer;
import java.util.List;

/**
 * What consumers prints.
 *
 * @param members the members that were asked
 * @param consumers sorted by service and client
 */
public record ConsumersResult(List<AskedMember> members, List<Consumer> consumers) {

  /** Copies the lists. */
  public ConsumersResult {
    members = List.copyOf(members);
    consumers = List.copyOf(consumers);
  }

  /** How many processes are providers of what they listen to. */
  public int listeners() {
    return ListeningProviders.processes(
        consumers.stream()
            .filter(Consumer::provides)
            .map(
                each ->
                    new ListeningProviders.Subscription(
                        List.of(each.namespace(), each.group(), each.service()),
                        each.ip(),
                        each.port(),
                        List.of(each.protocol(), each.client(), each.app(), each.application())))
            .toList());
  }

  /** From what the members told. */
  public static ConsumersResult of(ClusterConsumers found) {
    return new ConsumersResult(
        found.members(), found.consumers().stream().map(Consumer::of).toList());
  }

  /**
   * One consumer of one service.
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
   * @param provides whether it is a provider of this very service, which listens to it to be told
   *     of overrides, and no consumer
   * @param members the members that know it
   */
  public record Consumer(
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
      boolean provides,
      List<String> members) {

    /** Copies the list. */
    public Consumer {
      members = List.copyOf(members);
    }

    private static Consumer of(ClusterConsumers.Seen seen) {
      PluginConsumer consumer = seen.consumer();
      return new Consumer(
          consumer.namespace(),
          consumer.group(),
          consumer.service(),
          consumer.level(),
          consumer.serviceInterface(),
          consumer.ip(),
          consumer.port(),
          consumer.protocol(),
          consumer.client(),
          consumer.app(),
          consumer.application(),
          consumer.provides(),
          seen.members());
    }
  }
}
