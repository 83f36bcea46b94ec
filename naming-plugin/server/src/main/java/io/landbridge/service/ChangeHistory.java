package io.landbridge.service;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import io.landbridge.service.answer.ChangedApplication;
import io.landbridge.service.answer.Changes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which application changed last at which applied count. Bounded: beyond so many applications the
 * longest unchanged ones are forgotten, and whoever asks from before that is told to start again.
 *
 * <p>Not safe for use by several threads.
 */
final class ChangeHistory {

  private final int capacity;
  private final Map<ApplicationKey, Long> latest = new HashMap<>();
  private final NavigableMap<Long, Set<ApplicationKey>> byCount = new TreeMap<>();
  private long applied;

  /** From here on nothing is missing. */
  private long complete;

  /**
   * Makes a history.
   *
   * @param capacity how many applications it knows, about
   * @param applied where it begins
   */
  ChangeHistory(int capacity, long applied) {
    this.capacity = capacity;
    this.applied = applied;
    this.complete = applied;
  }

  void advanced(long count, Set<ApplicationKey> changed) {
    applied = count;
    for (ApplicationKey application : changed) {
      Long before = latest.put(application, count);
      if (before != null) {
        forget(application, before);
      }
    }
    if (!changed.isEmpty()) {
      byCount.put(count, new TreeSet<>(changed));
    }
    while (latest.size() > capacity) {
      Map.Entry<Long, Set<ApplicationKey>> oldest = byCount.pollFirstEntry();
      oldest.getValue().forEach(latest::remove);
      complete = oldest.getKey();
    }
  }

  void restored(long count) {
    latest.clear();
    byCount.clear();
    applied = count;
    complete = count;
  }

  /** What changed after a count, of one namespace or all. */
  Changes since(long count, Optional<NamespaceId> namespace) {
    if (count < complete) {
      return new Changes(applied, true, List.of());
    }
    List<ChangedApplication> changes = new ArrayList<>();
    byCount
        .tailMap(count, false)
        .forEach(
            (at, applications) ->
                applications.stream()
                    .filter(key -> namespace.isEmpty() || namespace.get().equals(key.namespace()))
                    .map(
                        key ->
                            new ChangedApplication(key.namespace().value(), key.name().value(), at))
                    .forEach(changes::add));
    return new Changes(applied, false, changes);
  }

  private void forget(ApplicationKey application, long count) {
    Set<ApplicationKey> others = byCount.get(count);
    if (others != null && others.remove(application) && others.isEmpty()) {
      byCount.remove(count);
    }
  }
}
