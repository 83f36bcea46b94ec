package io.landbridge.observe;

import io.landbridge.model.InstanceKey;
import io.landbridge.observe.registry.Address;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Units of this member to be looked at again because another member has claimed an instance of
 * theirs, or somebody has taken one out.
 *
 * <p>The other may have a client of its own there, and then its word counts until that one leaves.
 * But a client may come and leave again before this member hears of it from the server: nothing
 * would tell then that the last word is nobody's any more. So the unit is looked at once the server
 * has had the time to tell of such a client: if there is none, it is claimed again.
 */
final class OthersClaims {

  /** With more at once, all units are looked at instead. */
  static final int CAPACITY = 10_000;

  /** Nacos tells the other members of a client's change after a second. */
  private static final long TOLD_OF = 3_000_000_000L;

  private final Set<InstanceKey> claimed = ConcurrentHashMap.newKeySet();
  private final Set<InstanceKey> gone = ConcurrentHashMap.newKeySet();

  /** Until when a claim may be of clients this member has not been told of. */
  private final Map<InstanceKey, Long> recent = new ConcurrentHashMap<>();

  /** When to look at a unit. Touched by the observer's thread alone. */
  private final Map<String, Long> due = new HashMap<>();

  /**
   * Another member has claimed an instance. From any thread.
   *
   * @param now nanoseconds on the observer's clock
   */
  void claimed(InstanceKey key, long now) {
    add(claimed, key);
    if (recent.size() < CAPACITY) {
      recent.put(key, now + TOLD_OF);
    }
  }

  /**
   * Until when an instance may be of clients that this member was not told of, because another one
   * claimed it a short time ago.
   *
   * @param now nanoseconds on the observer's clock
   * @return a moment on that clock, which is not after now if there is no such claim
   */
  long recentUntil(InstanceKey key, long now) {
    return recent.getOrDefault(key, now);
  }

  /** Has a unit looked at when its time has come. */
  void look(String unit, long when) {
    due.merge(unit, when, Math::min);
  }

  /** An instance was taken out of the catalog. From any thread. */
  void gone(InstanceKey key) {
    add(gone, key);
  }

  private static void add(Set<InstanceKey> keys, InstanceKey key) {
    if (keys.size() < CAPACITY) {
      keys.add(key);
    }
  }

  /** Whether some may have been dropped; asked before {@link #due}. */
  boolean isFull() {
    return claimed.size() >= CAPACITY || gone.size() >= CAPACITY;
  }

  /**
   * The units whose time has come; each is told once.
   *
   * @param index the units this member knows
   * @param now nanoseconds on the observer's clock
   */
  List<String> due(UnitIndex index, long now) {
    wait(claimed, index, now + TOLD_OF);
    wait(gone, index, now);
    recent.values().removeIf(until -> until <= now);
    List<String> units = new ArrayList<>();
    due.forEach(
        (unit, when) -> {
          if (when <= now) {
            units.add(unit);
          }
        });
    units.forEach(due::remove);
    return units;
  }

  private void wait(Set<InstanceKey> keys, UnitIndex index, long when) {
    for (Iterator<InstanceKey> each = keys.iterator(); each.hasNext(); ) {
      InstanceKey key = each.next();
      each.remove();
      for (Unit unit : index.at(Address.of(key))) {
        if (unit.holds(key)) {
          due.merge(unit.id(), when, Math::min);
        }
      }
    }
  }
}
