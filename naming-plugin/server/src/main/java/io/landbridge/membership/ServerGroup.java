package io.landbridge.membership;

import io.landbridge.model.MemberId;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One of the server's own Raft groups, as one member sees it.
 *
 * @param name its name, for example {@code nacos_config}
 * @param leads whether this member leads it
 * @param term the election this member is in; 0 when it is not known
 * @param peers who has a vote; empty when it is not known
 */
public record ServerGroup(String name, boolean leads, long term, SortedSet<MemberId> peers) {

  /** Copies the peers. */
  public ServerGroup {
    peers = Collections.unmodifiableSortedSet(new TreeSet<>(peers));
  }
}
