package io.landbridge.observe;

import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.Origin;
import io.landbridge.observe.ClaimRules.Gone;
import io.landbridge.observe.ClaimRules.Put;
import io.landbridge.observe.ClaimRules.Sharing;
import io.landbridge.observe.ClaimRules.Told;
import io.landbridge.observe.UnitReader.Shared;
import io.landbridge.observe.registry.NativeRegistry;
import io.landbridge.state.ClaimedInstances;
import io.landbridge.state.OwnedInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides, in a round in which units were read, what the catalog is told of their instances. What
 * it must be told goes into the claim, and what cannot be told yet into the follow-ups.
 */
final class RoundDecision {

  private final NativeRegistry registry;
  private final ClaimedInstances catalog;
  private final UnitIndex index;
  private final UnitReader reader;
  private final Neighbors neighbors;
  private final ClaimRules rules;
  private final ClaimsInFlight inFlight;
  private final OthersClaims others;
  private final LossBoard losses;
  private final boolean encloseAll;
  private final Predicate<String> settled;
  private final long now;
  private final PendingClaim claim;
  private final FollowUps followUps;

  RoundDecision(
      NativeRegistry registry,
      ClaimedInstances catalog,
      UnitIndex index,
      UnitReader reader,
      Neighbors neighbors,
      ClaimRules rules,
      ClaimsInFlight inFlight,
      OthersClaims others,
      LossBoard losses,
      boolean encloseAll,
      Predicate<String> settled,
      long now,
      PendingClaim claim,
      FollowUps followUps) {
    this.registry = registry;
    this.catalog = catalog;
    this.index = index;
    this.reader = reader;
    this.neighbors = neighbors;
    this.rules = rules;
    this.inFlight = inFlight;
    this.others = others;
    this.losses = losses;
    this.encloseAll = encloseAll;
    this.settled = settled;
    this.now = now;
    this.claim = claim;
    this.followUps = followUps;
  }

  /** Decides about an instance that was touched. */
  void decide(InstanceKey key) {
    List<Unit> there = neighbors.at(key);
    if (inFlight.has(key)) {
      there.stream().filter(unit -> unit.instance(key) != null).forEach(followUps::postpone);
      return;
    }
    List<Unit> holders = Neighbors.holders(key, there);
    List<Unit> left = Neighbors.left(key, there);
    if (holders.isEmpty()) {
      decideGone(key, left);
    } else {
      decidePut(key, holders, left, neighbors.strangers(key, there));
    }
  }

  private void decideGone(InstanceKey key, List<Unit> left) {
    boolean told = left.stream().map(unit -> known(unit, key)).anyMatch(RoundDecision::isTold);
    losses.setShared(key, List.of(), now);
    Gone decision = rules.gone(catalog.instance(key), told, neighbors.isElsewhere(key));
    switch (decision) {
      case RELEASE -> claim.release(key, left);
      case FORGET -> left.forEach(unit -> forget(unit, key));
      case WAIT -> {
        // The next pass looks again, or whoever stands in the way tells when it is gone.
      }
    }
  }

  private void decidePut(
      InstanceKey key, List<Unit> holders, List<Unit> left, List<Unit> strangers) {
    List<Unit> parts = neighbors.parts(key, holders, strangers);
    ApplicationInstance instance = instance(key, holders, parts);
    if (instance == null) {
      // It changed while it was read, and the mark of that change is on its way; but not all
      // changes are announced.
      holders.forEach(followUps::readAgain);
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
            : memories.stream().anyMatch(RoundDecision::isTold)
                ? Told.SOMETHING_ELSE
                : Told.NOTHING;
    boolean refused = memories.stream().anyMatch(each -> each.isRefused(fingerprint));
    Sharing sharing = neighbors.sharing(key, holders, strangers, parts);
    holders.forEach(unit -> known(unit, key).setSharing(sharing));
    left.forEach(unit -> forget(unit, key));
    // What another member's native client registers is shown before what is imported.
    boolean yields = instance.origin() == Origin.LEGACY_CLUSTER && neighbors.isElsewhere(key);
    Put decision = yields ? Put.WAIT : rules.put(instance, catalog.instance(key), told, sharing);
    boolean several = holders.size() > 1 || !parts.isEmpty();
    List<Loss> lost = new ArrayList<>(several ? reader.conflicts(key) : List.of());
    if (decision == Put.PUT && !refused) {
      if (isPremature(instance, holders, told == Told.SAME && sharing != Sharing.NONE)) {
        holders.forEach(unit -> followUps.readLater(unit, others.recentUntil(key, now)));
      } else if (isHalfway(instance, holders)) {
        holders.forEach(followUps::settle);
      } else if (enclose(instance)) {
        claim.put(instance, holders);
      } else {
        holders.forEach(followUps::readAgain);
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
        : reader.together(key, new Shared(Neighbors.ids(holders), Neighbors.ids(parts)));
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
    if (!neighbors.isPart(key, holders)) {
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
}
