package io.landbridge.raft;

import io.landbridge.command.Command;
import io.landbridge.command.Result;
import java.util.concurrent.CompletableFuture;

/** Proposes commands. Safe for use from any thread. */
public interface Catalog {

  /**
   * Proposes a command; one too large for one entry is split, in order, into as many as needed.
   *
   * <p>Parts are proposed one after the other until one is not applied, whose result or failure is
   * then the answer; earlier parts stay applied. A single record that fits into no entry does not
   * hold up the others: they are proposed, and then the answer is a {@link
   * ProposalException.Kind#REFUSED} that names it.
   *
   * @param command the command
   * @return completes with the result once this command is applied on the leader; exceptionally
   *     with a {@link ProposalException}
   */
  CompletableFuture<Result> propose(Command command);
}
