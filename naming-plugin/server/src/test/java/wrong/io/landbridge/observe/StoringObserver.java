package wrong.io.landbridge.observe;

import org.rocksdb.RocksDB;

/** An observer that reads the database directly. */
public record StoringObserver(RocksDB database) {}
