package io.landbridge.raft;

import io.landbridge.command.Command;
import io.landbridge.command.Result;
import io.landbridge.record.ResultCodec;
import io.landbridge.record.UnreadableRecordException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Proposes commands to a log, in as many entries as they need. */
public final class ProposingCatalog implements Catalog {

  private static final int MAX_NAMED = 5;

  private final ReplicatedLog log;
  private final ProposalStatistics statistics = new ProposalStatistics();

  /**
   * Makes a catalog.
   *
   * @param log where entries are proposed
   */
  public ProposingCatalog(ReplicatedLog log) {
    this.log = log;
  }

  @Override
  public CompletableFuture<Result> propose(Command command) {
    EntrySplitter.Pieces pieces = EntrySplitter.split(command, ReplicatedLog.MAX_ENTRY_BYTES);
    CompletableFuture<Result> answer = CompletableFuture.completedFuture(Result.APPLIED);
    for (byte[] entry : pieces.entries()) {
      answer =
          answer.thenCompose(
              before ->
                  before.outcome() == Result.Outcome.APPLIED
                      ? propose(entry)
                      : CompletableFuture.completedFuture(before));
    }
    return pieces.misfits().isEmpty() ? answer : answer.thenCompose(done -> refused(done, pieces));
  }

  private CompletableFuture<Result> propose(byte[] entry) {
    statistics.proposed(entry.length);
    return log.propose(entry)
        .whenComplete((bytes, failure) -> statistics.answered(failure == null))
        .thenCompose(ProposingCatalog::decode);
  }

  /** What was proposed so far. */
  public ProposalSnapshot statistics() {
    return statistics.snapshot();
  }

  private static CompletableFuture<Result> decode(byte[] bytes) {
    try {
      return CompletableFuture.completedFuture(ResultCodec.decode(bytes));
    } catch (UnreadableRecordException e) {
      return CompletableFuture.failedFuture(
          new ProposalException(
              ProposalException.Kind.INDETERMINATE, "the answer of the leader: " + e.getMessage()));
    }
  }

  private static CompletableFuture<Result> refused(Result done, EntrySplitter.Pieces pieces) {
    if (done.outcome() != Result.Outcome.APPLIED) {
      return CompletableFuture.completedFuture(done);
    }
    List<String> misfits = pieces.misfits();
    String named = String.join("; ", misfits.subList(0, Math.min(MAX_NAMED, misfits.size())));
    String more = misfits.size() > MAX_NAMED ? "; and " + (misfits.size() - MAX_NAMED) : "";
    return CompletableFuture.failedFuture(
        new ProposalException(
            ProposalException.Kind.REFUSED, named + more, pieces.misfitInstances()));
  }
}
