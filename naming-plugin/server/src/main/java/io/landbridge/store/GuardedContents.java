package io.landbridge.store;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * The contents of a store, which others may take the place of.
 *
 * <p>Readers and the transaction share a lock that loading, for the moment of the exchange, and
 * closing take alone, so that no database is closed under a reader.
 */
final class GuardedContents {

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Lock sharing = lock.readLock();
  private final Lock alone = lock.writeLock();

  /** Null before the store is open and once it is closed. Guarded by the lock. */
  private @Nullable Contents contents;

  /** Something to do with the present contents. */
  @FunctionalInterface
  interface Work<T> {
    T on(Contents held) throws RocksDBException;
  }

  /**
   * Reads.
   *
   * @throws StoreException if they cannot be read, or there are none any more
   */
  <T> T read(Work<T> work) {
    return on("read", work);
  }

  /**
   * Works on the present contents.
   *
   * @param what it does, for who is told that it failed
   * @throws StoreException if that fails, or there are none any more
   */
  <T> T on(String what, Work<T> work) {
    sharing.lock();
    try {
      Contents held = present();
      try {
        return work.on(held);
      } catch (RocksDBException e) {
        throw held.failure(what, e);
      }
    } finally {
      sharing.unlock();
    }
  }

  /**
   * Begins a transaction, until the end of which these contents stay.
   *
   * @param hash of records
   */
  Transaction begin(RecordHash hash) {
    sharing.lock();
    try {
      return new RocksTransaction(present(), hash, sharing::unlock);
    } catch (RuntimeException | Error e) {
      sharing.unlock();
      throw e;
    }
  }

  /** Under the lock. */
  private Contents present() {
    Contents held = contents;
    if (held == null) {
      throw new StoreException("the store is closed");
    }
    return held;
  }

  /**
   * Puts other contents, or none, in the place of the present ones, which are closed and returned.
   */
  @Nullable Contents replace(@Nullable Contents after) {
    alone.lock();
    try {
      Contents before = contents;
      contents = after;
      if (before != null) {
        before.database().close();
      }
      return before;
    } finally {
      alone.unlock();
    }
  }
}
