package wrong.io.landbridge.membership;

import org.rocksdb.RocksDB;

/** Membership that knows the database. */
public record StoringMembership(RocksDB database) {}
