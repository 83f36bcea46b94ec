package io.landbridge.compat.client;

import io.landbridge.compat.stall.Deviation;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;

/** Calls every method of a consumer again and again, at a steady rate, until it is closed. */
public final class Calls implements AutoCloseable {

  private static final Duration APART = Duration.ofMillis(250);
  private static final int MOST_FAILURES = 200;
  private static final int MOST_KEPT = 10_000;

  private final ConsumerProcess consumer;
  private final Thread thread;
  private volatile boolean ended;

  // Guarded by this.
  private int made;
  private int failed;
  private final List<Deviation> failures = new ArrayList<>();

  private Calls(ConsumerProcess consumer) {
    this.consumer = consumer;
    this.thread = new Thread(this::run, "calls");
    thread.setDaemon(true);
  }

  /** Begins; the consumer is closed with it. */
  public static Calls of(ConsumerProcess consumer) {
    Calls calls = new Calls(consumer);
    calls.thread.start();
    return calls;
  }

  private void run() {
    while (!ended) {
      try {
        add(consumer.callAll());
        Thread.sleep(APART.toMillis());
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        if (!ended) {
          add(e.toString());
        }
        return;
      }
    }
  }

  private synchronized void add(CallResults results) {
    for (CallResult each : results.results()) {
      made++;
      if (!(each instanceof CallResult.Answered)) {
        add(each.toString());
      }
    }
  }

  private synchronized void add(String failure) {
    failed++;
    if (failures.size() == MOST_KEPT) {
      failures.remove(MOST_KEPT - 1);
    }
    failures.add(Deviation.now("%tT %s".formatted(LocalTime.now(), failure)));
  }

  /** How many calls were made. */
  public synchronized int made() {
    return made;
  }

  /** How many of them were not answered, for whatever reason. */
  public synchronized int failed() {
    return failed;
  }

  /** The first of those, with the time of day. */
  public synchronized List<String> failures() {
    return failures.stream().limit(MOST_FAILURES).map(Deviation::text).toList();
  }

  /** All of those; of more than many the first and the last one. */
  public synchronized List<Deviation> deviations() {
    return List.copyOf(failures);
  }

  @Override
  public void close() {
    ended = true;
    try {
      thread.join(Duration.ofSeconds(30).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    consumer.close();
  }
}
