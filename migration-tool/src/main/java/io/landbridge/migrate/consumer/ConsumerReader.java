package io.landbridge.migrate.consumer;

import io.landbridge.migrate.consumer.ClusterConsumers.Collected;
import io.landbridge.migrate.member.AskedMember;
import io.landbridge.migrate.member.EveryMember;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginConsumer;
import io.landbridge.registry.plugin.PluginConsumerQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Asks every member who uses what there. */
public final class ConsumerReader {

  private final PluginClient plugin;
  private final EveryMember members;

  /**
   * Creates a ConsumerReader.
   *
   * @param plugin asks
   * @param progress told what is going on
   */
  public ConsumerReader(PluginClient plugin, Consumer<String> progress) {
    this.plugin = plugin;
    this.members = new EveryMember(plugin, progress);
  }

  /**
   * Asks all of them.
   *
   * @param named the servers an operator named
   * @param query whose consumers
   * @throws RegistryException if none of them told anything: why the first that answered did not
   */
  public ClusterConsumers of(List<ServerAddress> named, PluginConsumerQuery query)
      throws RegistryException {
    return of(named, List.of(query));
  }

  /**
   * Asks all of them several questions; one that does not answer the first is asked no other, since
   * it may take long not to answer.
   *
   * @param named the servers an operator named
   * @param queries whose consumers
   * @throws RegistryException if none of them told anything: why the first that answered did not
   */
  public ClusterConsumers of(List<ServerAddress> named, List<PluginConsumerQuery> queries)
      throws RegistryException {
    Collected collected = new Collected();
    List<AskedMember> asked =
        members.ask(
            named,
            (server, member) -> {
              List<PluginConsumer> told = new ArrayList<>();
              for (PluginConsumerQuery query : queries) {
                told.addAll(plugin.consumers(server, query));
              }
              collected.add(member, told);
            });
    return collected.of(asked);
  }
}
