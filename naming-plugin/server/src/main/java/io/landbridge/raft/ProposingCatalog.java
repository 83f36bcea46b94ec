package io.landbridge.raft;

import io.landbridge.command.Command;
import io.landbridge.command.Result;
import io.landbridge.record.ResultCodec;
import io.landbridge.record.SignedEntry;
import io.landbridge.record.UnreadableRecordException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Proposes commands to a log, in as many entries as they need. */
public final class ProposingCatalog implements Catalog {

  private static final int MAX_NAMED = 5;

  /** Also where nothing is signed: whatever was taken before fits once it must be. */
  private static final int MAX_BYTES = ReplicatedLog.MAX_ENTRY_BYTES - SignedEntry.MAX_OVERHEAD;

  /**
   * How long to wait before an entry is signed anew that was not signed as required: this member's
   * catalog was behind, as after a start, or that of the leader is ahead.
   */
  private static final List<Integer> AGAIN_MILLIS = List.of(50, 250, 1_000);

  private final ReplicatedLog log;
  private final EntrySigner signer;
  private final ProposalStatistics statistics = new ProposalStatistics();

  /**
   * Makes a catalog whose log never requires signatures.
   *
   * @param log where entries are proposed
   */
  public ProposingCatalog(ReplicatedLog log) {
    this(log, EntrySigner.none());
  }

  /**
   * Makes a catalog.
   *
   * @param log where entries are proposed
   * @param signer signs them where that is required
   */
  public ProposingCatalog(ReplicatedLog log, EntrySigner signer) {
    this.log = log;
    this.signer = signer;
  }

  @Override
  public CompletableFuture<Result> propose(Command command) {
    EntrySplitter.Pieces pieces = EntrySplitter.split(command, MAX_BYTES);
    CompletableFuture<Result> answer = CompletableFuture.completedFuture(Result.APPLIED);
    for (byte[] entry : pieces.entries()) {
      answer =
          answer.thenCompose(
              before ->
                  before.outcome() == Result.Outcome.APPLIED
                      ? propose(command, entry, 0)
                      : CompletableFuture.completedFuture(before));
    }
    return pieces.misfits().isEmpty() ? answer : answer.thenCompose(done -> refused(done, pieces));
  }

  private CompletableFuture<Result> propose(Command command, byte[] entry, int attempt) {
    byte[] signed;
    try {
      signed = signer.signed(command, entry);
    } catch (ProposalException e) {
      return CompletableFuture.failedFuture(e);
    }
    statistics.proposed(signed.length);
    return log.propose(signed)
        .whenComplete((bytes, failure) -> statistics.answered(failure == null))
        .thenCompose(ProposingCatalog::decode)
        .thenCompose(
            result ->
                result.outcome() == Result.Outcome.UNSIGNED
                    ? again(command, entry, attempt, result)
                    : CompletableFuture.completedFuture(result));
  }

  /** What was refused for its signature has changed nothing, so nothing is applied twice. */
  private CompletableFuture<Result> again(
      Command command, byte[] entry, int attempt, Result refusal) {
    if (attempt == AGAIN_MILLIS.size()) {
      return CompletableFuture.failedFuture(
          new ProposalException(ProposalException.Kind.NO_LEADER, refusal.detail()));
    }
    Executor later =
        CompletableFuture.delayedExecutor(AGAIN_MILLIS.get(attempt), TimeUnit.MILLISECONDS);
    return CompletableFuture.runAsync(() -> {}, later)
        .thenCompose(waited -> propose(command, entry, attempt + 1));
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
