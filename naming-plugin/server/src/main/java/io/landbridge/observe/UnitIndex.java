package io.landbridge.observe;

import io.landbridge.observe.registry.Address;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The units this member knows of, its own and the others', by name and by address. One thread
 * writes, any reads.
 */
final class UnitIndex {

  private final Map<String, Unit> units = new ConcurrentHashMap<>();
  private final Map<Address, List<Unit>> byAddress = new ConcurrentHashMap<>();

  @Nullable Unit get(String id) {
    return units.get(id);
  }

  Unit getOrAdd(String id) {
    return units.computeIfAbsent(id, Unit::new);
  }

  /** The units that register at an address or must still tell the catalog of one there. */
  List<Unit> at(Address address) {
    return byAddress.getOrDefault(address, List.of());
  }

  /**
   * Notes where a unit is found from now on. Of a unit without any address nothing is left.
   *
   * @param registered where it registers; where its instances are is added
   */
  void update(Unit unit, Set<Address> registered) {
    Set<Address> now = new HashSet<>(registered);
    unit.instances().forEach(each -> now.add(each.address()));
    for (Address before : unit.addresses()) {
      if (!now.contains(before)) {
        byAddress.computeIfPresent(before, (address, there) -> without(there, unit));
      }
    }
    if (now.isEmpty()) {
      unit.setAddresses(now);
      units.remove(unit.id());
      return;
    }
    Set<Address> before = Set.copyOf(unit.addresses());
    for (Address address : now) {
      if (!before.contains(address)) {
        byAddress.merge(address, List.of(unit), UnitIndex::together);
      }
    }
    unit.setAddresses(now);
  }

  /** Null takes the entry out of the map. */
  @SuppressWarnings("NullAway")
  private static List<Unit> without(List<Unit> there, Unit unit) {
    List<Unit> left = there.stream().filter(each -> each != unit).toList();
    return left.isEmpty() ? null : left;
  }

  private static List<Unit> together(List<Unit> some, List<Unit> more) {
    List<Unit> all = new ArrayList<>(some);
    all.addAll(more);
    return List.copyOf(all);
  }

  /** The names of all units, as of now; a view. */
  Collection<String> ids() {
    return units.keySet();
  }

  int size() {
    return units.size();
  }
}
