package io.landbridge.store;

import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * The native memory of all families of all databases of one store together: blocks of tables, their
 * indexes and filters, and the memtables, which are charged to the same cache. While a snapshot is
 * loaded there are two databases, and they share it.
 */
final class MemoryBudget implements AutoCloseable {

  /** Of the whole; the plugin is a guest in the server. */
  static final long BYTES = 32L << 20;

  /** Of which memtables may take as much; more begins a flush. */
  static final long MEMTABLE_BYTES = 16L << 20;

  private final LRUCache cache;
  private final WriteBufferManager memtables;

  MemoryBudget() {
    // Native code is loaded before the first object of the library is made, whoever makes it.
    RocksDB.loadLibrary();
    cache = new LRUCache(BYTES);
    memtables = new WriteBufferManager(MEMTABLE_BYTES, cache);
  }

  LRUCache cache() {
    return cache;
  }

  WriteBufferManager memtables() {
    return memtables;
  }

  /** Only once every database that uses it is closed. */
  @Override
  public void close() {
    memtables.close();
    cache.close();
  }
}
