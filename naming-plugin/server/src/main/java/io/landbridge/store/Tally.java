package io.landbridge.store;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.OwnedInstance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
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

  /** Applications with at least one instance, and how many in each group; nearly always one. */
  private final ConcurrentNavigableMap<ApplicationKey, Map<String, Integer>> applications =
      new ConcurrentSkipListMap<>();

  /** Members that own at least one instance, and how many. */
  private final ConcurrentNavigableMap<MemberId, Integer> owners = new ConcurrentSkipListMap<>();

  private final NavigableSet<ApplicationKey> switched = new ConcurrentSkipListSet<>();

  /** Services with at least one imported instance, and how many. */
  private final ConcurrentNavigableMap<ServiceKey, Integer> imported =
      new ConcurrentSkipListMap<>();

  /** The size of the map, which the map itself would have to count. Of the writing thread. */
  private int applicationCount;

  private int instances;
  private int documents;

  /** What one command changes. */
  static final class Changes {

    private final List<OwnedInstance> added = new ArrayList<>();
    private final List<OwnedInstance> removed = new ArrayList<>();
    private final List<ApplicationKey> switched = new ArrayList<>();
    private final List<ApplicationKey> unswitched = new ArrayList<>();
    private final Map<ServiceKey, Integer> imported = new HashMap<>();
    private int documents;

    void added(OwnedInstance instance) {
      added.add(instance);
    }

    void removed(OwnedInstance instance) {
      removed.add(instance);
    }

    void switched(ApplicationKey application) {
      switched.add(application);
    }

    void unswitched(ApplicationKey application) {
      unswitched.add(application);
    }

    void imported(ServiceKey service, int more) {
      imported.merge(service, more, Integer::sum);
    }

    void documentAdded() {
      documents++;
    }

    void documentRemoved() {
      documents--;
    }
  }

  void change(Changes changes) {
    // What comes before what goes: a reader never sees an application without its instances.
    changes.added.forEach(this::add);
    changes.removed.forEach(this::remove);
    changes.switched.forEach(this::switched);
    changes.unswitched.forEach(switched::remove);
    addDocuments(changes.documents);
    changes.imported.forEach(this::addImported);
  }

  /** Null takes the entry out of the map. */
  @SuppressWarnings("NullAway")
  void addImported(ServiceKey service, int more) {
    imported.merge(service, more, (one, other) -> one + other == 0 ? null : one + other);
  }

  SortedMap<ServiceKey, Integer> imported() {
    return Collections.unmodifiableSortedMap(imported);
  }

  void switched(ApplicationKey application) {
    switched.add(application);
  }

  void addDocuments(int more) {
    documents += more;
  }

  void add(OwnedInstance instance) {
    instances++;
    if (applications.put(application(instance), counted(instance, 1)) == null) {
      applicationCount++;
    }
    owners.merge(instance.owner(), 1, Integer::sum);
  }

  private void remove(OwnedInstance instance) {
    instances--;
    Map<String, Integer> left = counted(instance, -1);
    if (!left.isEmpty()) {
      applications.put(application(instance), left);
    } else if (applications.remove(application(instance)) != null) {
      applicationCount--;
    }
    owners.computeIfPresent(instance.owner(), (key, n) -> less(n));
  }

  /** The groups of its application once an instance has come or gone. */
  private Map<String, Integer> counted(OwnedInstance instance, int more) {
    Map<String, Integer> counts =
        new HashMap<>(applications.getOrDefault(application(instance), Map.of()));
    // Its own key stays, so that not every instance leaves a name behind.
    int now = counts.merge(instance.instance().group(), more, Integer::sum);
    if (now <= 0) {
      counts.remove(instance.instance().group());
    }
    return Map.copyOf(counts);
  }

  private static ApplicationKey application(OwnedInstance instance) {
    return instance.instance().application();
  }

  /** Null takes the entry out of the map. */
  @SuppressWarnings("NullAway")
  private static Integer less(int count) {
    return count == 1 ? null : Integer.valueOf(count - 1);
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

  boolean owns(MemberId member) {
    return owners.containsKey(member);
  }

  SortedSet<String> groups(ApplicationKey application) {
    return new TreeSet<>(applications.getOrDefault(application, Map.of()).keySet());
  }

  boolean has(ApplicationKey application) {
    return applications.containsKey(application);
  }

  int applications() {
    return applicationCount;
  }

  int instances() {
    return instances;
  }

  int documents() {
    return documents;
  }
}
