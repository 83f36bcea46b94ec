package io.landbridge.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.rocksdb.RocksDBException;

/** Looks at saved snapshots. */
public final class SnapshotFormats {

  private SnapshotFormats() {}

  /** The format a snapshot says it has. */
  public static int of(Path snapshot) throws IOException {
    try {
      return Meta.formatOf(
          Objects.requireNonNull(RocksDatabase.readMeta(snapshot.resolve("rocksdb"))));
    } catch (RocksDBException e) {
      throw new IOException(e);
    }
  }
}
