package io.landbridge.observe;

import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.dubbo.FoldResult;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.OwnedInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What this member has to tell the catalog. A function of its arguments. */
final class ClaimDiff {

  private ClaimDiff() {}

  /**
   * Compares what is registered with what the catalog has.
   *
   * <p>An instance another living member owns is claimed only when it is new here or changed here:
   * of two members that both know a process, the later word counts, and they do not take it from
   * each other again and again.
   *
   * @param self this member
   * @param epoch its start
   * @param folded the instances of the clients this member is responsible for
   * @param elsewhere instances other members are responsible for; never released from here, and
   *     asked for only when there is something to release
   * @param claimed what this member claimed last, by key
   * @param catalog the catalog of this member
   * @param living the members that are up
   * @param releaseEarlier whether instances this member claimed before its last start, and nobody
   *     has claimed since, may be released
   * @return the claim, or empty when there is nothing to tell
   */
  static Optional<ClaimInstances> of(
      MemberId self,
      long epoch,
      FoldResult folded,
      Supplier<Set<InstanceKey>> elsewhere,
      Map<InstanceKey, ApplicationInstance> claimed,
      CatalogReader catalog,
      Set<MemberId> living,
      boolean releaseEarlier) {
    SortedMap<InstanceKey, ApplicationInstance> present = new TreeMap<>();
    folded.instances().forEach(instance -> present.put(instance.key(), instance));

    List<ApplicationInstance> puts = new ArrayList<>();
    SortedMap<MetadataRevision, MetadataDocument> documents = new TreeMap<>();
    for (ApplicationInstance instance : present.values()) {
      boolean put =
          catalog
              .instance(instance.key())
              .map(known -> mustPut(self, epoch, instance, known, claimed, living))
              .orElse(true);
      if (put) {
        puts.add(instance);
        documents.put(
            instance.revision(),
            Objects.requireNonNull(folded.documents().get(instance.revision())));
      }
    }

    List<InstanceKey> gone =
        catalog.ownedBy(self).stream()
            .filter(known -> known.epoch() == epoch || releaseEarlier)
            .map(known -> known.instance().key())
            .filter(key -> !present.containsKey(key))
            .toList();
    List<InstanceKey> releases = gone.isEmpty() ? gone : without(gone, elsewhere.get());
    return puts.isEmpty() && releases.isEmpty()
        ? Optional.empty()
        : Optional.of(new ClaimInstances(self, epoch, puts, documents, releases));
  }

  private static List<InstanceKey> without(List<InstanceKey> keys, Set<InstanceKey> excluded) {
    return keys.stream().filter(key -> !excluded.contains(key)).toList();
  }

  private static boolean mustPut(
      MemberId self,
      long epoch,
      ApplicationInstance instance,
      OwnedInstance known,
      Map<InstanceKey, ApplicationInstance> claimed,
      Set<MemberId> living) {
    if (known.owner().equals(self)) {
      return known.epoch() != epoch || !known.instance().equals(instance);
    }
    return !living.contains(known.owner()) || !instance.equals(claimed.get(instance.key()));
  }
}
