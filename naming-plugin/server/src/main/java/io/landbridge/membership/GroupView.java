package io.landbridge.membership;

import io.landbridge.model.MemberId;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The plugin's Raft group as one member sees it, and the member list of its server beside it. Every
 * member is named by its address in the member list, also as a peer of the group.
 *
 * @param self this member
 * @param leader who leads, as far as this member knows
 * @param term the election this member is in; empty when it is not known
 * @param peers who has a vote in the group; empty when this member has not joined it
 * @param alive the peers a leader has heard from lately, itself included; empty on other members
 * @param members the server's member list, this member included
 * @param snapshotIndex the last log entry in this member's newest snapshot; empty without one
 */
public record GroupView(
    MemberId self,
    Optional<MemberId> leader,
    OptionalLong term,
    SortedSet<MemberId> peers,
    SortedSet<MemberId> alive,
    SortedMap<MemberId, Listed> members,
    OptionalLong snapshotIndex) {

  /** Checks that no part is missing and copies the collections. */
  public GroupView {
    Objects.requireNonNull(self, "self");
    Objects.requireNonNull(leader, "leader");
    Objects.requireNonNull(term, "term");
    peers = copy(peers);
    alive = copy(alive);
    members = Collections.unmodifiableSortedMap(new TreeMap<>(members));
    Objects.requireNonNull(snapshotIndex, "snapshotIndex");
  }

  /** What a member that never joined a group sees: the member list. */
  public static GroupView outside(MemberId self, Map<MemberId, Listed> members) {
    return new GroupView(
        self,
        Optional.empty(),
        OptionalLong.empty(),
        new TreeSet<>(),
        new TreeSet<>(),
        new TreeMap<>(members),
        OptionalLong.empty());
  }

  /** Whether this member leads. */
  public boolean isLeader() {
    return leader.filter(self::equals).isPresent();
  }

  /**
   * One line of the member list.
   *
   * @param up whether the server believes it to be up
   * @param announced the member list that member has itself, as it told the others last; empty when
   *     it never did, because the plugin does not run there
   * @param key the id of the key with which that member signs entries, as it told the others; empty
   *     when it has no server identity, or a plugin that does not know of signatures
   * @param format the newest format of entries that member reads, as it told the others; 1 while it
   *     has told none
   */
  public record Listed(
      boolean up, Optional<SortedSet<MemberId>> announced, Optional<String> key, int format) {

    /** Copies the list. */
    public Listed {
      announced = announced.map(GroupView::copy);
      Objects.requireNonNull(key, "key");
    }

    /** A member that has told of no format. */
    public Listed(boolean up, Optional<SortedSet<MemberId>> announced, Optional<String> key) {
      this(up, announced, key, 1);
    }

    /** A member that has told of no key. */
    public Listed(boolean up, Optional<SortedSet<MemberId>> announced) {
      this(up, announced, Optional.empty());
    }
  }

  private static SortedSet<MemberId> copy(Set<MemberId> members) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(members));
  }
}
