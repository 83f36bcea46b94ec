package wrong.io.landbridge.plugin;

import org.rocksdb.RocksDB;

/** A composition root that does the work itself. */
public record DatabasePlugin(RocksDB database) {}
