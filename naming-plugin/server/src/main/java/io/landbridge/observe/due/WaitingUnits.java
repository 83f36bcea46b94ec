package io.landbridge.observe.due;

import io.landbridge.dubbo.DocumentAddress;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MetadataRevision;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The units of which something cannot be told without documents that are not here yet. They are due
 * when one of these was had or could not be had, or when it may be asked for now.
 *
 * <p>What happened is told from any thread; which units wait is known to the observer's thread
 * alone.
 */
public final class WaitingUnits {

  /** What may be had now of what units wait for. */
  private final Set<MetadataRevision> arrived = ConcurrentHashMap.newKeySet();

  private final Set<ApplicationKey> switched = ConcurrentHashMap.newKeySet();

  /** By unit, where the documents are that it waits for. */
  private final Map<String, List<DocumentAddress>> waiting = new HashMap<>();

  /** A document was had, or could not be had. From any thread. */
  public void arrived(MetadataRevision revision) {
    arrived.add(revision);
  }

  /** Applications were switched on or off. From any thread; quick. */
  public void switched(Set<ApplicationKey> applications) {
    switched.addAll(applications);
  }

  /**
   * Replaces what a unit waits for.
   *
   * @param addresses where the documents are; none when it waits for nothing
   */
  public void set(String unit, List<DocumentAddress> addresses) {
    if (addresses.isEmpty()) {
      waiting.remove(unit);
    } else {
      waiting.put(unit, addresses);
    }
  }

  /**
   * Passes on the units that need not wait for what they waited for.
   *
   * @param mark called with each of them
   */
  public void due(Consumer<String> mark) {
    if (arrived.isEmpty() && switched.isEmpty()) {
      return;
    }
    Set<MetadataRevision> revisions = Set.copyOf(arrived);
    arrived.removeAll(revisions);
    Set<ApplicationKey> applications = Set.copyOf(switched);
    switched.removeAll(applications);
    waiting.forEach(
        (unit, addresses) -> {
          if (addresses.stream()
              .anyMatch(
                  each ->
                      revisions.contains(each.revision())
                          || applications.contains(each.application()))) {
            mark.accept(unit);
          }
        });
  }
}
