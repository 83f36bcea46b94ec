package io.landbridge.store;

/**
 * What a store takes, as RocksDB tells it, in bytes.
 *
 * @param budget the limit of {@code blockCache}
 * @param blockCache blocks, indexes and filters of tables in memory, and the memtables, for which
 *     the same cache is charged
 * @param pinned the part of it in use at this moment
 * @param memtables what was written and is not in a table file yet
 * @param tableReaders what open table files take outside the cache
 * @param keys estimate of the number of rows in all families, indexes included
 * @param tableFiles table files on disk that hold the present rows
 */
public record StoreMemory(
    long budget,
    long blockCache,
    long pinned,
    long memtables,
    long tableReaders,
    long keys,
    long tableFiles) {}
