package io.landbridge.compat.churn;

import io.landbridge.compat.load.wire.ServiceName;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Lists every service at one server, again and again. */
final class Watcher implements AutoCloseable {

  private static final long LEAST_PAUSE_MILLIS = 50;

  private final Side side;
  private final String name;
  private final Operator server;
  private final Model model;
  private final Thread thread;
  private final AtomicInteger rounds = new AtomicInteger();
  private final AtomicInteger lists = new AtomicInteger();
  private final AtomicLong nanos = new AtomicLong();
  private volatile boolean ended;

  Watcher(Side side, String name, Operator server, Model model) {
    this.side = side;
    this.name = name;
    this.server = server;
    this.model = model;
    this.thread = new Thread(this::run, "watcher-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (!ended) {
      long start = System.nanoTime();
      for (ServiceName service : model.watched()) {
        look(service);
      }
      long took = (System.nanoTime() - start) / 1_000_000;
      try {
        // Most of the machine is for the servers.
        Thread.sleep(Math.max(LEAST_PAUSE_MILLIS, took));
      } catch (InterruptedException e) {
        return;
      }
      rounds.incrementAndGet();
      nanos.addAndGet(System.nanoTime() - start);
    }
  }

  private void look(ServiceName service) {
    long begun = System.nanoTime();
    try {
      SortedMap<String, List<State>> seen = server.list(service);
      model.observe(side, name, service, seen, begun, System.nanoTime());
      lists.incrementAndGet();
    } catch (UncheckedIOException | IllegalStateException | ChurnException e) {
      // One that is interrupted is over.
      if (!ended) {
        System.err.println(name + " did not answer: " + e.getMessage());
      }
    }
  }

  int lists() {
    return lists.get();
  }

  /** How long it takes from one look to the next, in the mean. */
  double roundMillis() {
    return nanos.get() / 1e6 / Math.max(1, rounds.get());
  }

  @Override
  public void close() {
    ended = true;
    thread.interrupt();
    try {
      thread.join(20_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
