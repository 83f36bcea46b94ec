package io.landbridge.bridge.exports;

import io.landbridge.bridge.legacy.BridgeFence.SupersededException;
import io.landbridge.bridge.legacy.RejectedExports;
import io.landbridge.registry.Attempt;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyRegistration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the requests of a round, several at a time. Keeps nothing from one round to the next but
 * what was rejected. Confined to the thread of the export.
 */
final class ExportCalls implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ExportCalls.class);

  private static final int THREADS = 8;

  /** So few requests are not worth waking another thread for. */
  private static final int FOR_ONE_THREAD = 4;

  private static final int AT_ONCE = 2_000;

  /** So many are said with the requests of one thread; with more, the first waits for the last. */
  private static final int TOGETHER = 32;

  private final ExecutorService threads;
  private final ExportExecutor executor;
  private final RejectedExports rejected;

  private final LongSupplier nanos;

  // Of this round, and of one thread.

  private BooleanSupplier holds = () -> true;

  /** Whether it has seen that a server of 1.x answers there. */
  private boolean seen;

  /** How long it waited for requests. */
  private long waited;

  /** Says something there. */
  interface Task {
    void run() throws RegistryException;
  }

  /**
   * Creates an ExportCalls.
   *
   * @param threads for the requests; ended with this
   * @param executor carries out an action
   * @param refusals what was refused, written by the threads
   * @param nanos this machine's nanoseconds
   */
  ExportCalls(
      ExecutorService threads,
      ExportExecutor executor,
      RejectedExports rejected,
      LongSupplier nanos) {
    this.threads = threads;
    this.executor = executor;
    this.rejected = rejected;
    this.nanos = nanos;
  }

  /** As many threads as there are requests at a time. */
  static ExecutorService threads() {
    return Executors.newFixedThreadPool(
        THREADS,
        work -> {
          Thread thread = new Thread(work, "landbridge-export-request");
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Begins a round: by now a newer server may be where one of 1.x was.
   *
   * @param holds whether the terms are those the round was decided under; from any thread
   */
  void begin(BooleanSupplier holds) {
    this.holds = holds;
    seen = false;
    waited = 0;
  }

  /** How many nanoseconds of the round so far were spent waiting for requests. */
  long waited() {
    return waited;
  }

  /**
   * Carries out actions, but for those that were refused a short while ago, and only some of them
   * if they are too many.
   *
   * @return how many are left
   */
  int perform(LegacyCluster cluster, List<ExportAction> actions, ReadBatch readings)
      throws InterruptedException, RegistryException {
    List<ExportAction> due =
        actions.stream().filter(each -> !rejected.waits(each.key(), each.of())).toList();
    List<ExportAction> now = due.subList(0, Math.min(due.size(), AT_ONCE));
    List<Callable<Boolean>> calls = new ArrayList<>();
    together(registrations(now))
        .forEach(some -> calls.add(() -> register(cluster, some, readings)));
    now.stream()
        .filter(each -> !(each instanceof ExportAction.Register))
        .forEach(
            each ->
                calls.add(() -> attempt(each, () -> executor.perform(cluster, readings, each))));
    return due.size() - now.size() + run(cluster, calls);
  }

  private static List<ExportAction.Register> registrations(List<ExportAction> actions) {
    return actions.stream()
        .filter(ExportAction.Register.class::isInstance)
        .map(ExportAction.Register.class::cast)
        .toList();
  }

  /**
   * Does some of it at a time; after the first that fails nothing new is begun, nor after the terms
   * of the round have changed.
   *
   * @return how much is left
   */
  int run(LegacyCluster cluster, List<Callable<Boolean>> calls)
      throws InterruptedException, RegistryException {
    if (calls.isEmpty()) {
      return 0;
    }
    long began = nanos.getAsLong();
    try {
      return runNow(cluster, calls);
    } finally {
      waited += nanos.getAsLong() - began;
    }
  }

  private int runNow(LegacyCluster cluster, List<Callable<Boolean>> calls)
      throws InterruptedException, RegistryException {
    if (!seen) {
      // A newer one must not be told of what it has.
      cluster.server();
      seen = true;
    }
    BooleanSupplier current = holds;
    AtomicInteger next = new AtomicInteger();
    AtomicBoolean failed = new AtomicBoolean();
    Callable<Integer> worker =
        () -> {
          int done = 0;
          try {
            while (!failed.get() && current.getAsBoolean()) {
              int index = next.getAndIncrement();
              if (index >= calls.size()) {
                break;
              }
              calls.get(index).call();
              done++;
            }
          } catch (RegistryException | RuntimeException e) {
            failed.set(true);
            throw e;
          }
          return done;
        };
    int left = calls.size();
    int workers = Math.min(THREADS, (calls.size() + FOR_ONE_THREAD - 1) / FOR_ONE_THREAD);
    for (Future<Integer> each : threads.invokeAll(Collections.nCopies(workers, worker))) {
      try {
        left -= each.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RegistryException failure) {
          throw failure;
        }
        if (e.getCause() instanceof SupersededException superseded) {
          throw superseded;
        }
        throw new IllegalStateException("an export failed", e.getCause());
      }
    }
    return left;
  }

  /** Several at a time of what is said alike, in this order. */
  static <T> List<List<T>> together(List<T> all) {
    List<List<T>> some = new ArrayList<>();
    for (int i = 0; i < all.size(); i += TOGETHER) {
      some.add(all.subList(i, Math.min(all.size(), i + TOGETHER)));
    }
    return some;
  }

  /** One that is refused is lost, and its next one follows soon. */
  static Callable<Boolean> once(Task beat, AtomicInteger lost) {
    return () -> attempt(beat, lost);
  }

  /** The same, now. Returns whether it was taken. */
  static boolean attempt(Task beat, AtomicInteger lost) throws RegistryException {
    try {
      beat.run();
      return true;
    } catch (RegistryException e) {
      if (!e.concernsOne()) {
        throw e;
      }
      LOG.debug("Beat refused by the legacy cluster", e);
      lost.incrementAndGet();
      return false;
    }
  }

  private boolean register(
      LegacyCluster cluster, List<ExportAction.Register> some, ReadBatch readings)
      throws RegistryException {
    readings.fetch(
        some.stream()
            .filter(ExportAction.Register::guarded)
            .map(ExportAction.Register::key)
            .toList());
    boolean all = true;
    List<ExportAction.Register> wanted = new ArrayList<>();
    for (ExportAction.Register each : some) {
      Attempt<Boolean> isWanted = Attempt.of(() -> executor.isWanted(cluster, readings, each));
      if (isWanted.failure().isPresent()) {
        all &= attempt(each, isWanted::get);
      } else if (isWanted.get()) {
        wanted.add(each);
      }
    }
    List<Attempt<Boolean>> registered =
        cluster.registerAll(
            wanted.stream()
                .map(each -> new LegacyRegistration(each.key().service(), each.of()))
                .toList());
    for (int i = 0; i < wanted.size(); i++) {
      ExportAction.Register each = wanted.get(i);
      Attempt<Boolean> done = registered.get(i);
      all &=
          attempt(
              each,
              () -> {
                done.get();
                executor.registered(each.key(), each.local(), each.of());
              });
    }
    return all;
  }

  /** One that is refused keeps none of the others waiting. */
  private boolean attempt(ExportAction action, Task task) throws RegistryException {
    try {
      task.run();
      rejected.taken(action.key(), action.of());
      return true;
    } catch (RegistryException e) {
      if (!e.concernsOne()) {
        throw e;
      }
      rejected.add(action.key(), action.of(), e);
      return false;
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
