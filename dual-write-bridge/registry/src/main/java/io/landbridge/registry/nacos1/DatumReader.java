package io.landbridge.registry.nacos1;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.http.Answer;
import io.landbridge.registry.http.ServerClient;
import io.landbridge.registry.legacy.LegacyInstance;
import io.landbridge.registry.legacy.LegacyMember;
import io.landbridge.registry.legacy.LegacySnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything ephemeral at once, from the API that members read from each other when they start.
 *
 * <p>Only the member responsible for a service receives its beats and is told at once of what is
 * registered and edited; the others learn of it a second later, or when they are less busy. So all
 * members are read, and of each instance what the member has that heard of it last. One that any
 * member has counts: what is gone is gone from all of them soon.
 */
final class DatumReader {

  private static final String DATUMS = "/v1/ns/distro/datums";

  /** Followed by namespace, {@value #NAMESPACE_END}, group, {@value #GROUP_END} and name. */
  private static final String KEY = "com.alibaba.nacos.naming.iplist.ephemeral.";

  private static final String NAMESPACE_END = "##";
  private static final String GROUP_END = "@@";

  private final ServerClient client;
  private final Nacos1Reader reader;

  DatumReader(ServerClient client, Nacos1Reader reader) {
    this.client = client;
    this.reader = reader;
  }

  Optional<LegacySnapshot> read() throws RegistryException {
    Answer answer;
    try {
      answer = client.get(DATUMS, Map.of());
    } catch (RegistryException e) {
      if (e.kind() == Kind.TOO_LARGE) {
        // One service at a time it can be read all the same.
        return Optional.empty();
      }
      throw e;
    }
    if (answer.status() == 404 || answer.status() == 501) {
      return Optional.empty();
    }
    Map<ServiceKey, Map<String, LegacyInstance>> services = new HashMap<>();
    add(services, answer);
    List<ServerAddress> silent = new ArrayList<>();
    for (LegacyMember member : reader.recentMembers().usable()) {
      if (member.address().equals(answer.server()) || !member.isUp()) {
        continue;
      }
      try {
        add(services, client.only(member.address()).get(DATUMS, Map.of()));
      } catch (RegistryException e) {
        if (e.kind() == Kind.INTERRUPTED) {
          throw e;
        }
        silent.add(member.address());
      }
    }
    SortedMap<ServiceKey, List<LegacyInstance>> all = new TreeMap<>();
    services.forEach((service, instances) -> all.put(service, List.copyOf(instances.values())));
    return Optional.of(new LegacySnapshot(all, silent, answer.date()));
  }

  /**
   * Adds what one member has. Of an entry that is no service with instances nothing is known, which
   * is not the same as nobody: the list of services says how many it has.
   */
  static void add(Map<ServiceKey, Map<String, LegacyInstance>> services, Answer answer)
      throws RegistryException {
    // An answer that breaks off in the middle adds nothing.
    Map<ServiceKey, List<LegacyInstance>> of = new HashMap<>();
    answer.requireFields(
        (name, value) -> {
          JsonNode list = value.path("value").path("instanceList");
          Optional<ServiceKey> service = list.isArray() ? key(name) : Optional.empty();
          List<LegacyInstance> instances = new ArrayList<>();
          for (JsonNode instance : list) {
            Nacos1Reader.instance(answer, instance).ifPresent(instances::add);
          }
          if (!instances.isEmpty()) {
            service.ifPresent(key -> of.put(key, instances));
          }
        });
    of.forEach(
        (service, instances) -> {
          Map<String, LegacyInstance> known =
              services.computeIfAbsent(service, key -> new HashMap<>());
          instances.forEach(each -> known.merge(labelled(each), each, DatumReader::later));
        });
  }

  /**
   * Empty for what is no service that can be asked for: the list of services names it, and what one
   * client has registered must not keep all others from being read.
   */
  private static Optional<ServiceKey> key(String text) {
    int namespaceEnd = text.indexOf(NAMESPACE_END);
    int groupEnd = text.indexOf(GROUP_END, Math.max(0, namespaceEnd));
    if (!text.startsWith(KEY) || namespaceEnd < KEY.length()) {
      return Optional.empty();
    }
    if (groupEnd < 0) {
      return Optional.empty();
    }
    String group = text.substring(namespaceEnd + NAMESPACE_END.length(), groupEnd);
    String name = text.substring(groupEnd + GROUP_END.length());
    return group.isEmpty() || name.isEmpty()
        ? Optional.empty()
        : NamespaceId.read(text.substring(KEY.length(), namespaceEnd))
            .map(namespace -> new ServiceKey(namespace, group, name));
  }

  private static LegacyInstance later(LegacyInstance one, LegacyInstance other) {
    return other.lastBeat() > one.lastBeat() ? other : one;
  }

  private static String labelled(LegacyInstance instance) {
    return instance.seen().address() + ":" + instance.seen().cluster();
  }
}
