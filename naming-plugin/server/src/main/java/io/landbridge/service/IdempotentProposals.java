package io.landbridge.service;

import io.landbridge.command.Command;
import io.landbridge.command.Result;
import io.landbridge.raft.Catalog;
import io.landbridge.service.AdministrationException.Kind;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Proposes commands for requests that may simply be repeated, and waits for the answer.
 *
 * @param catalog where they are proposed
 * @param seconds how long an answer is waited for
 */
record IdempotentProposals(Catalog catalog, long seconds) {

  /**
   * Proposes one command.
   *
   * @param what what may not be committed when the answer is lost, such as {@code the entry}
   * @return what the catalog answered, which may be a refusal
   * @throws AdministrationException of kind {@code UNAVAILABLE} when it is not known to be
   *     committed
   */
  Result propose(Command command, String what) throws AdministrationException {
    try {
      return catalog.propose(command).get(seconds, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw unavailable(what + " may not be committed: " + e.getCause());
    } catch (TimeoutException e) {
      throw unavailable("the Raft group did not answer within " + seconds + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable("this member is shutting down");
    }
  }

  /** Returns the failure of a request that may be repeated. */
  static AdministrationException unavailable(String what) {
    return new AdministrationException(
        Kind.UNAVAILABLE, what + "; the request is idempotent, retry it");
  }
}
