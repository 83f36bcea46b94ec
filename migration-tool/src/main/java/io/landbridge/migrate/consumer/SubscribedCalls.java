package io.landbridge.migrate.consumer;

import io.landbridge.dubbo.CheckedNames;
import io.landbridge.migrate.consumer.ClusterConsumers.Seen;
import io.landbridge.migrate.inventory.Call;
import io.landbridge.registry.plugin.PluginConsumer;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Who calls what, from what the clients of servers with the plugin have subscribed to. */
public final class SubscribedCalls {

  private static final String PROVIDERS = "providers:";

  private SubscribedCalls() {}

  /** The calls of those whose Dubbo application is known, sorted. */
  public static List<Call> of(Collection<Seen> consumers) {
    SortedMap<String, PluginConsumer> samples = new TreeMap<>();
    SortedMap<String, SortedSet<String>> addresses = new TreeMap<>();
    for (Seen seen : consumers) {
      PluginConsumer each = seen.consumer();
      boolean byInterface = each.level().equals("INTERFACE");
      if (each.provides()
          || each.application().isEmpty()
          || !(byInterface || each.level().equals("APPLICATION"))) {
        continue;
      }
      String target = byInterface ? serviceKey(each) : each.service();
      // A provider of Dubbo 3 is told of its own application as well.
      if (target.isEmpty() || (!byInterface && target.equals(each.application()))) {
        continue;
      }
      String key = String.join("\n", each.namespace(), each.application(), each.level(), target);
      samples.putIfAbsent(key, each);
      addresses.computeIfAbsent(key, none -> new TreeSet<>()).add(each.ip());
    }
    return samples.entrySet().stream()
        .map(
            entry ->
                call(
                    entry.getValue(),
                    addresses.getOrDefault(entry.getKey(), new TreeSet<>()).size()))
        .sorted()
        .distinct()
        .toList();
  }

  private static Call call(PluginConsumer each, int clients) {
    boolean byInterface = each.level().equals("INTERFACE");
    return new Call(
        each.namespace(),
        each.application(),
        byInterface ? serviceKey(each) : "",
        byInterface ? each.serviceInterface() : "",
        byInterface ? "" : each.service(),
        List.of(),
        clients,
        Call.Evidence.SUBSCRIBED);
  }

  /**
   * {@code [group/]interface[:version]}; empty for a name of Dubbo 2.6, which does not say whether
   * its third part is a version or a group, and for what is not the providers of a service.
   */
  static String serviceKey(PluginConsumer each) {
    if (!each.service().startsWith(PROVIDERS)) {
      return "";
    }
    String[] parts = each.service().substring(PROVIDERS.length()).split(":", -1);
    if (parts.length == 1) {
      return each.serviceInterface();
    }
    return parts.length != 3
            || CheckedNames.ofKey(each.serviceInterface(), parts[1], parts[2]).isPresent()
        ? ""
        : (parts[2].isEmpty() ? "" : parts[2] + "/")
            + each.serviceInterface()
            + (parts[1].isEmpty() ? "" : ":" + parts[1]);
  }
}
