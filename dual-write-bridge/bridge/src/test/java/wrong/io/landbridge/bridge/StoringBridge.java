package wrong.io.landbridge.bridge;

import io.landbridge.store.RocksStore;

/** A bridge that knows where the catalog is kept. */
public record StoringBridge(RocksStore it) {}
