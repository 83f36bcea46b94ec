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
import org.jspecify.annotations.Nullable;

/**
 * Everything ephemeral at once, from the API that members read from each other when they start.
 *
 * <p>The content is that of one member. Only the member responsible for a service receives its
 * beats and sees its instances die at once, and of the others' clocks of beats each instance's
 * latest counts.
 */
final class DatumReader {

  private static final String DATUMS = "/v1/ns/distro/datums";

  /** Followed by namespace, {@value #NAMESPACE_END}, group, {@value #GROUP_END} and name. */
  private static final String KEY = "com.alibaba.nacos.naming.iplist.ephemeral.";

  private static final String NAMESPACE_END = "##";
  private static final String GROUP_END = "@@";

  private final ServerClient client;
  private final LegacyReader reader;

  DatumReader(ServerClient client, LegacyReader reader) {
    this.client = client;
    this.reader = reader;
  }

  Optional<LegacySnapshot> read() throws RegistryException {
    Answer answer = client.get(DATUMS, Map.of());
    if (answer.status() == 404 || answer.status() == 501) {
      return Optional.empty();
    }
    SortedMap<ServiceKey, List<LegacyInstance>> services = services(answer);
    List<ServerAddress> silent = new ArrayList<>();
    for (LegacyMember member : reader.recentMembers()) {
      if (member.address().equals(answer.server()) || !member.isUp()) {
        continue;
      }
      try {
        addBeats(services, services(client.only(member.address()).get(DATUMS, Map.of())));
      } catch (RegistryException e) {
        if (e.kind() == Kind.INTERRUPTED) {
          throw e;
        }
        silent.add(member.address());
      }
    }
    return Optional.of(new LegacySnapshot(services, silent, answer.date()));
  }

  private static SortedMap<ServiceKey, List<LegacyInstance>> services(Answer answer)
      throws RegistryException {
    JsonNode json = answer.requireJson();
    if (!json.isObject()) {
      throw answer.unexpected("no instances by service");
    }
    SortedMap<ServiceKey, List<LegacyInstance>> services = new TreeMap<>();
    for (var keys = json.fields(); keys.hasNext(); ) {
      Map.Entry<String, JsonNode> each = keys.next();
      JsonNode list = each.getValue().path("value").path("instanceList");
      if (!list.isArray()) {
        throw answer.unexpected("no list of instances");
      }
      List<LegacyInstance> instances = new ArrayList<>();
      for (JsonNode instance : list) {
        instances.add(LegacyReader.instance(answer, instance));
      }
      if (!instances.isEmpty()) {
        services.put(key(answer, each.getKey()), instances);
      }
    }
    return services;
  }

  private static ServiceKey key(Answer answer, String text) throws RegistryException {
    int namespaceEnd = text.indexOf(NAMESPACE_END);
    int groupEnd = text.indexOf(GROUP_END, Math.max(0, namespaceEnd));
    if (!text.startsWith(KEY) || namespaceEnd < KEY.length() || groupEnd < 0) {
      throw answer.unexpected("a service that is none: " + text);
    }
    try {
      return new ServiceKey(
          NamespaceId.of(text.substring(KEY.length(), namespaceEnd)),
          text.substring(namespaceEnd + NAMESPACE_END.length(), groupEnd),
          text.substring(groupEnd + GROUP_END.length()));
    } catch (IllegalArgumentException e) {
      throw answer.unexpected("a namespace that is none: " + e.getMessage());
    }
  }

  /** Who received a beat later also knows better whether the instance is healthy. */
  private static void addBeats(
      SortedMap<ServiceKey, List<LegacyInstance>> services,
      SortedMap<ServiceKey, List<LegacyInstance>> of) {
    of.forEach(
        (service, others) -> {
          List<LegacyInstance> instances = services.get(service);
          if (instances == null) {
            return;
          }
          Map<String, LegacyInstance> byAddress = new HashMap<>();
          others.forEach(each -> byAddress.put(labelled(each), each));
          instances.replaceAll(each -> later(each, byAddress.get(labelled(each))));
        });
  }

  private static LegacyInstance later(LegacyInstance instance, @Nullable LegacyInstance other) {
    return other == null || other.lastBeat() <= instance.lastBeat()
        ? instance
        : new LegacyInstance(instance.seen().withHealth(other.seen().healthy()), other.lastBeat());
  }

  private static String labelled(LegacyInstance instance) {
    return instance.seen().address() + ":" + instance.seen().cluster();
  }
}
