package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.CheckedNames;
import io.landbridge.dubbo.DefaultedParameters;
import io.landbridge.dubbo.InterfaceServiceName;
import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.Registration;
import io.landbridge.model.LogText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Who calls what, from the instances with which consumers of Dubbo 2.x announce themselves. */
final class AnnouncedCalls {

  private final SortedMap<String, Draft> drafts = new TreeMap<>();

  /** Each once: a process has one, and calls many services. */
  private final Map<String, String> ips = new HashMap<>();

  List<Call> all() {
    return drafts.values().stream().map(Draft::finish).sorted().toList();
  }

  /**
   * Takes in an instance.
   *
   * @return what is wrong with the names in it, of which nothing is taken in then
   */
  Optional<Loss> add(Registration each) {
    Optional<InterfaceServiceName> name = InterfaceServiceName.parse(each.service().name());
    String consumer = each.metadata().getOrDefault(MetadataKeys.APPLICATION, "");
    if (!InterfaceServiceName.isOfConsumers(each.service().name()) || consumer.isBlank()) {
      return Optional.empty();
    }
    Map<String, String> metadata = DefaultedParameters.resolve(each.metadata());
    if (name.isEmpty()) {
      return Optional.of(
          lost(each, consumer, CheckedNames.ofUnreadable(each.service().name(), metadata)));
    }
    // A name of Dubbo 2.6 may lack parts that the metadata has.
    String version = metadata.getOrDefault(MetadataKeys.VERSION, name.get().version());
    String group = metadata.getOrDefault(MetadataKeys.GROUP, name.get().group());
    String announced = each.metadata().getOrDefault(MetadataKeys.INTERFACE, "");
    String interfaceName = name.get().isOf(announced) ? announced : name.get().interfaceName();
    Optional<String> refusal = CheckedNames.ofKey(interfaceName, version, group);
    if (refusal.isPresent()) {
      return Optional.of(lost(each, consumer, refusal.get()));
    }
    String service =
        (group.isEmpty() ? "" : group + "/")
            + interfaceName
            + (version.isEmpty() ? "" : ":" + version);
    drafts
        .computeIfAbsent(
            String.join("\n", each.service().namespace().value(), consumer, service),
            key -> new Draft(each.service().namespace().value(), consumer, service, interfaceName))
        .add(each, ips.computeIfAbsent(each.ip(), ip -> ip));
    return Optional.empty();
  }

  private static Loss lost(Registration each, String consumer, String why) {
    return new Loss(
        Loss.Kind.BAD_SERVICE,
        each.service(),
        each.address(),
        "consumer '%s': %s; change it in the consumer's settings"
            .formatted(LogText.of(consumer), why));
  }

  /** One call while it is put together. */
  private static final class Draft {

    private final String namespace;
    private final String consumer;
    private final String service;
    private final String interfaceName;
    private final SortedSet<String> releases = new TreeSet<>();
    private final SortedSet<String> addresses = new TreeSet<>();

    Draft(String namespace, String consumer, String service, String interfaceName) {
      this.namespace = namespace;
      this.consumer = consumer;
      this.service = service;
      this.interfaceName = interfaceName;
    }

    void add(Registration each, String ip) {
      String release = each.metadata().getOrDefault(MetadataKeys.RELEASE, "");
      releases.add(release.isBlank() ? ApplicationInventory.NO_RELEASE : release);
      addresses.add(ip);
    }

    Call finish() {
      return new Call(
          namespace,
          consumer,
          service,
          interfaceName,
          "",
          new ArrayList<>(releases),
          addresses.size(),
          Call.Evidence.REGISTERED);
    }
  }
}
