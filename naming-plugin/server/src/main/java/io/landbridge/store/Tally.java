package io.landbridge.store;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MemberId;
import io.landbridge.state.OwnedInstance;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts that would otherwise take a scan, in memory: grows with the number of applications and
 * members, not of instances. One thread writes, any reads.
 */
final class Tally {

  /** Applications with at least one instance, and how many. */
  private final ConcurrentNavigableMap<ApplicationKey, Integer> applications =
      new ConcurrentSkipListMap<>();

  /** Members that own at least one instance, and how many. */
  private final ConcurrentNavigableMap<MemberId, Integer> owners = new ConcurrentSkipListMap<>();

  private final NavigableSet<ApplicationKey> switched = new ConcurrentSkipListSet<>();
  private int instances;
  private int documents;

  void added(OwnedInstance instance) {
    instances++;
    applications.merge(instance.instance().application(), 1, Integer::sum);
    owners.merge(instance.owner(), 1, Integer::sum);
  }

  void removed(OwnedInstance instance) {
    instances--;
    applications.computeIfPresent(instance.instance().application(), (key, n) -> less(n));
    owners.computeIfPresent(instance.owner(), (key, n) -> less(n));
  }

  /** Null takes the entry out of the map. */
  @SuppressWarnings("NullAway")
  private static Integer less(int count) {
    return count == 1 ? null : Integer.valueOf(count - 1);
  }

  void documentAdded() {
    documents++;
  }

  void documentRemoved() {
    documents--;
  }

  void switched(ApplicationKey application) {
    switched.add(application);
  }

  SortedSet<ApplicationKey> applicationKeys() {
    SortedSet<ApplicationKey> keys = new TreeSet<>(applications.keySet());
    keys.addAll(switched);
    return keys;
  }

  SortedSet<ApplicationKey> applicationKeys(Optional<ApplicationKey> after, int limit) {
    NavigableSet<ApplicationKey> counted = applications.navigableKeySet();
    return Stream.of(counted, switched)
        .map(keys -> after.isPresent() ? keys.tailSet(after.get(), false) : keys)
        .flatMap(keys -> keys.stream().limit(limit))
        .sorted()
        .distinct()
        .limit(limit)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  Set<MemberId> ownerIds() {
    return Set.copyOf(owners.keySet());
  }

  int applications() {
    return applications.size();
  }

  int instances() {
    return instances;
  }

  int documents() {
    return documents;
  }
}
