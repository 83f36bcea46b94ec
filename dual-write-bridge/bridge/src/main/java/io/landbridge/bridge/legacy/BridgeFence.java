package io.landbridge.bridge.legacy;

import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.LegacyCluster;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;

/**
 * Lets a change of the legacy cluster out only while the epoch, the phase and the switches hold
 * under which its round was decided. A round may be thousands of requests long; who pauses the
 * bridge must not wait for its end, and must not see one more of them after the answer.
 *
 * <p>Reads and beats pass: a read changes nothing, and a beat keeps alive what was exported before.
 * Safe for use by several threads.
 */
public final class BridgeFence {

  /** Shared by the changes under way; fair, so that one that waits for them keeps others out. */
  private final ReadWriteLock underWay = new ReentrantReadWriteLock(true);

  /** The round that a change belongs to was decided under other terms. */
  public static final class SupersededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SupersededException() {
      super("the bridge was changed since this round began");
    }
  }

  /** Sends a change. */
  @FunctionalInterface
  interface Change<T> {
    T send() throws RegistryException;
  }

  /**
   * The same cluster, whose changes fail with a {@link SupersededException} from now on unless the
   * round holds.
   *
   * @param holds whether everything is as it was when the round began; quick, from any thread
   */
  public LegacyCluster guard(LegacyCluster cluster, BooleanSupplier holds) {
    return new FencedCluster(cluster, this, holds);
  }

  <T> T change(BooleanSupplier holds, Change<T> change) throws RegistryException {
    underWay.readLock().lock();
    try {
      if (!holds.getAsBoolean()) {
        throw new SupersededException();
      }
      return change.send();
    } finally {
      underWay.readLock().unlock();
    }
  }

  /**
   * Waits until every change has ended that was sent before this call.
   *
   * @return false if that takes longer than the limit
   */
  public boolean awaitChanges(Duration limit) throws InterruptedException {
    if (!underWay.writeLock().tryLock(limit.toNanos(), TimeUnit.NANOSECONDS)) {
      return false;
    }
    underWay.writeLock().unlock();
    return true;
  }
}
