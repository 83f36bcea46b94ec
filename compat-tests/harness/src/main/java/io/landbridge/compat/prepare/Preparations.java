package io.landbridge.compat.prepare;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;

/**
 * Runs preparations, several at a time. What is prepared only starts faster by it, so that one that
 * fails is tried once more and then left, without ending the others: the tests start the same
 * process without what would have been prepared, and tell better than this what is wrong with it.
 */
final class Preparations {

  private static final int ATTEMPTS = 2;

  private final int atATime;
  private final PrintStream out;
  private final BiConsumer<String, String> notPrepared;

  /**
   * @param atATime how many run at once, at least 1
   * @param out where each one is told, with all there is to say of a failure
   * @param notPrepared is given the name of what was not prepared, and why in one line; from any
   *     thread
   */
  Preparations(int atATime, PrintStream out, BiConsumer<String, String> notPrepared) {
    this.atATime = atATime;
    this.out = out;
    this.notPrepared = notPrepared;
  }

  /** Something that can be prepared, as often as is wanted. */
  record Preparation(String name, Runnable work) {}

  /** Returns when each of them is prepared or was left. */
  void run(List<Preparation> preparations) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(atATime);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (Preparation preparation : preparations) {
        running.add(threads.submit(() -> attempt(preparation, 1)));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private void attempt(Preparation preparation, int attempt) {
    long began = System.nanoTime();
    try {
      preparation.work().run();
      out.printf("Prepared %s in %.1f s%n", preparation.name(), seconds(began));
    } catch (RuntimeException e) {
      StringWriter whole = new StringWriter();
      e.printStackTrace(new PrintWriter(whole));
      out.printf(
          "Preparing %s failed after %.1f s, attempt %d of %d: %s%n",
          preparation.name(), seconds(began), attempt, ATTEMPTS, whole);
      if (attempt < ATTEMPTS) {
        attempt(preparation, attempt + 1);
      } else {
        notPrepared.accept(preparation.name(), e.toString().lines().findFirst().orElse(""));
      }
    }
  }

  private static double seconds(long began) {
    return (System.nanoTime() - began) / 1_000_000_000.0;
  }
}
