package io.landbridge.observe;

import io.landbridge.model.InstanceKey;
import io.landbridge.observe.registry.Address;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the observer remembers of a unit. Touched by the observer's thread alone, but for {@link
 * #id}.
 */
final class Unit {

  private static final long UNREAD = Long.MIN_VALUE;

  private final String id;

  /** Where it registers, and where it has instances the catalog must still be told of. */
  private List<Address> addresses = List.of();

  /** Sorted by key. */
  private List<KnownInstance> instances = List.of();

  private long stamp = UNREAD;

  Unit(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  List<Address> addresses() {
    return addresses;
  }

  /** Only {@link UnitIndex} may call this. */
  void setAddresses(Set<Address> now) {
    addresses = List.copyOf(now);
  }

  /** The instances this member answers for, and those it did until the catalog is told. */
  List<KnownInstance> instances() {
    return instances;
  }

  void setInstances(List<KnownInstance> now) {
    // A copy, because lists of one are kept smaller than by a stream.
    instances = List.copyOf(now.stream().sorted(Comparator.comparing(KnownInstance::key)).toList());
  }

  /** Whether it was read when it had this stamp, and need not be read again. */
  boolean isReadAt(long now) {
    return stamp == now && stamp != UNREAD;
  }

  void readAt(long now) {
    stamp = now;
  }

  /** What it was read for did not get anywhere, so the same must be read again. */
  void mustBeRead() {
    stamp = UNREAD;
  }

  /** Its instance with a key, be it gone or not; null when it has none. */
  @Nullable KnownInstance instance(InstanceKey key) {
    int low = 0;
    int high = instances.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      KnownInstance found = instances.get(middle);
      int order = found.key().compareTo(key);
      if (order == 0) {
        return found;
      } else if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return null;
  }

  /** Whether it has this instance now. */
  boolean holds(InstanceKey key) {
    KnownInstance found = instance(key);
    return found != null && !found.isGone();
  }
}
