package wrong.io.landbridge.observe.registry;

import org.rocksdb.RocksDB;

/** A registry that reads the database directly. */
public record StoringRegistry(RocksDB database) {}
