package io.landbridge.service.answer;

import java.util.List;

/**
 * The plugin's Raft group as one member sees it. Members and peers are addresses of the member
 * list, sorted.
 *
 * @param member this member
 * @param leader who leads, as far as it knows; empty when it knows of none
 * @param term the election this member is in; 0 when it is not known
 * @param peers who has a vote; empty when this member is not in the group
 * @param alive the peers a leader has heard from lately; empty on other members
 * @param members the member list of this member's server
 * @param applied how many commands this member has applied; 0 while the plugin is off
 * @param snapshot the last log entry in its newest snapshot; 0 without one
 * @param freeBytes room left on the disk of the catalog and its log; -1 when it is not known
 * @param now this member's clock, milliseconds since 1970
 * @param reconcile whether this member changes the peers when it leads
 * @param serverGroups the server's own groups, by name
 * @param signatures whether entries of the log must be signed
 */
public record GroupStatus(
    String member,
    String leader,
    long term,
    List<String> peers,
    List<String> alive,
    List<ListedMember> members,
    long applied,
    long snapshot,
    long freeBytes,
    long now,
    boolean reconcile,
    List<ServerGroup> serverGroups,
    SignatureStatus signatures) {

  /** Copies the collections. */
  public GroupStatus {
    peers = List.copyOf(peers);
    alive = List.copyOf(alive);
    members = List.copyOf(members);
    serverGroups = List.copyOf(serverGroups);
  }

  /**
   * One of the server's own Raft groups, which the plugin only looks at.
   *
   * @param name its name
   * @param leads whether this member leads it
   * @param term the election this member is in; 0 when it is not known
   * @param peers who has a vote; empty when it is not known
   */
  public record ServerGroup(String name, boolean leads, long term, List<String> peers) {

    /** Copies the peers. */
    public ServerGroup {
      peers = List.copyOf(peers);
    }
  }

  /**
   * One line of a member list.
   *
   * @param member its address
   * @param up whether the server believes it to be up
   * @param announced whether the plugin of that member has told its own list
   * @param list that list; empty when it has not told
   * @param key the id of the key with which that member signs entries; empty when it has told none
   */
  public record ListedMember(
      String member, boolean up, boolean announced, List<String> list, String key) {

    /** Copies the list. */
    public ListedMember {
      list = List.copyOf(list);
    }
  }
}
