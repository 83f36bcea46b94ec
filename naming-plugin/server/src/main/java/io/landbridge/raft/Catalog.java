package io.landbridge.raft;

import io.landbridge.command.Command;
import io.landbridge.command.Result;
import java.util.concurrent.CompletableFuture;

/** Proposes commands. Safe for use from any thread. */
public interface Catalog {

  /**
   * Proposes a command; a claim too large for one entry is split, in order, into as many as needed.
   *
   * @param command the command
   * @return completes with the result once this command is applied on the leader; exceptionally
   *     with a {@link ProposalException}
   */
  CompletableFuture<Result> propose(Command command);
}
