package wrong.io.landbridge.observe.removal;

import org.rocksdb.RocksDB;

/** A removal that writes into the database directly. */
public record StoringRemoval(RocksDB database) {}
