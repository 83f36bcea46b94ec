package io.landbridge.observe;

import io.landbridge.dubbo.FoldResult;
import io.landbridge.dubbo.InterfaceFold;
import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.Registration;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MetadataRevision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads units and folds them, each at most once. Lives for one round of the observer, so that what
 * was folded is garbage soon after; only the documents of the round, which many units share, add
 * up.
 */
final class UnitReader {

  private final NativeRegistry registry;
  private final ObserverStatistics statistics;
  private final Map<String, Reading> readings = new HashMap<>();
  private final Map<List<String>, Map<InstanceKey, ApplicationInstance>> together = new HashMap<>();
  private final Map<InstanceKey, List<Loss>> conflicts = new HashMap<>();
  private final Map<MetadataRevision, MetadataDocument> documents = new HashMap<>();
  private int registrations;

  /**
   * What a unit has.
   *
   * @param mine instances this member answers for
   * @param others keys of the instances it does not answer for
   * @param losses what cannot be translated
   */
  record Reading(
      Map<InstanceKey, ApplicationInstance> mine, Set<InstanceKey> others, List<Loss> losses) {}

  UnitReader(NativeRegistry registry, ObserverStatistics statistics) {
    this.registry = registry;
    this.statistics = statistics;
  }

  Reading read(String unit) {
    Reading known = readings.get(unit);
    if (known != null) {
      return known;
    }
    FoldResult folded = fold(List.of(unit));
    Map<InstanceKey, ApplicationInstance> mine = new HashMap<>();
    List<InstanceKey> others = new ArrayList<>();
    for (ApplicationInstance each : folded.instances()) {
      if (registry.isResponsible(unit, new Address(each.ip(), each.port()))) {
        mine.put(each.key(), each);
      } else {
        others.add(each.key());
      }
    }
    Reading reading = new Reading(mine, Set.copyOf(others), folded.losses());
    readings.put(unit, reading);
    return reading;
  }

  /**
   * An instance that several units have, as folding all of them gives it.
   *
   * @param units sorted
   * @return null when none of them has it any more
   */
  @Nullable ApplicationInstance together(InstanceKey key, List<String> units) {
    return together
        .computeIfAbsent(
            units,
            names -> {
              FoldResult folded = fold(names);
              folded.losses().stream()
                  .filter(loss -> loss.kind() == Loss.Kind.CONFLICT)
                  .forEach(loss -> addConflict(loss, folded));
              return folded.instances().stream()
                  .collect(Collectors.toMap(ApplicationInstance::key, each -> each));
            })
        .get(key);
  }

  private void addConflict(Loss loss, FoldResult folded) {
    for (ApplicationInstance each : folded.instances()) {
      if (loss.address().equals(each.ip() + ":" + each.port())) {
        conflicts.computeIfAbsent(each.key(), key -> new ArrayList<>()).add(loss);
      }
    }
  }

  /** What is lost because several units that were read together have the instance. */
  List<Loss> conflicts(InstanceKey key) {
    return conflicts.getOrDefault(key, List.of());
  }

  private FoldResult fold(List<String> units) {
    List<Registration> all = new ArrayList<>();
    for (String unit : units) {
      all.addAll(registry.read(unit));
      statistics.read();
    }
    registrations += all.size();
    FoldResult folded = InterfaceFold.fold(all);
    documents.putAll(folded.documents());
    return folded;
  }

  /** The document of an instance that was read in this round. */
  @Nullable MetadataDocument document(MetadataRevision revision) {
    return documents.get(revision);
  }

  /** How many registrations were read so far. */
  int registrations() {
    return registrations;
  }
}
