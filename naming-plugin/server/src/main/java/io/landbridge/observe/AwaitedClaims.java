package io.landbridge.observe;

import io.landbridge.model.InstanceKey;
import io.landbridge.observe.registry.Address;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The records under this member's name whose clients are at other members only: those will claim
 * them, or lose them. No more than this member has records; each full pass finds them anew.
 *
 * <p>Touched by the observer's thread alone.
 */
final class AwaitedClaims {

  private final Map<Address, Set<InstanceKey>> byAddress = new HashMap<>();

  void add(Address address, InstanceKey key) {
    byAddress.computeIfAbsent(address, there -> new HashSet<>()).add(key);
  }

  /** Somebody has left an address: what was there is no longer awaited, but looked at. */
  Set<InstanceKey> take(Address address) {
    Set<InstanceKey> there = byAddress.remove(address);
    return there == null ? Set.of() : there;
  }

  void clear() {
    byAddress.clear();
  }
}
