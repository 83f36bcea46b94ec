package io.landbridge.observe;

import io.landbridge.dubbo.Loss;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What cannot be translated, per unit. Keeps at most {@value #CAPACITY}, and logs new ones, but not
 * more than a few a minute. One thread writes, any reads.
 */
final class LossBoard {

  private static final Logger LOG = LoggerFactory.getLogger(LossBoard.class);

  static final int CAPACITY = 10_000;
  private static final int LOGGED_PER_MINUTE = 20;
  private static final long MINUTE = 60_000_000_000L;

  private final Map<String, List<Loss>> losses = new ConcurrentSkipListMap<>();
  private final NavigableMap<InstanceKey, List<Loss>> shared = new ConcurrentSkipListMap<>();
  private int kept;
  private long minute;
  private int logged;

  /**
   * Replaces the losses of a unit.
   *
   * @param now nanoseconds on the observer's clock
   */
  void set(String unit, List<Loss> found, long now) {
    replace(losses, unit, found, now);
  }

  /** Replaces what is lost of an instance, whichever units have it. */
  void setShared(InstanceKey key, List<Loss> found, long now) {
    replace(shared, key, found, now);
  }

  private <K> void replace(Map<K, List<Loss>> board, K key, List<Loss> found, long now) {
    List<Loss> before = board.getOrDefault(key, List.of());
    if (before.equals(found)) {
      return;
    }
    List<Loss> room =
        List.copyOf(found.subList(0, Math.min(found.size(), CAPACITY - kept + before.size())));
    kept += room.size() - before.size();
    if (room.isEmpty()) {
      board.remove(key);
    } else {
      board.put(key, room);
    }
    Set<Loss> known = Set.copyOf(before);
    room.stream().filter(loss -> !known.contains(loss)).forEach(loss -> log(loss, now));
  }

  private void log(Loss loss, long now) {
    if (now - minute >= MINUTE) {
      minute = now;
      logged = 0;
    }
    logged++;
    if (logged <= LOGGED_PER_MINUTE) {
      LOG.warn(
          "{} at {} is not translated{}: {}",
          loss.service(),
          loss.address(),
          loss.kind().dropped() ? "" : " fully",
          loss.detail());
    }
  }

  /** The instances of an application that are not shown because their documents are too large. */
  List<Loss> tooLarge(ApplicationKey application) {
    return shared.tailMap(new InstanceKey(application, "", "", 0)).entrySet().stream()
        .takeWhile(each -> each.getKey().application().equals(application))
        .flatMap(each -> each.getValue().stream())
        .filter(each -> each.kind() == Loss.Kind.TOO_LARGE)
        .toList();
  }

  /** All that are kept. */
  List<Loss> all() {
    return Stream.concat(losses.values().stream(), shared.values().stream())
        .flatMap(List::stream)
        .toList();
  }
}
