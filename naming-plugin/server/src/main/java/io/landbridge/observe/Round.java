package io.landbridge.observe;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.observe.UnitReader.Reading;
import io.landbridge.observe.registry.Address;
import io.landbridge.observe.registry.NativeRegistry;
import io.landbridge.observe.registry.UnitSummary;
import io.landbridge.state.ClaimedInstances;
import io.landbridge.state.OwnedInstance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * One round of the observer: some units are read, and what follows for the catalog becomes one
 * claim. The index is brought up to date first; an instance that left its unit stays there, marked
 * as gone, until the catalog was told, so that nothing is forgotten when telling fails.
 */
final class Round {

  private final NativeRegistry registry;
  private final ClaimedInstances catalog;
  private final UnitIndex index;
  private final ClaimRules rules;
  private final ClaimsInFlight inFlight;
  private final Map<ApplicationKey, ApplicationKey> interned;
  private final AwaitedClaims awaited;
  private final LossBoard losses;
  private final ObserverStatistics statistics;
  private final long now;

  private final UnitReader reader;
  private final Neighbors neighbors;
  private final RoundDecision decision;
  private final PendingClaim claim = new PendingClaim();
  private final Set<InstanceKey> touched = new TreeSet<>();
  private final FollowUps followUps = new FollowUps();
  private final Set<InstanceKey> left = new HashSet<>();
  private final List<Unit> visited = new ArrayList<>();

  /**
   * Makes a round.
   *
   * @param providers what it takes to understand application-level registrations
   * @param inFlight the claims that are under way; nothing is decided about their instances
   * @param interned application keys that are in use, so that they exist once
   * @param awaited records under this member's name that others are to claim
   * @param others what other members claimed a moment ago
   * @param encloseAll whether documents are enclosed that the catalog of this member has
   * @param settled whether a unit is likely to have registered all it will; of one that has not,
   *     nothing is told that takes a document nobody has
   * @param now the observer's clock
   */
  Round(
      NativeRegistry registry,
      ClaimedInstances catalog,
      ProviderReading providers,
      UnitIndex index,
      ClaimRules rules,
      ClaimsInFlight inFlight,
      Map<ApplicationKey, ApplicationKey> interned,
      AwaitedClaims awaited,
      OthersClaims others,
      LossBoard losses,
      ObserverStatistics statistics,
      boolean encloseAll,
      Predicate<String> settled,
      long now) {
    this.registry = registry;
    this.catalog = catalog;
    this.index = index;
    this.rules = rules;
    this.inFlight = inFlight;
    this.interned = interned;
    this.awaited = awaited;
    this.losses = losses;
    this.statistics = statistics;
    this.now = now;
    this.reader = new UnitReader(registry, catalog, providers, statistics);
    this.neighbors = new Neighbors(registry, catalog, index, reader);
    this.decision =
        new RoundDecision(
            registry,
            catalog,
            index,
            reader,
            neighbors,
            rules,
            inFlight,
            others,
            losses,
            encloseAll,
            settled,
            now,
            claim,
            followUps);
  }

  /** How many registrations were read so far. */
  int registrations() {
    return reader.registrations();
  }

  /** Looks at a unit, and reads it when it is not as it was. */
  void visit(String id) {
    UnitSummary summary = registry.summary(id);
    List<Address> mine =
        summary.addresses().stream()
            .filter(address -> registry.isResponsible(id, address))
            .toList();
    Unit known = index.get(id);
    if (mine.isEmpty()) {
      if (known != null || !summary.addresses().isEmpty()) {
        leave(known == null ? index.getOrAdd(id) : known, summary.addresses());
      } else {
        // What could not be told of it may have been all that was left of it.
        followUps.await(id, List.of());
        losses.set(id, List.of(), now);
      }
      return;
    }
    long stamp = summary.stamp() ^ Set.copyOf(mine).hashCode() * 0x9E3779B97F4A7C15L;
    if (known != null && known.isReadAt(stamp) && isSound(known)) {
      known.instances().stream()
          .filter(KnownInstance::isGone)
          .forEach(each -> touched.add(each.key()));
      return;
    }
    read(known == null ? index.getOrAdd(id) : known, summary.addresses(), mine, stamp);
  }

  private boolean isSound(Unit unit) {
    return unit.instances().stream()
        .filter(each -> !each.isGone() && !each.isRefused())
        .allMatch(
            each ->
                inFlight.has(each.key())
                    || rules.isSound(
                        catalog.instance(each.key()), each.told(), neighbors.sharing(each)));
  }

