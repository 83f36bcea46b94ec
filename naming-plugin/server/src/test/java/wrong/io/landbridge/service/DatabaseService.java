package wrong.io.landbridge.service;

import org.rocksdb.RocksDB;

/** A use case that knows the database. */
public record DatabaseService(RocksDB database) {}
