package io.landbridge.registry.plugin;

import java.util.List;

/**
 * The plugin's Raft group as one member sees it. Members and peers are {@code ip:port} as in the
 * member list.
 *
 * @param member the member that told this
 * @param leader who leads, as far as it knows; empty when it knows of none
 * @param term the election it is in; 0 when it is not known
 * @param peers who has a vote; empty when the member is not in the group
 * @param alive the peers a leader has heard from lately; empty on other members
 * @param members the member list of its server
 * @param applied how many commands it has applied
 * @param snapshot the last log entry in its newest snapshot; 0 without one
 * @param freeBytes room left on its disk; -1 when it is not known
 * @param now its clock, milliseconds since 1970
 * @param reconcile whether it changes the peers when it leads
 * @param serverGroups the server's own groups; empty when the plugin is too old to tell
 */
public record PluginGroup(
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
    List<ServerGroup> serverGroups) {

  /** Copies the lists. */
  public PluginGroup {
    peers = List.copyOf(peers);
    alive = List.copyOf(alive);
    members = List.copyOf(members);
    serverGroups = List.copyOf(serverGroups);
  }

  /**
   * One of the server's own Raft groups.
   *
   * @param name its name
   * @param leads whether the member that told this leads it
   * @param term the election it is in; 0 when it is not known
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
   * @param up whether the server that told this believes it to be up
   * @param announced whether the plugin of that member has told its own list
   * @param list that list; empty when it has not told
   */
  public record ListedMember(String member, boolean up, boolean announced, List<String> list) {

    /** Copies the list. */
    public ListedMember {
      list = List.copyOf(list);
    }
  }
}
