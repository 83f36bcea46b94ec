package wrong.io.landbridge.record;

import org.rocksdb.RocksDB;

/** A format that knows the database. */
public record StoredRecord(RocksDB database) {}
