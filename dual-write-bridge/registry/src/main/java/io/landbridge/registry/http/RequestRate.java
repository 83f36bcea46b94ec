package io.landbridge.registry.http;

import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * At most so many requests per second, evenly spread, whichever thread sends them: what a server is
 * spared is not made up for later. Safe for use by several threads at once.
 */
public final class RequestRate {

  private long nanosBetween;
  private final LongSupplier clock;
  private final Sleeper sleeper;
  private long next;

  /**
   * Makes a rate.
   *
   * @param perSecond how many requests, 1 to 100000
   */
  public RequestRate(int perSecond) {
    this(perSecond, System::nanoTime, TimeUnit.NANOSECONDS::sleep);
  }

  RequestRate(int perSecond, LongSupplier clock, Sleeper sleeper) {
    if (perSecond < 1 || perSecond > 100_000) {
      throw new IllegalArgumentException("%d requests per second".formatted(perSecond));
    }
    this.nanosBetween = TimeUnit.SECONDS.toNanos(1) / perSecond;
    this.clock = clock;
    this.sleeper = sleeper;
    this.next = clock.getAsLong();
  }

  /** Another pace from the next request on. */
  synchronized void change(double perSecond) {
    nanosBetween = (long) (TimeUnit.SECONDS.toNanos(1) / perSecond);
  }

  /** Waits. */
  @FunctionalInterface
  interface Sleeper {
    void sleep(long nanos) throws InterruptedException;
  }

  /** Waits until the next request may be sent. */
  void await(String where) throws RegistryException {
    long wait;
    synchronized (this) {
      long now = clock.getAsLong();
      // Compared by difference: the clock may have any origin.
      next = next - now < 0 ? now : next;
      wait = next - now;
      next += nanosBetween;
    }
    try {
      if (wait > 0) {
        sleeper.sleep(wait);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RegistryException(Kind.INTERRUPTED, "interrupted", where, "run the command again");
    }
  }
}
