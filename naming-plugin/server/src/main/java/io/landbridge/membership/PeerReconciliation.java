package io.landbridge.membership;

import io.landbridge.membership.PeerChange.Kind;
import io.landbridge.model.MemberId;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which change brings the peers of the group nearer to the member list. Pure.
 *
 * <p>The server itself adds a member when that one starts, and removes one when it notices a change
 * of the list; it tries the latter once, only while it runs, and forgets it when there is no leader
 * at that moment. What remains is a peer that nobody will start again, and that counts in every
 * majority: the next failure then costs the quorum. That is what is repaired here, and nothing
 * else: a member that is merely down keeps its vote.
 */
final class PeerReconciliation {

  private PeerReconciliation() {}

  /**
   * The next change, if one is needed and safe.
   *
   * @param view of the leader; any other member's gives none
   */
  static Optional<PeerChange> next(GroupView view) {
    Set<MemberId> listed = view.members().keySet();
    if (!view.isLeader() || !view.peers().contains(view.self()) || !isAgreed(view)) {
      return Optional.empty();
    }
    SortedSet<MemberId> left = new TreeSet<>(view.peers());
    left.removeAll(listed);
    // The dead first: each of them makes the majority larger and adds nothing to it.
    return left.stream()
        .filter(peer -> !view.alive().contains(peer))
        .findFirst()
        .filter(peer -> canRemove(view, peer))
        .map(peer -> new PeerChange(Kind.REMOVE, peer))
        .or(() -> addition(view))
        .or(
            () ->
                left.stream()
                    .filter(peer -> canRemove(view, peer))
                    .findFirst()
                    .map(peer -> new PeerChange(Kind.REMOVE, peer)));
  }

  /**
   * Every member of the list that is up has the same list, and they are a majority of it: what one
   * member alone believes may be a file that is being edited.
   */
  private static boolean isAgreed(GroupView view) {
    Set<MemberId> listed = view.members().keySet();
    long up = 0;
    for (var member : view.members().entrySet()) {
      if (member.getKey().equals(view.self())) {
        up++;
      } else if (member.getValue().up()) {
        if (!member.getValue().announced().filter(listed::equals).isPresent()) {
          return false;
        }
        up++;
      }
    }
    return isMajority(up, listed.size());
  }

  private static boolean canRemove(GroupView view, MemberId peer) {
    SortedSet<MemberId> alive = new TreeSet<>(view.alive());
    boolean now = isMajority(alive.size(), view.peers().size());
    alive.remove(peer);
    return now && isMajority(alive.size(), view.peers().size() - 1L);
  }

  /** Those that are there already must be a majority with the new one too, should it be lost. */
  private static Optional<PeerChange> addition(GroupView view) {
    if (!isMajority(view.alive().size(), view.peers().size() + 1L)) {
      return Optional.empty();
    }
    return view.members().entrySet().stream()
        .filter(member -> member.getValue().up() && member.getValue().announced().isPresent())
        .map(member -> member.getKey())
        .filter(member -> !view.peers().contains(member))
        .findFirst()
        .map(member -> new PeerChange(Kind.ADD, member));
  }

  private static boolean isMajority(long part, long all) {
    return part > all / 2;
  }
}
