package io.landbridge.bridge.legacy;

import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ImportedSize;
import io.landbridge.model.LogText;
import io.landbridge.model.MetadataMap;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyInstance;
import io.landbridge.registry.legacy.LegacyInstances;
import io.landbridge.registry.legacy.LegacyPart;
import io.landbridge.registry.legacy.LegacySnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is in the legacy cluster, told apart by who put it there.
 *
 * @param theirs what its clients registered, by service; services without any are left out
 * @param ours what was exported from here, likewise
 * @param others the addresses that were exported from other clusters, likewise. They are nobody's
 *     business here: shown, they would come and go with a bridge that is not ours.
 * @param namespaces all there are, also empty ones, and those of which nothing can be known
 * @param leftOut services of which nothing is known, and why: those that cannot be asked for at all
 *     and those that the cluster refused to tell of
 * @param tooLarge what its clients registered and no entry of the catalog's log can hold, and why;
 *     in none of the others
 */
public record LegacyContent(
    SortedMap<ServiceKey, List<ImportedInstance>> theirs,
    SortedMap<ServiceKey, List<RegisteredInstance>> ours,
    SortedMap<ServiceKey, Set<String>> others,
    Namespaces namespaces,
    SortedMap<ServiceKey, LeftOut> leftOut,
    SortedMap<ImportedInstance.Key, String> tooLarge) {

  /**
   * Why nothing is known of a service.
   *
   * @param why for people, with what to do
   * @param lasting whether it will be so until somebody takes it away there
   */
  public record LeftOut(String why, boolean lasting) {}

  /** Whether all is known that can be: nothing is left out that may be there and be read later. */
  public boolean isWhole() {
    return leftOut.values().stream().allMatch(LeftOut::lasting);
  }

  /**
   * Reads everything: the ephemeral instances at once where the server offers that, and one by one
   * the services that have more than those.
   *
   * @param origin what marks the exports of this cluster
   * @param always services to read by themselves in any case: the counts of one with persistent
   *     instances may agree by chance, because both are not of the same moment
   * @throws RegistryException if it cannot be read, but for services that the cluster refuses to
   *     tell of; there is no part of an answer
   */
  public static LegacyContent read(LegacyCluster cluster, String origin, Set<ServiceKey> always)
      throws RegistryException {
    Optional<LegacySnapshot> snapshot = cluster.snapshot();
    Map<ServiceKey, List<LegacyInstance>> all =
        new HashMap<>(snapshot.map(LegacySnapshot::services).orElseGet(TreeMap::new));
    Namespaces namespaces = cluster.namespaces();
    SortedMap<ServiceKey, LeftOut> leftOut = new TreeMap<>();
    for (NamespaceId namespace : namespaces.ids()) {
      for (RegisteredService listed : cluster.services(namespace)) {
        Optional<String> unusable = listed.refusal();
        if (unusable.isPresent()) {
          leftOut.put(listed.key(), new LeftOut(unusable.get(), true));
          all.remove(listed.key());
          continue;
        }
        List<LegacyInstance> known = all.getOrDefault(listed.key(), List.of());
        if (listed.instances() != known.size() || always.contains(listed.key())) {
          try {
            all.put(
                listed.key(),
                cluster
                    .service(listed.key())
                    .map(it -> with(listed.key(), it.held(), known))
                    .orElse(List.of()));
          } catch (RegistryException e) {
            if (!e.concernsOne()) {
              throw e;
            }
            leftOut.put(listed.key(), new LeftOut(LogText.of(e.what()), false));
            all.remove(listed.key());
          }
        }
      }
    }
    SortedMap<ServiceKey, List<ImportedInstance>> theirs = new TreeMap<>();
    SortedMap<ServiceKey, List<RegisteredInstance>> ours = new TreeMap<>();
    SortedMap<ServiceKey, Set<String>> others = new TreeMap<>();
    SortedMap<ImportedInstance.Key, String> tooLarge = new TreeMap<>();
    all.forEach(
        (service, instances) -> {
          List<ImportedInstance> imported = imported(service, instances);
          if (!imported.isEmpty()) {
            theirs.put(service, imported);
          }
          for (LegacyInstance each : instances) {
            RegisteredInstance seen = each.seen();
            ExportMark.originOf(seen.metadata())
                .ifPresentOrElse(
                    mark -> {
                      if (mark.equals(origin)) {
                        ours.computeIfAbsent(service, key -> new ArrayList<>()).add(seen);
                      } else {
                        others.computeIfAbsent(service, key -> new TreeSet<>()).add(seen.address());
                      }
                    },
                    () -> {
                      tooLarge(service, seen)
                          .ifPresent(why -> tooLarge.put(key(service, seen), why));
                    });
          }
        });
    return new LegacyContent(theirs, ours, others, namespaces, leftOut, tooLarge);
  }

  /** What a service has; if that is hearsay, with whatever else is known of it. */
  private static List<LegacyInstance> with(
      ServiceKey service, LegacyInstances held, List<LegacyInstance> known) {
    if (held.firstHand() || known.isEmpty()) {
      return held.instances();
    }
    Set<ImportedInstance.Key> named = new HashSet<>();
    held.instances().forEach(each -> named.add(key(service, each.seen())));
    return Stream.concat(
            held.instances().stream(),
            known.stream().filter(each -> !named.contains(key(service, each.seen()))))
        .toList();
  }

  /** Why no entry of the log can hold it: one that tries would keep all others out. */
  private static Optional<String> tooLarge(ServiceKey service, RegisteredInstance instance) {
    return ImportedSize.refusal(service, instance.cluster(), instance.ip(), instance.metadata());
  }

  /**
   * Those its own clients registered and the catalog can hold. An address that is there twice
   * counts as the living one.
   */
  public static List<ImportedInstance> imported(
      ServiceKey service, List<LegacyInstance> instances) {
    SortedMap<ImportedInstance.Key, ImportedInstance> found = new TreeMap<>();
    for (LegacyInstance each : instances) {
      RegisteredInstance seen = each.seen();
      if (ExportMark.originOf(seen.metadata()).isEmpty() && tooLarge(service, seen).isEmpty()) {
        found.merge(
            key(service, seen),
            imported(service, seen),
            (one, other) -> one.healthy() || !other.healthy() ? one : other);
      }
    }
    return List.copyOf(found.values());
  }

  /** Where an instance is, if it is anywhere, with the others there. */
  public static LegacyPart part(ImportedInstance.Key key) {
    return new LegacyPart(key.service(), key.cluster());
  }

  /** The same, without the others there. */
  public static LegacyPart only(ImportedInstance.Key key) {
    return part(key).only(key.ip(), key.port());
  }

  public static ImportedInstance.Key key(ServiceKey service, RegisteredInstance instance) {
    return new ImportedInstance.Key(service, instance.cluster(), instance.ip(), instance.port());
  }

  public static ImportedInstance imported(ServiceKey service, RegisteredInstance instance) {
    return new ImportedInstance(
        key(service, instance),
        instance.weight(),
        instance.enabled(),
        instance.healthy(),
        instance.ephemeral(),
        MetadataMap.copyOf(instance.metadata()));
  }

  public static RegisteredInstance registered(ImportedInstance instance) {
    return new RegisteredInstance(
        instance.key().ip(),
        instance.key().port(),
        instance.key().cluster(),
        instance.weight(),
        instance.healthy(),
        instance.enabled(),
        instance.ephemeral(),
        instance.metadata());
  }

  /** What its clients registered in a service. */
  public List<ImportedInstance> theirs(ServiceKey service) {
    return theirs.getOrDefault(service, List.of());
  }

  /** What was exported from here into a service. */
  public List<RegisteredInstance> ours(ServiceKey service) {
    return ours.getOrDefault(service, List.of());
  }

  /**
   * The addresses in a service that are neither imported nor to be exported to: those that were
   * exported from other clusters, and those of what is too large.
   */
  public Set<String> notImported(ServiceKey service) {
    return notImported().getOrDefault(service, Set.of());
  }

  /** The same of all services; those without any are left out. */
  public Map<ServiceKey, Set<String>> notImported() {
    if (tooLarge.isEmpty()) {
      return others;
    }
    Map<ServiceKey, Set<String>> all = new HashMap<>();
    others.forEach((service, addresses) -> all.put(service, new TreeSet<>(addresses)));
    tooLarge
        .keySet()
        .forEach(
            each ->
                all.computeIfAbsent(each.service(), service -> new TreeSet<>())
                    .add(each.ip() + ":" + each.port()));
    return all;
  }

  /** The services in which its clients registered a persistent instance. */
  public Set<ServiceKey> persistent() {
    return theirs.entrySet().stream()
        .filter(each -> each.getValue().stream().anyMatch(it -> !it.ephemeral()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  public int instances() {
    return theirs.values().stream().mapToInt(List::size).sum();
  }

  public int exported() {
    return ours.values().stream().mapToInt(List::size).sum();
  }

  public int othersExported() {
    return others.values().stream().mapToInt(Set::size).sum();
  }
}
