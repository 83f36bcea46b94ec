package io.landbridge.bridge.imports;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ImportInstances;
import io.landbridge.command.Result;
import io.landbridge.model.ImportedInstance;
import io.landbridge.raft.Catalog;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Changes of what is imported, as they are proposed to the group. For one thread. */
final class ImportProposals {

  private static final int BATCH = 2_000;
  private static final long PROPOSAL_SECONDS = 30;

  private final Catalog catalog;
  private final BooleanSupplier suspended;

  /**
   * Creates the proposals of this member.
   *
   * @param suspended whether this member may propose nothing now; asked before each proposal
   */
  ImportProposals(Catalog catalog, BooleanSupplier suspended) {
    this.catalog = catalog;
    this.suspended = suspended;
  }

  /** The catalog or the group does not take a change now. */
  static final class NotProposed extends Exception {

    private static final long serialVersionUID = 1L;

    NotProposed(String message) {
      super(message);
    }
  }

  /**
   * Puts what is new or different. Comes before any removal: what moves from one service or label
   * to another is never missing.
   */
  void put(long epoch, List<ImportDifference> differences)
      throws NotProposed, InterruptedException {
    List<ImportedInstance> puts =
        differences.stream().flatMap(each -> each.puts().stream()).toList();
    for (int from = 0; from < puts.size(); from += BATCH) {
      propose(
          new ImportInstances(
              epoch, puts.subList(from, Math.min(puts.size(), from + BATCH)), List.of()));
    }
  }

  /** Removes what is not there any more. */
  void remove(long epoch, List<ImportedInstance.Key> gone)
      throws NotProposed, InterruptedException {
    for (int from = 0; from < gone.size(); from += BATCH) {
      propose(
          new ImportInstances(
              epoch, List.of(), gone.subList(from, Math.min(gone.size(), from + BATCH))));
    }
  }

  /** Proposes a change, and waits until the group has taken it. */
  void propose(Command command) throws NotProposed, InterruptedException {
    if (suspended.getAsBoolean()) {
      throw new NotProposed("this member was suspended");
    }
    try {
      Result result = catalog.propose(command).get(PROPOSAL_SECONDS, TimeUnit.SECONDS);
      if (result.outcome() != Result.Outcome.APPLIED) {
        throw new NotProposed("the catalog refused the change: " + result.detail());
      }
    } catch (ExecutionException e) {
      throw new NotProposed("the Raft group: " + e.getCause());
    } catch (TimeoutException e) {
      throw new NotProposed("the Raft group did not answer within " + PROPOSAL_SECONDS + " s");
    }
  }
}
