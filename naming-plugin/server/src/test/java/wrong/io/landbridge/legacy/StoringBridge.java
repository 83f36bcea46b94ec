package wrong.io.landbridge.legacy;

import org.rocksdb.RocksDB;

/** Membership that knows the database. */
public record StoringBridge(RocksDB database) {}
