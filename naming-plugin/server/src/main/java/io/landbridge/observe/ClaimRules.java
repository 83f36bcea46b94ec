package io.landbridge.observe;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.MemberId;
import io.landbridge.model.Origin;
import io.landbridge.state.OwnedInstance;
import java.util.Optional;
import java.util.Set;

/**
 * When this member has something to tell the catalog. Pure.
 *
 * <p>An instance another living member owns is claimed only when it is new here, or changed here,
 * or no client of another member has it any more: of two members that both know a process the later
 * word counts, and they do not take it from each other again and again. Where the owner's client
 * has left and two others are there, one of them speaks up against what no client has registered.
 * Where members have parts of one process they fold the same, and whoever says it first has said it
 * for all; only one of them speaks up against what others said.
 *
 * @param self this member
 * @param epoch its start
 * @param living the members that are up
 * @param settling this member was paused, and others may know better what became of its clients
 * @param mayReleaseEarlier whether what this member claimed before its last start, and nobody has
 *     claimed since, may be released
 */
record ClaimRules(
    MemberId self, long epoch, Set<MemberId> living, boolean settling, boolean mayReleaseEarlier) {

  /** What to do with an instance that is registered. */
  enum Put {
    /** The catalog must be told. */
    PUT,
    /** The catalog has it, or another member's word of it. */
    KNOWN,
    /** It is not known yet who is right. */
    WAIT
  }

  /** What the catalog was told before. */
  enum Told {
    NOTHING,
    SOMETHING_ELSE,
    SAME
  }

  /** What clients of other members have at the address of an instance that this member holds. */
  enum Sharing {
    /** Nothing. */
    NONE,

    /** Something that does not say which process it is of. */
    UNRELATED,

    /**
     * The same, and this member is the one that puts right what is in the catalog and no client
     * there has registered.
     */
    FIRST_UNRELATED,

    /** More that says which process it is of; each of these members folds all of it. */
    PART,

    /** The same, and this member is the one that puts right what is in the catalog. */
    FIRST_PART;

    /** Whether all members that have a part fold the same. */
    boolean isPart() {
      return this == PART || this == FIRST_PART;
    }
  }

  /** What to do with an instance that is registered no more. */
  enum Gone {
    /** The catalog must be told. */
    RELEASE,
    /** It is not ours to tell. */
    FORGET,
    /** Not yet. */
    WAIT
  }

  /**
   * Decides about an instance that is registered.
   *
   * @param told what the catalog was told of it before
   * @param sharing what other members' clients have there
   */
  Put put(ApplicationInstance instance, Optional<OwnedInstance> known, Told told, Sharing sharing) {
    if (known.isEmpty()) {
      return Put.PUT;
    }
    OwnedInstance there = known.get();
    if (there.owner().equals(self)) {
      return there.epoch() == epoch && there.instance().equals(instance) ? Put.KNOWN : Put.PUT;
    }
    if (!living.contains(there.owner())) {
      return Put.PUT;
    }
    boolean same = there.instance().equals(instance);
    if (sharing.isPart() && same && told != Told.NOTHING) {
      return Put.KNOWN;
    }
    if (told == Told.SAME && isLeftTo(sharing, same) && !isOver(instance, there)) {
      return Put.KNOWN;
    }
    return settling && told != Told.NOTHING ? Put.WAIT : Put.PUT;
  }

  /** Whether the other member's word stands. */
  private static boolean isLeftTo(Sharing sharing, boolean same) {
    return switch (sharing) {
      case NONE -> false;
      case UNRELATED, PART -> true;
      case FIRST_UNRELATED, FIRST_PART -> same;
    };
  }

  /**
   * Whether what is registered here stands against what another member has from a legacy cluster.
   */
  private static boolean isOver(ApplicationInstance instance, OwnedInstance there) {
    return instance.origin() != Origin.LEGACY_CLUSTER && isImported(there);
  }

  private static boolean isImported(OwnedInstance there) {
    return there.instance().origin() == Origin.LEGACY_CLUSTER;
  }

  /**
   * Decides about an instance no unit of this member has any more.
   *
   * @param told whether this member claimed it in this run
   * @param elsewhere whether a unit of another member has it
   */
  Gone gone(Optional<OwnedInstance> known, boolean told, boolean elsewhere) {
    if (settling) {
      return Gone.WAIT;
    }
    boolean ours = known.filter(there -> there.owner().equals(self)).isPresent();
    if (elsewhere) {
      // Its member will claim it, unless the catalog has just that; until then it is in our name.
      return ours ? Gone.WAIT : Gone.FORGET;
    }
    if (told) {
      // This member may not have seen its own claim yet, so what it sees of the owner is no reason
      // to keep silent; the catalog passes over the release of what another owns.
      return Gone.RELEASE;
    }
    return ours && (known.orElseThrow().epoch() == epoch || mayReleaseEarlier)
        ? Gone.RELEASE
        : Gone.FORGET;
  }

  /** Whether a record under this member's name may be released that no unit explains. */
  boolean mayReleaseUnexplained() {
    return !settling && mayReleaseEarlier;
  }

  /**
   * Whether what the catalog has agrees with what it was told, as far as can be seen without
   * reading the unit.
   */
  boolean isSound(Optional<OwnedInstance> known, long told, Sharing sharing) {
    if (known.isEmpty() || told == 0) {
      return false;
    }
    OwnedInstance there = known.get();
    boolean same = KnownInstance.fingerprint(there.instance()) == told;
    return there.owner().equals(self)
        ? there.epoch() == epoch && same
        : living.contains(there.owner())
            && (isLeftTo(sharing, same) || settling)
            && !isImported(there);
  }
}
