package io.landbridge.observe;

import io.landbridge.dubbo.DocumentAddress;
import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.Origin;
import io.landbridge.observe.ClaimRules.Gone;
import io.landbridge.observe.ClaimRules.Put;
import io.landbridge.observe.ClaimRules.Told;
import io.landbridge.observe.UnitReader.Reading;
import io.landbridge.observe.UnitReader.Shared;
import io.landbridge.state.ClaimedInstances;
import io.landbridge.state.OwnedInstance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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
  private final Set<InstanceKey> inFlight;
  private final Map<ApplicationKey, ApplicationKey> interned;
  private final AwaitedClaims awaited;
  private final OthersClaims others;
  private final LossBoard losses;
  private final ObserverStatistics statistics;
  private final boolean encloseAll;
  private final Predicate<String> settled;
  private final long now;

  private final UnitReader reader;
  private final PendingClaim claim = new PendingClaim();
  private final Set<InstanceKey> touched = new TreeSet<>();
  private final Set<String> postponed = new HashSet<>();
  private final Set<String> unsettled = new HashSet<>();
  private final Set<String> again = new HashSet<>();
  private final Map<String, Long> later = new HashMap<>();
  private final Set<InstanceKey> left = new HashSet<>();
  private final List<Unit> visited = new ArrayList<>();
  private final Map<String, List<DocumentAddress>> waiting = new HashMap<>();

  /**
   * Makes a round.
   *
   * @param providers what it takes to understand application-level registrations
   * @param inFlight instances an earlier claim is under way for; nothing is decided about them
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
      Set<InstanceKey> inFlight,
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
    this.others = others;
    this.losses = losses;
    this.statistics = statistics;
    this.encloseAll = encloseAll;
    this.settled = settled;
    this.now = now;
    this.reader = new UnitReader(registry, catalog, providers, statistics);
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
        waiting.put(id, List.of());
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
                inFlight.contains(each.key())
                    || rules.isSound(catalog.instance(each.key()), each.told(), sharing(each)));
  }

  /** As far as can be seen without reading anything. */
  private Sharing sharing(KnownInstance instance) {
    List<Unit> there = index.at(Address.of(instance.key()));
    List<Unit> strangers = strangers(instance.key(), there);
    if (!strangers.isEmpty() && instance.sharing().isPart()) {
      return instance.sharing();
    }
    return unrelated(holders(instance.key(), there), strangers);
  }

  private static List<Unit> holders(InstanceKey key, List<Unit> there) {
    return there.stream().filter(unit -> unit.holds(key)).toList();
  }

  /** The units of other members, also such as were this member's a moment ago. */
  private List<Unit> strangers(InstanceKey key, List<Unit> there) {
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

  private static Sharing unrelated(List<Unit> holders, List<Unit> strangers) {
    if (strangers.isEmpty()) {
      return Sharing.NONE;
    }
    return isFirst(holders, strangers) ? Sharing.FIRST_UNRELATED : Sharing.UNRELATED;
  }

  private static boolean isFirst(List<Unit> holders, List<Unit> others) {
    return ids(holders).get(0).compareTo(ids(others).get(0)) < 0;
  }

  /** Nothing of the unit is this member's, or not any more. */
  private void leave(Unit unit, Set<Address> addresses) {
    for (KnownInstance each : unit.instances()) {
      setGone(each, true);
      touched.add(each.key());
    }
    waiting.put(unit.id(), List.of());
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
      here.forEach(this::readAgain);
    }
  }

  private void readAgain(Unit unit) {
    unit.mustBeRead();
    again.add(unit.id());
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
    waiting.put(unit.id(), List.copyOf(reading.waiting().values()));
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
            again.add(other.id());
          }
        }
      }
    }
  }

  /** Releases records under this member's name that no unit explains. */
  void sweep(Collection<OwnedInstance> records) {
    for (OwnedInstance each : records) {
      InstanceKey key = each.instance().key();
      if (!inFlight.contains(key)
          && index.at(Address.of(key)).stream().noneMatch(unit -> unit.instance(key) != null)
          && rules.mayReleaseUnexplained()) {
        if (isElsewhere(key)) {
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
    for (InstanceKey key : touched) {
      List<Unit> there = index.at(Address.of(key));
      if (inFlight.contains(key)) {
        there.stream()
            .filter(unit -> unit.instance(key) != null)
            .forEach(
                unit -> {
                  unit.mustBeRead();
                  postponed.add(unit.id());
                });
        continue;
      }
      List<Unit> holders = holders(key, there);
      List<Unit> left =
          there.stream().filter(unit -> !unit.holds(key) && unit.instance(key) != null).toList();
      if (holders.isEmpty()) {
        decideGone(key, left);
      } else {
        decidePut(key, holders, left, strangers(key, there));
      }
    }
    return claim;
  }

  private void decideGone(InstanceKey key, List<Unit> left) {
    boolean told = left.stream().map(unit -> known(unit, key)).anyMatch(Round::isTold);
    losses.setShared(key, List.of(), now);
    Gone decision = rules.gone(catalog.instance(key), told, isElsewhere(key));
    switch (decision) {
      case RELEASE -> claim.release(key, left);
      case FORGET -> left.forEach(unit -> forget(unit, key));
      case WAIT -> {
        // The next pass looks again, or whoever stands in the way tells when it is gone.
      }
    }
  }

  /**
   * The units of other members that have more of the process that an instance is, or a process
   * before or after it at the same address.
   */
  private List<Unit> parts(InstanceKey key, List<Unit> holders, List<Unit> strangers) {
    return !strangers.isEmpty() && isPart(key, holders)
        ? strangers.stream().filter(unit -> reader.connected(unit.id()).contains(key)).toList()
        : List.of();
  }

  private boolean isPart(InstanceKey key, List<Unit> units) {
    return units.stream().anyMatch(unit -> reader.connected(unit.id()).contains(key));
  }

  private void decidePut(
      InstanceKey key, List<Unit> holders, List<Unit> left, List<Unit> strangers) {
    List<Unit> parts = parts(key, holders, strangers);
    ApplicationInstance instance = instance(key, holders, parts);
    if (instance == null) {
      // It changed while it was read, and the mark of that change is on its way; but not all
      // changes are announced.
      holders.forEach(this::readAgain);
      return;
    }
    long fingerprint = KnownInstance.fingerprint(instance);
    List<KnownInstance> memories = new ArrayList<>();
    holders.forEach(unit -> memories.add(known(unit, key)));
    left.forEach(unit -> memories.add(known(unit, key)));
    boolean same = memories.stream().anyMatch(each -> isTold(each) && each.told() == fingerprint);
    Told told =
        same
            ? Told.SAME
            : memories.stream().anyMatch(Round::isTold) ? Told.SOMETHING_ELSE : Told.NOTHING;
    boolean refused = memories.stream().anyMatch(each -> each.isRefused(fingerprint));
    Sharing sharing = sharing(key, holders, strangers, parts);
    holders.forEach(unit -> known(unit, key).setSharing(sharing));
    left.forEach(unit -> forget(unit, key));
    // What another member's native client registers is shown before what is imported.
    boolean yields = instance.origin() == Origin.LEGACY_CLUSTER && isElsewhere(key);
    Put decision = yields ? Put.WAIT : rules.put(instance, catalog.instance(key), told, sharing);
    boolean several = holders.size() > 1 || !parts.isEmpty();
    List<Loss> lost = new ArrayList<>(several ? reader.conflicts(key) : List.of());
    if (decision == Put.PUT && !refused) {
      if (isPremature(instance, holders, told == Told.SAME && sharing != Sharing.NONE)) {
        holders.forEach(Unit::mustBeRead);
        holders.forEach(unit -> later.put(unit.id(), others.recentUntil(key, now)));
      } else if (isHalfway(instance, holders)) {
        holders.forEach(Unit::mustBeRead);
        holders.forEach(unit -> unsettled.add(unit.id()));
      } else if (enclose(instance)) {
        claim.put(instance, holders);
      } else {
        holders.forEach(this::readAgain);
      }
    } else if (decision == Put.KNOWN) {
      holders.forEach(unit -> known(unit, key).tell(fingerprint));
    } else if (decision == Put.PUT) {
      holders.forEach(unit -> known(unit, key).refuse(fingerprint));
      lost.add(tooLarge(key));
      // All or nothing: what it was when it did fit is not shown for good.
      if (catalog.instance(key).filter(it -> it.owner().equals(rules.self())).isPresent()) {
        claim.release(key, holders);
      }
    } else {
      holders.forEach(Unit::mustBeRead);
    }
    losses.setShared(key, lost, now);
  }

  static Loss tooLarge(InstanceKey key) {
    return new Loss(
        Loss.Kind.TOO_LARGE,
        key.service(),
        key.ip() + ":" + key.port(),
        "the services of this process do not fit into one log entry; shorten their parameters or"
            + " split the application",
        key.application().name().value());
  }

  private @Nullable ApplicationInstance instance(
      InstanceKey key, List<Unit> holders, List<Unit> parts) {
    return holders.size() == 1 && parts.isEmpty()
        ? reader.read(holders.get(0).id()).mine().get(key)
        : reader.together(key, new Shared(ids(holders), ids(parts)));
  }

  private static List<String> ids(List<Unit> units) {
    return units.stream().map(Unit::id).sorted().toList();
  }

  private Sharing sharing(
      InstanceKey key, List<Unit> holders, List<Unit> strangers, List<Unit> parts) {
    if (!parts.isEmpty()) {
      return isFirst(holders, parts) ? Sharing.FIRST_PART : Sharing.PART;
    }
    Sharing unrelated = unrelated(holders, strangers);
    return unrelated == Sharing.FIRST_UNRELATED && isExplained(key, strangers)
        ? Sharing.UNRELATED
        : unrelated;
  }

  /** Whether what the catalog has is what a client of another member has registered. */
  private boolean isExplained(InstanceKey key, List<Unit> strangers) {
    Optional<ApplicationInstance> shown = catalog.instance(key).map(OwnedInstance::instance);
    return shown.isPresent()
        && strangers.stream().anyMatch(unit -> reader.has(unit.id(), shown.get()));
  }

  /**
   * Whether to wait because another member claimed something else a moment ago, which may be of
   * what this member was not told of yet: services would vanish that the process has registered
   * over a connection there. A process that has just started at an address where another one was
   * may have to wait that long, too.
   *
   * @param contradicts whether this member has nothing new to say
   */
  private boolean isPremature(
      ApplicationInstance instance, List<Unit> holders, boolean contradicts) {
    InstanceKey key = instance.key();
    Optional<OwnedInstance> there =
        catalog
            .instance(key)
            .filter(each -> !each.owner().equals(rules.self()))
            .filter(each -> rules.living().contains(each.owner()))
            .filter(each -> each.instance().origin() == instance.origin());
    if (there.isEmpty() || others.recentUntil(key, now) <= now) {
      return false;
    }
    if (contradicts) {
      return true;
    }
    if (!isPart(key, holders)) {
      return false;
    }
    MetadataDocument wanted = reader.document(instance.revision());
    Optional<MetadataDocument> shown = catalog.document(there.get().instance().revision());
    return wanted != null
        && shown.isPresent()
        && !wanted.services().keySet().containsAll(shown.get().services().keySet());
  }

  /**
   * Whether a provider is likely to be still at it: its services are none that the catalog knows of
   * any, and it changed a moment ago. Told now, they would make a document that is published,
   * replicated and of use to nobody.
   */
  private boolean isHalfway(ApplicationInstance instance, List<Unit> holders) {
    return !catalog.hasDocument(instance.revision())
        && !holders.stream().map(Unit::id).allMatch(settled);
  }

  /**
   * Encloses what the catalog needs to know the instance.
   *
   * @return false when the catalog has lost a document since the unit was read, and only the
   *     provider has it
   */
  private boolean enclose(ApplicationInstance instance) {
    if (!encloseAll && catalog.hasDocument(instance.revision())) {
      return true;
    }
    MetadataDocument document = reader.document(instance.revision());
    if (document == null) {
      return false;
    }
    claim.enclose(instance.revision(), document);
    return true;
  }

  /** Whether a unit has it that is another member's. */
  private boolean isElsewhere(InstanceKey key) {
    return index.at(Address.of(key)).stream()
        .anyMatch(unit -> reader.read(unit.id()).others().contains(key));
  }

  private void forget(Unit unit, InstanceKey key) {
    unit.setInstances(unit.instances().stream().filter(each -> !each.key().equals(key)).toList());
    index.update(unit, registry.summary(unit.id()).addresses());
  }

  private static KnownInstance known(Unit unit, InstanceKey key) {
    return Objects.requireNonNull(unit.instance(key), "an instance of the unit");
  }

  private static boolean isTold(KnownInstance instance) {
    return instance.told() != 0 && !instance.isRefused();
  }

  /** The round failed: what it read must be read again. */
  void abandon() {
    visited.forEach(Unit::mustBeRead);
  }

  /** By unit that was read, where the documents are without which some of it cannot be told. */
  Map<String, List<DocumentAddress>> waiting() {
    return waiting;
  }

  /** Units that could not be decided about because of what is in flight. */
  Set<String> postponed() {
    return postponed;
  }

  /** Units that may not have registered everything yet. */
  Set<String> unsettled() {
    return unsettled;
  }

  /** Units to be looked at when this member has been told of all clients there are, and when. */
  Map<String, Long> later() {
    return later;
  }

  /** Units that must be looked at once more. */
  Set<String> again() {
    return again;
  }
}
