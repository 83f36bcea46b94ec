package io.landbridge.observe;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.observe.ClaimRules.Sharing;
import io.landbridge.observe.registry.Address;
import io.landbridge.observe.registry.NativeRegistry;
import io.landbridge.state.ClaimedInstances;
import io.landbridge.state.OwnedInstance;
import java.util.List;
import java.util.Optional;

/**
 * Who has what at the address of an instance: the units of this member that hold it, those that
 * held it, and those of other members. Changes nothing; lives for one round.
 */
final class Neighbors {

  private final NativeRegistry registry;
  private final ClaimedInstances catalog;
  private final UnitIndex index;
  private final UnitReader reader;

  Neighbors(NativeRegistry registry, ClaimedInstances catalog, UnitIndex index, UnitReader reader) {
    this.registry = registry;
    this.catalog = catalog;
    this.index = index;
    this.reader = reader;
  }

  /** All units at the address of an instance, whatever they have there. */
  List<Unit> at(InstanceKey key) {
    return index.at(Address.of(key));
  }

  /** The units, of some, that have an instance now. */
  static List<Unit> holders(InstanceKey key, List<Unit> there) {
    return there.stream().filter(unit -> unit.holds(key)).toList();
  }

  /** The units, of some, that had an instance of which the catalog must still be told. */
  static List<Unit> left(InstanceKey key, List<Unit> there) {
    return there.stream().filter(unit -> !unit.holds(key) && unit.instance(key) != null).toList();
  }

  /** The units of other members, also such as were this member's a moment ago. */
  List<Unit> strangers(InstanceKey key, List<Unit> there) {
    return there.stream().filter(unit -> isStranger(unit, key)).toList();
  }

  private boolean isStranger(Unit unit, InstanceKey key) {
    if (unit.instance(key) == null) {
      return true;
    }
    Address address = Address.of(key);
    return !unit.holds(key)
        && registry.summary(unit.id()).addresses().contains(address)
        && !registry.isResponsible(unit.id(), address);
  }

  /**
   * The units of other members that have more of the process that an instance is, or a process
   * before or after it at the same address.
   */
  List<Unit> parts(InstanceKey key, List<Unit> holders, List<Unit> strangers) {
    return !strangers.isEmpty() && isPart(key, holders)
        ? strangers.stream().filter(unit -> reader.connected(unit.id()).contains(key)).toList()
        : List.of();
  }

  /** Whether one of the units says which process an instance is of. */
  boolean isPart(InstanceKey key, List<Unit> units) {
    return units.stream().anyMatch(unit -> reader.connected(unit.id()).contains(key));
  }

  /** Whether a unit has it that is another member's. */
  boolean isElsewhere(InstanceKey key) {
    return at(key).stream().anyMatch(unit -> reader.read(unit.id()).others().contains(key));
  }

  /** What others have there, as far as can be seen without reading anything. */
  Sharing sharing(KnownInstance instance) {
    List<Unit> there = at(instance.key());
    List<Unit> strangers = strangers(instance.key(), there);
    if (!strangers.isEmpty() && instance.sharing().isPart()) {
      return instance.sharing();
    }
    return unrelated(holders(instance.key(), there), strangers);
  }

  /** What others have there. */
  Sharing sharing(InstanceKey key, List<Unit> holders, List<Unit> strangers, List<Unit> parts) {
    if (!parts.isEmpty()) {
      return isFirst(holders, parts) ? Sharing.FIRST_PART : Sharing.PART;
    }
    Sharing unrelated = unrelated(holders, strangers);
    return unrelated == Sharing.FIRST_UNRELATED && isExplained(key, strangers)
        ? Sharing.UNRELATED
        : unrelated;
  }

  private static Sharing unrelated(List<Unit> holders, List<Unit> strangers) {
    if (strangers.isEmpty()) {
      return Sharing.NONE;
    }
    return isFirst(holders, strangers) ? Sharing.FIRST_UNRELATED : Sharing.UNRELATED;
  }

  private static boolean isFirst(List<Unit> holders, List<Unit> others) {
    return ids(holders).get(0).compareTo(ids(others).get(0)) < 0;
  }

  /** The names of units, sorted. */
  static List<String> ids(List<Unit> units) {
    return units.stream().map(Unit::id).sorted().toList();
  }

  /** Whether what the catalog has is what a client of another member has registered. */
  private boolean isExplained(InstanceKey key, List<Unit> strangers) {
    Optional<ApplicationInstance> shown = catalog.instance(key).map(OwnedInstance::instance);
    return shown.isPresent()
        && strangers.stream().anyMatch(unit -> reader.has(unit.id(), shown.get()));
  }
}
