package io.landbridge.service;

import io.landbridge.model.ApplicationKey;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.state.CatalogListener;
import io.landbridge.state.CatalogPosition;
import io.landbridge.state.CatalogReader;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets a reader pass once this member reflects everything that was committed before it came, which
 * makes a local read after it linearizable.
 *
 * <p>The group may answer from the leader, which this member trails by a moment; hence the wait for
 * the applied count. Readers wait on threads of the server, so few may and not for long.
 */
final class ReadBarrier implements CatalogListener {

  /** Most readers that wait at the same time. */
  static final int MAX_WAITING = 32;

  private static final long TIMEOUT_SECONDS = 5;

  private final ReplicatedLog log;
  private final CatalogReader reader;
  private final Semaphore places = new Semaphore(MAX_WAITING);
  private final AtomicInteger waiting = new AtomicInteger();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition advanced = lock.newCondition();

  ReadBarrier(ReplicatedLog log, CatalogReader reader) {
    this.log = log;
    this.reader = reader;
    reader.onAdvance(this);
  }

  /** Waits until this member has applied what the whole group had committed at the call. */
  void awaitCommitted() throws AdministrationException {
    occupy();
    try {
      long start = System.nanoTime();
      long committed = log.readBarrier().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      awaitCount(committed, TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS) + start - System.nanoTime());
    } catch (ExecutionException e) {
      String why = e.getCause() == null ? e.toString() : String.valueOf(e.getCause().getMessage());
      throw unavailable("no majority of the group is reachable: " + why);
    } catch (TimeoutException e) {
      throw unavailable("the Raft group did not answer within " + TIMEOUT_SECONDS + " s");
    } catch (InterruptedException e) {
      throw interrupted();
    } finally {
      places.release();
    }
  }

  /** Waits until this member has applied so many entries. */
  void awaitApplied(long count) throws AdministrationException {
    if (reader.position().applied() >= count) {
      return;
    }
    occupy();
    try {
      awaitCount(count, TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS));
    } catch (InterruptedException e) {
      throw interrupted();
    } finally {
      places.release();
    }
  }

  private void occupy() throws AdministrationException {
    if (!places.tryAcquire()) {
      throw unavailable(MAX_WAITING + " reads already wait on this member");
    }
  }

  private void awaitCount(long count, long nanos)
      throws AdministrationException, InterruptedException {
    long left = nanos;
    waiting.incrementAndGet();
    lock.lock();
    try {
      while (reader.position().applied() < count) {
        if (left <= 0) {
          throw unavailable(
              "this member has applied %d entries, but %d are committed"
                  .formatted(reader.position().applied(), count));
        }
        left = advanced.awaitNanos(left);
      }
    } finally {
      lock.unlock();
      waiting.decrementAndGet();
    }
  }

  @Override
  public void advanced(CatalogPosition position, Set<ApplicationKey> changed) {
    signal();
  }

  @Override
  public void restored(CatalogPosition position) {
    signal();
  }

  private void signal() {
    // A reader counts itself before it looks, and looks under the lock.
    if (waiting.get() == 0) {
      return;
    }
    lock.lock();
    try {
      advanced.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private static AdministrationException interrupted() {
    Thread.currentThread().interrupt();
    return unavailable("this member is shutting down");
  }

  private static AdministrationException unavailable(String what) {
    return new AdministrationException(
        AdministrationException.Kind.UNAVAILABLE,
        what + "; retry, or read the state of this member with read=local");
  }
}
