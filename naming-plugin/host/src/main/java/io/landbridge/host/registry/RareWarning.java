package io.landbridge.host.registry;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;

/**
 * Logs what may go wrong on every request, but not more than once a minute; says how often it
 * happened meanwhile. Safe for use from any thread.
 */
public final class RareWarning {

  private static final long INTERVAL_NANOS = 60_000_000_000L;

  private final Logger log;
  private final AtomicLong next = new AtomicLong(System.nanoTime());
  private final AtomicLong unsaid = new AtomicLong();

  public RareWarning(Logger log) {
    this.log = log;
  }

  public void warn(String message, Throwable cause) {
    long now = System.nanoTime();
    long due = next.get();
    if (now - due >= 0 && next.compareAndSet(due, now + INTERVAL_NANOS)) {
      log.warn("{} ({} more since the last message)", message, unsaid.getAndSet(0), cause);
    } else {
      unsaid.incrementAndGet();
    }
  }
}
