package io.landbridge.compat.load.bench;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Watches a few applications appear in the catalog of one member, provider by provider, while a
 * load goes on. A member applies an entry only after a majority has it on disk, so what it shows is
 * committed on a majority.
 *
 * <p>At a fixed interval it asks what changed, and reads the applications that did, so that it
 * costs the servers little. What it says is late by up to that interval.
 */
final class LagProbe implements AutoCloseable {

  private static final Duration END = Duration.ofSeconds(30);

  private final Member member;
  private final List<String> applications;
  private final Duration interval;
  private final Map<String, Long> seen = new ConcurrentHashMap<>();
  private final Thread thread = new Thread(this::watch, "lag-probe");
  private volatile boolean closed;

  /**
   * Starts watching.
   *
   * @param member whose catalog
   * @param applications which; few
   * @param interval between two looks
   */
  LagProbe(Member member, List<String> applications, Duration interval) {
    this.member = member;
    this.applications = List.copyOf(applications);
    this.interval = interval;
    thread.setDaemon(true);
    thread.start();
  }

  /** Waits until so many addresses that were not there before have been seen. */
  Map<String, Long> await(int before, int count) {
    Eventually.holds(
        END,
        Duration.ofMillis(20),
        () ->
            "only %d of %d watched providers are committed".formatted(seen.size() - before, count),
        () -> seen.size() >= before + count);
    return Map.copyOf(seen);
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join(END.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void watch() {
    long since = 0;
    while (!closed) {
      long next = System.nanoTime() + interval.toNanos();
      Member.Changes changes = member.changesSince(since);
      since = changes.applied();
      for (String application : applications) {
        if (changes.mayInclude(application)) {
          for (String address : member.catalogAddresses(application)) {
            seen.putIfAbsent(address, System.nanoTime());
          }
        }
      }
      long left = next - System.nanoTime();
      if (left > 0) {
        Eventually.pause(Duration.ofNanos(left));
      }
    }
  }
}
