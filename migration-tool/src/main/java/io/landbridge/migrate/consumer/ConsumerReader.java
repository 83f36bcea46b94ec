package io.landbridge.migrate.consumer;

import io.landbridge.migrate.consumer.ClusterConsumers.Collected;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginConsumer;
import io.landbridge.registry.plugin.PluginConsumerQuery;
import io.landbridge.registry.plugin.PluginGroup;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks every member who uses what there: those that were named, and those the members name. Each
 * knows its own clients alone.
 */
public final class ConsumerReader {

  /** No cluster is larger; a member list that is does not lead to endless questions. */
  private static final int MAX_MEMBERS = 64;

  private final PluginClient plugin;
  private final Consumer<String> progress;

  /**
   * Makes it.
   *
   * @param plugin asks
   * @param progress told what is going on
   */
  public ConsumerReader(PluginClient plugin, Consumer<String> progress) {
    this.plugin = plugin;
    this.progress = progress;
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
    Set<String> known = new TreeSet<>();
    Deque<ServerAddress> open = new ArrayDeque<>(named);
    named.forEach(each -> known.add(each.hostAndPort()));
    @Nullable RegistryException failure = null;
    boolean answered = false;
    for (int asked = 0; !open.isEmpty() && asked < MAX_MEMBERS; asked++) {
      ServerAddress next = open.remove();
      Optional<RegistryException> problem = ask(next, queries, collected, known, open);
      answered |= problem.isEmpty();
      if (failure == null || failure.kind() == Kind.UNREACHABLE) {
        failure = problem.orElse(failure);
      }
    }
    if (!answered && failure != null) {
      throw failure;
    }
    return collected.done();
  }

  private Optional<RegistryException> ask(
      ServerAddress server,
      List<PluginConsumerQuery> queries,
      Collected into,
      Set<String> known,
      Deque<ServerAddress> open)
      throws RegistryException {
    progress.accept("asking " + server);
    String member = server.hostAndPort();
    try {
      PluginGroup group = plugin.group(server);
      member = group.member().isEmpty() ? member : group.member();
      known.add(member);
      group.members().stream()
          .map(PluginGroup.ListedMember::member)
          .filter(known::add)
          .forEach(each -> open.add(server.sibling(each)));
      if (!into.knows(member)) {
        List<PluginConsumer> told = new ArrayList<>();
        for (PluginConsumerQuery query : queries) {
          told.addAll(plugin.consumers(server, query));
        }
        into.add(member, told);
      }
      return Optional.empty();
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      into.silent(member, e.what());
      return Optional.of(e);
    }
  }
}
