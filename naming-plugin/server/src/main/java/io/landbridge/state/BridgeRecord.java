package io.landbridge.state;

import io.landbridge.command.BridgeTerms;
import io.landbridge.command.Command.SwitchBridge;
import io.landbridge.model.MemberId;
import java.util.Objects;
import java.util.Optional;

/**
 * How the bridge to a legacy cluster stands.
 *
 * @param terms what an operator wants of it
 * @param since when they were last changed, milliseconds since 1970; 0 when there never was a
 *     bridge
 * @param epoch grows with every change of the terms and every change of the active member; 0 when
 *     there never was a bridge
 * @param active the one member that imports; empty until there is one
 * @param firstSync when everything the legacy cluster had was here for the first time since the
 *     bridge was started, milliseconds since 1970; 0 before that
 * @param id what tells this cluster from others that are bridged to the same legacy cluster, made
 *     when the first bridge was begun; empty in a catalog that is older than that
 */
public record BridgeRecord(
    BridgeTerms terms,
    long since,
    long epoch,
    Optional<MemberId> active,
    long firstSync,
    String id) {

  private static final String NAMELESS = "landbridge";

  /** There never was a bridge. */
  public static final BridgeRecord NONE =
      new BridgeRecord(BridgeTerms.NONE, 0, 0, Optional.empty(), 0, "");

  /** Checks that no part is missing. */
  public BridgeRecord {
    Objects.requireNonNull(terms, "terms");
    Objects.requireNonNull(active, "active");
    Objects.requireNonNull(id, "id");
  }

  /** Whether everything was imported once. */
  public boolean isComplete() {
    return firstSync > 0;
  }

  /** What this cluster's exports are marked with in the legacy cluster. */
  public String origin() {
    return id.isEmpty() ? NAMELESS : NAMELESS + "-" + id;
  }

  BridgeRecord next(SwitchBridge change) {
    BridgeTerms wanted = change.terms();
    boolean sameData =
        terms.phase().imports()
            && wanted.phase().imports()
            && terms.servers().equals(wanted.servers());
    return new BridgeRecord(
        wanted,
        change.at(),
        epoch + 1,
        active,
        sameData ? firstSync : 0,
        epoch == 0 ? change.id() : id);
  }

  BridgeRecord takenBy(MemberId member) {
    return new BridgeRecord(terms, since, epoch + 1, Optional.of(member), firstSync, id);
  }

  BridgeRecord completed(long at) {
    return new BridgeRecord(terms, since, epoch, active, at, id);
  }
}
