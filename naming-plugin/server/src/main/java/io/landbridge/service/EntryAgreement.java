package io.landbridge.service;

import io.landbridge.command.Command.SkipEntry;
import io.landbridge.command.EntryId;
import io.landbridge.command.Result;
import io.landbridge.membership.Group;
import io.landbridge.membership.GroupView;
import io.landbridge.model.MemberId;
import io.landbridge.raft.Catalog;
import io.landbridge.raft.StoppedEntry;
import io.landbridge.raft.UnreadableEntryCounts;
import io.landbridge.service.AdministrationException.Kind;
import io.landbridge.service.answer.EntryStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Has a member that has stopped at an entry of the log agree to leave it out. The agreement goes
 * through the log, so that all members find it in the same place.
 */
public final class EntryAgreement {

  /** A member that has stopped hands the lead on, to one that may do so in turn. */
  private static final int ATTEMPTS = 4;

  private static final long PROPOSAL_SECONDS = 12;
  private static final long AGAIN_MILLIS = 500;

  /** The leader has applied it; this member is a moment behind. */
  private static final long SEEN_MILLIS = 5_000;

  private static final long LOOK_MILLIS = 20;

  private final Group group;
  private final IdempotentProposals proposals;
  private final Supplier<UnreadableEntryCounts> entries;

  /**
   * Makes an agreement between the members of a group.
   *
   * @param group the members whose agreement it takes
   * @param catalog where it is proposed
   * @param entries what this member could not read
   */
  public EntryAgreement(Group group, Catalog catalog, Supplier<UnreadableEntryCounts> entries) {
    this.group = group;
    this.proposals = new IdempotentProposals(catalog, PROPOSAL_SECONDS);
    this.entries = entries;
  }

  /** See {@link Maintenance#skipEntry}. */
  EntryStatus agree(long number, String sha256, List<String> without)
      throws AdministrationException {
    StoppedEntry stopped =
        entries
            .get()
            .stopped()
            .orElseThrow(
                () ->
                    new AdministrationException(
                        Kind.CONFLICT,
                        "this member has not stopped at a log entry: it has read or already skipped"
                            + " the entry"));
    EntryId entry = entry(number, sha256);
    if (!stopped.entry().equals(entry)) {
      throw new AdministrationException(
          Kind.CONFLICT, "this member has stopped at %s".formatted(stopped.entry()));
    }
    GroupView view = group.view();
    Set<MemberId> members = members(view, without);
    for (int attempt = 1; !stopped.skipped(); attempt++) {
      try {
        propose(new SkipEntry(entry, view.self(), List.copyOf(members)));
        break;
      } catch (AdministrationException e) {
        if (e.kind() != Kind.UNAVAILABLE || attempt == ATTEMPTS) {
          throw e;
        }
        pause(AGAIN_MILLIS);
      }
    }
    return seen(view.self());
  }

  private static EntryId entry(long number, String sha256) throws AdministrationException {
    try {
      return new EntryId(number, sha256);
    } catch (IllegalArgumentException e) {
      throw new AdministrationException(Kind.BAD_REQUEST, String.valueOf(e.getMessage()));
    }
  }

  private static Set<MemberId> members(GroupView view, List<String> without)
      throws AdministrationException {
    if (!view.peers().contains(view.self())) {
      throw new AdministrationException(
          Kind.CONFLICT,
          "this member has no vote in the group; send the request to a voting member");
    }
    Set<MemberId> members = new TreeSet<>(view.peers());
    for (String each : without) {
      MemberId member = peer(view, each);
      GroupView.Listed listed = view.members().get(member);
      if (member.equals(view.self()) || (listed != null && listed.up())) {
        throw new AdministrationException(
            Kind.CONFLICT, "member %s is running and must agree as well".formatted(member));
      }
      members.remove(member);
    }
    if (members.size() * 2 <= view.peers().size()) {
      throw new AdministrationException(
          Kind.CONFLICT,
          "%d of %d members are not a majority: start more members"
              .formatted(members.size(), view.peers().size()));
    }
    return members;
  }

  private static MemberId peer(GroupView view, String address) throws AdministrationException {
    return view.peers().stream()
        .filter(peer -> peer.address().equals(address))
        .findFirst()
        .orElseThrow(
            () ->
                new AdministrationException(
                    Kind.BAD_REQUEST,
                    "the parameter 'without' names a member without a vote in the group; voting"
                        + " members: "
                        + new ArrayList<>(view.peers())));
  }

  private void propose(SkipEntry agreement) throws AdministrationException {
    Result result = proposals.propose(agreement, "the agreement");
    if (result.outcome() != Result.Outcome.APPLIED) {
      throw new AdministrationException(
          Kind.CONFLICT,
          ("the leader has not stopped at this entry (%s); if the leader runs a newer plugin,"
                  + " install that version on this member")
              .formatted(result.detail()));
    }
  }

  private EntryStatus seen(MemberId self) throws AdministrationException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SEEN_MILLIS);
    while (System.nanoTime() < deadline) {
      UnreadableEntryCounts now = entries.get();
      if (now.stopped().filter(it -> it.skipped() || it.agreed().contains(self)).isPresent()) {
        return EntryStatus.of(now);
      }
      pause(LOOK_MILLIS);
    }
    throw IdempotentProposals.unavailable(
        "this member has not caught up with its own agreement yet");
  }

  private static void pause(long millis) throws AdministrationException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw IdempotentProposals.unavailable("this member is shutting down");
    }
  }
}
