package io.landbridge.migrate.consumer;

import io.landbridge.migrate.member.AskedMember;
import io.landbridge.registry.plugin.PluginConsumer;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who uses what, on all members that could be asked.
 *
 * @param members what became of asking each, sorted by address
 * @param consumers sorted by service and client
 */
public record ClusterConsumers(List<AskedMember> members, List<Seen> consumers) {

  private static final Comparator<PluginConsumer> ORDER =
      Comparator.comparing(PluginConsumer::namespace)
          .thenComparing(PluginConsumer::level)
          .thenComparing(PluginConsumer::service)
          .thenComparing(PluginConsumer::group)
          .thenComparing(PluginConsumer::ip)
          .thenComparing(PluginConsumer::protocol)
          .thenComparing(PluginConsumer::client)
          .thenComparing(PluginConsumer::port)
          .thenComparing(PluginConsumer::serviceInterface)
          .thenComparing(PluginConsumer::app)
          .thenComparing(PluginConsumer::application);

  /** Copies the lists. */
  public ClusterConsumers {
    members = List.copyOf(members);
    consumers = List.copyOf(consumers);
  }

  /** The members that did not answer: somebody may be missing. */
  public List<AskedMember> silent() {
    return members.stream().filter(each -> !each.answered()).toList();
  }

  /**
   * A consumer. A connection is on one member; a 1.x client asks any, and is known to all it asked
   * lately.
   *
   * @param consumer the consumer
   * @param members the addresses of those that know it, sorted
   */
  public record Seen(PluginConsumer consumer, List<String> members) {

    /** Copies the list. */
    public Seen {
      members = List.copyOf(members);
    }
  }

  /** Collects what members told. For one thread. */
  static final class Collected {

    private final SortedMap<PluginConsumer, SortedSet<String>> consumers = new TreeMap<>(ORDER);

    void add(String member, List<PluginConsumer> told) {
      told.forEach(each -> consumers.computeIfAbsent(each, key -> new TreeSet<>()).add(member));
    }

    ClusterConsumers of(List<AskedMember> members) {
      return new ClusterConsumers(
          members,
          consumers.entrySet().stream()
              .map(each -> new Seen(each.getKey(), List.copyOf(each.getValue())))
              .toList());
    }
  }
}
