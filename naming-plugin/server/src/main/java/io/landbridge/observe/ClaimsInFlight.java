package io.landbridge.observe;

import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Result;
import io.landbridge.model.InstanceKey;
import io.landbridge.raft.Catalog;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The claims that are under way. At most {@value #CAPACITY}, and no two about one instance or one
 * unit, so that they may be applied in any order.
 *
 * <p>Touched by the observer's thread alone; answers come from any.
 */
final class ClaimsInFlight {

  static final int CAPACITY = 4;
  private static final long ANSWER_SECONDS = 60;

  private final Catalog catalog;
  private final Runnable onAnswer;
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final Set<InstanceKey> keys = new HashSet<>();
  private final Set<String> units = new HashSet<>();
  private int size;

  /**
   * What became of a claim.
   *
   * @param failure why there is no result
   */
  record Answer(PendingClaim claim, @Nullable Result result, @Nullable Throwable failure) {}

  /**
   * Makes one without claims.
   *
   * @param onAnswer called from any thread when an answer may be taken
   */
  ClaimsInFlight(Catalog catalog, Runnable onAnswer) {
    this.catalog = catalog;
    this.onAnswer = onAnswer;
  }

  boolean isFull() {
    return size >= CAPACITY;
  }

  /** Whether a claim is under way about an instance. */
  boolean has(InstanceKey key) {
    return keys.contains(key);
  }

  /** Whether a claim is under way about an instance of a unit. */
  boolean hasUnit(String unit) {
    return units.contains(unit);
  }

  /**
   * Proposes a claim.
   *
   * @param command what it tells the catalog
   */
  void propose(PendingClaim claim, ClaimInstances command) {
    keys.addAll(claim.told().keySet());
    keys.addAll(claim.released().keySet());
    units.addAll(claim.units().keySet());
    size++;
    answerOf(command)
        .copy()
        .orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS)
        .whenComplete(
            (result, failure) -> {
              answers.add(new Answer(claim, result, cause(failure)));
              onAnswer.run();
            });
  }

  private static @Nullable Throwable cause(@Nullable Throwable failure) {
    return failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
  }

  /**
   * A proposal that throws is one that failed: without an answer it would be under way for ever.
   */
  private CompletableFuture<Result> answerOf(ClaimInstances command) {
    try {
      return catalog.propose(command);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Takes an answer; its claim is under way no more. Null when there is none. */
  @Nullable Answer take() {
    Answer answer = answers.poll();
    if (answer != null) {
      PendingClaim claim = answer.claim();
      keys.removeAll(claim.told().keySet());
      keys.removeAll(claim.released().keySet());
      units.removeAll(claim.units().keySet());
      size--;
    }
    return answer;
  }
}
