package io.landbridge.migrate.operation;

import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.time.Duration;

/**
 * How long to wait for something, and how often to look.
 *
 * @param limit the longest wait
 * @param pause between two looks
 */
public record Patience(Duration limit, Duration pause) {

  /** Begins to wait now. */
  Wait begin() {
    return new Wait(System.nanoTime() + limit.toNanos());
  }

  /** One wait. */
  final class Wait {

    private final long end;

    private Wait(long end) {
      this.end = end;
    }

    /**
     * Pauses.
     *
     * @return false when the time is over
     */
    boolean pause(String where) throws RegistryException {
      if (System.nanoTime() - end >= 0) {
        return false;
      }
      try {
        Thread.sleep(pause.toMillis());
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new RegistryException(
            Kind.INTERRUPTED,
            "interrupted while waiting",
            where,
            "see 'landbridge status' for details");
      }
    }
  }
}
