package io.landbridge.migrate.consumer;

import io.landbridge.migrate.consumer.ClusterConsumers.Seen;
import io.landbridge.registry.plugin.PluginConsumer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who would find nobody any more if the interface level were not there: clients that have
 * subscribed to interfaces and to no application. Clients in the middle of moving have subscribed
 * to both. A provider subscribes to what it offers itself, to be told of overrides: that is no
 * dependence.
 */
public final class InterfaceDependents {

  private InterfaceDependents() {}

  /**
   * A client that depends on the interface level.
   *
   * @param namespace the namespace
   * @param ip its address
   * @param client its library and version
   * @param protocol {@code GRPC} or {@code HTTP_UDP}
   * @param application its Dubbo application; empty when not known
   * @param services what it has subscribed to, sorted
   */
  public record Dependent(
      String namespace,
      String ip,
      String client,
      String protocol,
      String application,
      List<String> services) {

    /** Copies the list. */
    public Dependent {
      services = List.copyOf(services);
    }
  }

  /**
   * What an application offers.
   *
   * @param namespace the namespace
   * @param application its name
   * @param interfaces their names
   */
  public record Offer(String namespace, String application, List<String> interfaces) {

    /** Copies the list. */
    public Offer {
      interfaces = List.copyOf(interfaces);
    }
  }

  /**
   * The dependents among these consumers, sorted by namespace and address.
   *
   * @param offers what they may have subscribed to because they offer it themselves
   */
  public static List<Dependent> of(Collection<Seen> consumers, Collection<Offer> offers) {
    Set<List<String>> own = new HashSet<>();
    for (Offer offer : offers) {
      offer
          .interfaces()
          .forEach(each -> own.add(List.of(offer.namespace(), offer.application(), each)));
    }
    Set<List<String>> moving = new HashSet<>();
    Map<List<String>, PluginConsumer> samples = new HashMap<>();
    SortedMap<String, List<String>> services = new TreeMap<>();
    for (Seen seen : consumers) {
      PluginConsumer each = seen.consumer();
      List<String> client = client(each);
      if (each.level().equals("APPLICATION")) {
        moving.add(client);
      } else if (each.level().equals("INTERFACE")
          && !own.contains(
              List.of(each.namespace(), each.application(), each.serviceInterface()))) {
        samples.putIfAbsent(client, each);
        services
            .computeIfAbsent(String.join("\n", client), none -> new ArrayList<>())
            .add(each.service());
      }
    }
    List<Dependent> dependents = new ArrayList<>();
    services.forEach(
        (name, used) -> {
          List<String> client = List.of(name.split("\n", -1));
          PluginConsumer sample = samples.get(client);
          if (sample != null && !moving.contains(client)) {
            dependents.add(
                new Dependent(
                    sample.namespace(),
                    sample.ip(),
                    sample.client(),
                    sample.protocol(),
                    sample.application(),
                    used.stream().distinct().sorted().toList()));
          }
        });
    return List.copyOf(dependents);
  }

  private static List<String> client(PluginConsumer each) {
    return List.of(
        each.namespace(), each.ip(), String.valueOf(each.port()), each.protocol(), each.client());
  }
}
