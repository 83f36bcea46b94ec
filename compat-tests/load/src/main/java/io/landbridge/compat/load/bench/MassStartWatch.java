package io.landbridge.compat.load.bench;

import io.landbridge.compat.load.bench.MassStartSide.Moment;
import io.landbridge.compat.load.wire.ServiceName;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Notes how a mass start goes, every half a second, with a thread of its own. */
final class MassStartWatch implements AutoCloseable {

  private final long pid;
  private final AtomicInteger answered;
  private final WideSubscribers subscribers;
  private final Predicate<ServiceName> applications;
  private final Map<ServiceName, Integer> expected;
  private final ThreadTimes threads;
  private final double processorBefore;
  private final long began;
  private final List<Moment> moments = new CopyOnWriteArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread thread = new Thread(this::loop, "watch");

  private MassStartWatch(
      long pid,
      AtomicInteger answered,
      WideSubscribers subscribers,
      Predicate<ServiceName> applications,
      Map<ServiceName, Integer> expected) {
    this.pid = pid;
    this.answered = answered;
    this.subscribers = subscribers;
    this.applications = applications;
    this.expected = expected;
    this.threads = new ThreadTimes(pid);
    this.processorBefore = processorSeconds();
    // What it takes to begin is not a part of what is watched.
    this.began = System.nanoTime();
  }

  static MassStartWatch begin(
      long pid,
      AtomicInteger answered,
      WideSubscribers subscribers,
      Predicate<ServiceName> applications,
      Map<ServiceName, Integer> expected) {
    MassStartWatch watch = new MassStartWatch(pid, answered, subscribers, applications, expected);
    watch.thread.setDaemon(true);
    watch.thread.start();
    return watch;
  }

  private void loop() {
    try {
      do {
        threads.look();
        moments.add(
            new Moment(
                (System.nanoTime() - began) / 1e9,
                answered.get(),
                subscribers.complete(applications.negate(), expected),
                subscribers.complete(applications, expected),
                processorSeconds() - processorBefore));
      } while (!over.await(ThreadTimes.interval().toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private double processorSeconds() {
    return ProcessorTime.seconds(pid);
  }

  /** Seconds of each group of threads; only after the end. */
  Map<String, Double> byGroup() {
    return threads.byGroup();
  }

  List<Moment> moments() {
    return List.copyOf(moments);
  }

  @Override
  public void close() {
    end();
  }

  /** Ends it; what it noted stays. */
  void end() {
    over.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted");
    }
  }
}
