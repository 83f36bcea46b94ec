package io.landbridge.store;

/**
 * What the database takes outside the heap, and on disk. All in bytes, as the database itself
 * counts.
 *
 * @param cache blocks of files kept in memory, index and filter blocks among them
 * @param writeBuffers what was written and is not in a file yet
 * @param tableReaders what open files need beside the cache
 * @param files the data files
 */
public record StoreUsage(long cache, long writeBuffers, long tableReaders, long files) {

  /** Everything that is in memory. */
  public long memory() {
    return cache + writeBuffers + tableReaders;
  }
}
