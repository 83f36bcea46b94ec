/** What the catalog holds, on disk; the only place that sees RocksDB. */
@NullMarked
package io.landbridge.store;

import org.jspecify.annotations.NullMarked;
