package io.landbridge.membership;

import io.landbridge.model.MemberId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The port to the members of the plugin's Raft group. Safe for use from any thread; nothing here
 * waits for the group.
 */
public interface Group {

  /** How things are now, as far as this member knows. */
  GroupView view();

  /**
   * The server's own groups, which have the same members and the same weakness (see {@link
   * PeerReconciliation}); the plugin only looks at them.
   */
  List<ServerGroup> serverGroups();

  /**
   * Tells the other members which member list this one has, and which key it signs entries with, by
   * way of the server's own reports.
   *
   * @param key the id of the key; empty when it has none
   */
  void announce(Optional<String> key);

  /**
   * Makes this member try to be elected seldom, because it cannot be, or as often as ever. What
   * others ask of it is answered all the same.
   */
  void pauseElections(boolean paused);

  /**
   * Keeps what the server cannot do for this group out of the server's own log, because too few
   * members have the plugin, or lets it be logged. Quiet until it is said otherwise for the first
   * time. Nothing else changes.
   */
  void quiet(boolean quiet);

  /**
   * Gives a member a vote. It must be up and have the plugin.
   *
   * @return completes once the change is committed; exceptionally when it failed, also because this
   *     member does not lead
   */
  CompletableFuture<Void> add(MemberId peer);

  /**
   * Takes a member's vote away.
   *
   * @return as for {@link #add}
   */
  CompletableFuture<Void> remove(MemberId peer);
}
