package io.landbridge.raft;

import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * The port to the log the members share: one Raft group of the server's own.
 *
 * <p>Implementations are safe for use from any thread.
 */
public interface ReplicatedLog {

  /**
   * Largest entry, in bytes, that may be proposed. The transport below refuses 4 MiB and the group
   * then stands still, so the cap leaves a wide margin.
   */
  int MAX_ENTRY_BYTES = 512 * 1024;

  /**
   * Joins the group. The log then calls the machine, one call at a time and on a thread of its own:
   * first {@link ReplicatedStateMachine#load} when there is a snapshot, then {@link
   * ReplicatedStateMachine#apply} for every entry.
   *
   * @param machine what the log drives; it must be empty
   */
  void join(ReplicatedStateMachine machine);

  /**
   * Proposes an entry.
   *
   * @param entry at most {@link #MAX_ENTRY_BYTES}
   * @return completes with what {@link ReplicatedStateMachine#apply} answered; completes
   *     exceptionally with a {@link ProposalException}, after at most about ten seconds
   */
  CompletableFuture<byte[]> propose(byte[] entry);

  /**
   * Asks a majority how far the log is. Writes nothing.
   *
   * @return completes with a number of applied entries: a member that has applied as many ({@link
   *     ReplicatedStateMachine#applied}) reflects every proposal that had completed, on whichever
   *     member, before this call; completes exceptionally with a {@link ProposalException}, after
   *     at most about five seconds
   */
  CompletableFuture<Long> readBarrier();

  /**
   * How many entries this member knows to be committed and has not applied yet; empty where that
   * cannot be told.
   */
  default OptionalLong committedNotApplied() {
    return OptionalLong.empty();
  }

  /** Asks another member to lead, if this one does. Returns at once; it may not come to pass. */
  default void abdicate() {}

  /** Whether this member leads the group now, as far as it knows. */
  boolean isLeader();

  /** Whether the group has a leader now, as far as this member knows. */
  boolean isReady();
}