  /** Nothing of the unit is this member's, or not any more. */
  private void leave(Unit unit, Set<Address> addresses) {
    for (KnownInstance each : unit.instances()) {
      setGone(each, true);
      touched.add(each.key());
    }
    followUps.await(unit.id(), List.of());
    losses.set(unit.id(), List.of(), now);
    update(unit, addresses);
    tellParts(unit, addresses);
  }

  /**
   * What a client of another member has may be a part of a process of which this member has one
   * too: those units of this member are read again.
   */
  private void tellParts(Unit other, Set<Address> addresses) {
    Set<Unit> here = new HashSet<>();
    for (Address address : addresses) {
      for (Unit unit : index.at(address)) {
        if (unit != other && unit.instances().stream().anyMatch(each -> !each.isGone())) {
          here.add(unit);
        }
      }
    }
    if (here.isEmpty()) {
      other.mustBeRead();
      return;
    }
    long stamp = registry.stamp(other.id());
    if (!other.isReadAt(stamp)) {
      other.readAt(stamp);
      here.forEach(followUps::readAgain);
    }
  }

  private void read(Unit unit, Set<Address> addresses, List<Address> mine, long stamp) {
    Reading reading = reader.read(unit.id());
    List<KnownInstance> instances = new ArrayList<>();
    for (KnownInstance before : unit.instances()) {
      instances.add(before);
      // What it was is as good as anything while it is not known what it is now.
      if (!reading.waiting().containsKey(before.key())) {
        setGone(before, !reading.mine().containsKey(before.key()));
        touched.add(before.key());
      }
    }
    followUps.await(unit.id(), List.copyOf(reading.waiting().values()));
    for (InstanceKey key : reading.mine().keySet()) {
      if (unit.instance(key) == null) {
        instances.add(new KnownInstance(intern(key)));
        statistics.instances(1);
        touched.add(key);
      }
    }
    unit.setInstances(instances);
    visited.add(unit);
    unit.readAt(stamp);
    if (!reading.waiting().isEmpty()) {
      unit.mustBeRead();
    }
    update(unit, addresses);
    Set<String> answered =
        mine.stream().map(each -> each.ip() + ":" + each.port()).collect(Collectors.toSet());
    losses.set(
        unit.id(),
        reading.losses().stream().filter(loss -> answered.contains(loss.address())).toList(),
        now);
  }

  private void setGone(KnownInstance instance, boolean gone) {
    if (instance.isGone() != gone) {
      statistics.instances(gone ? -1 : 1);
      instance.setGone(gone);
    }
  }

  private InstanceKey intern(InstanceKey key) {
    ApplicationKey known = interned.putIfAbsent(key.application(), key.application());
    return known == null ? key : new InstanceKey(known, key.group(), key.ip(), key.port());
  }

  /** What this unit had at an address it has left may be for another to tell now. */
  private void update(Unit unit, Set<Address> addresses) {
    List<Address> before = unit.addresses();
    index.update(unit, addresses);
    for (Address address : before) {
      if (!addresses.contains(address)) {
        left.addAll(awaited.take(address));
        for (Unit other : index.at(address)) {
          if (other != unit && !other.instances().isEmpty()) {
            if (other.instances().stream().anyMatch(each -> each.sharing().isPart())) {
              other.mustBeRead();
            }
            followUps.lookAgain(other);
          }
        }
      }
    }
  }

  /** Releases records under this member's name that no unit explains. */
  void sweep(Collection<OwnedInstance> records) {
    for (OwnedInstance each : records) {
      InstanceKey key = each.instance().key();
      if (!inFlight.has(key)
          && index.at(Address.of(key)).stream().noneMatch(unit -> unit.instance(key) != null)
          && rules.mayReleaseUnexplained()) {
        if (neighbors.isElsewhere(key)) {
          awaited.add(Address.of(key), key);
        } else {
          claim.release(key, List.of());
        }
      }
    }
  }

  /** The same for those whose other clients have left in this round. */
  private void sweepLeft() {
    sweep(
        left.stream()
            .flatMap(key -> catalog.instance(key).stream())
            .filter(each -> each.owner().equals(rules.self()))
            .toList());
  }

  /**
   * Decides about everything that was visited.
   *
   * @return the claim; empty when there is nothing to tell
   */
  PendingClaim decide() {
    sweepLeft();
    touched.forEach(decision::decide);
    return claim;
  }

  /** The round failed: what it read must be read again. */
  void abandon() {
    visited.forEach(Unit::mustBeRead);
  }

  /** What must be looked at again. */
  FollowUps followUps() {
    return followUps;
  }
}
