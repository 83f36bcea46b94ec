package io.landbridge.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * One open RocksDB and every native object that belongs to it. Closing it while another thread uses
 * it crashes the process; {@link RocksStore} prevents that.
 */
final class RocksDatabase implements AutoCloseable {

  private static final long WRITE_BUFFER_BYTES = 4L << 20;
  private static final int OPEN_FILES = 256;
  private static final long LOG_FILE_BYTES = 1L << 20;

  /** Loads native code before the first object of the library is made, whoever makes it. */
  private final Natives natives = new Natives();

  private final RocksDB db;
  private final Map<Family, ColumnFamilyHandle> families = new EnumMap<>(Family.class);
  private final WriteOptions writes;
  private final ReadOptions scans;

  private RocksDatabase(Path directory, MemoryBudget budget, boolean isNew)
      throws RocksDBException {
    try {
      DBOptions options = natives.keep(new DBOptions());
      configure(options, budget);
      ColumnFamilyOptions familyOptions = natives.keep(new ColumnFamilyOptions());
      configure(familyOptions, budget);
      writes = natives.keep(new WriteOptions().setDisableWAL(true));
      scans = natives.keep(new ReadOptions().setFillCache(false));
      List<ColumnFamilyDescriptor> descriptors =
          Arrays.stream(Family.values())
              .map(family -> new ColumnFamilyDescriptor(family.nameBytes(), familyOptions))
              .toList();
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      // Families that are missing would be made one by one, and after each of them RocksDB writes
      // the options of all and reads them again: three quarters of the time of opening.
      List<ColumnFamilyDescriptor> first = isNew ? descriptors.subList(0, 1) : descriptors;
      db = natives.keep(RocksDB.open(options, directory.toString(), first, handles));
      if (isNew) {
        handles.addAll(db.createColumnFamilies(descriptors.subList(1, descriptors.size())));
      }
      for (Family family : Family.values()) {
        families.put(family, natives.keep(handles.get(family.ordinal())));
      }
    } catch (RocksDBException | RuntimeException | Error e) {
      natives.close();
      throw e;
    }
  }

  /** Makes a database where none is; {@code budget} must outlive it. */
  static RocksDatabase create(Path directory, MemoryBudget budget) throws RocksDBException {
    return new RocksDatabase(directory, budget, true);
  }

  /** Opens a database, making what is missing of it; {@code budget} must outlive it. */
  static RocksDatabase open(Path directory, MemoryBudget budget) throws RocksDBException {
    return new RocksDatabase(directory, budget, false);
  }

  /**
   * Reads what a closed database says of itself, also when it is of a format whose families this
   * program does not know.
   */
  static byte @Nullable [] readMeta(Path directory) throws RocksDBException {
    RocksDB.loadLibrary();
    try (Options options = new Options();
        RocksDB db = RocksDB.openReadOnly(options, directory.toString())) {
      return db.get(Meta.key());
    }
  }

  /** Memory, open files and log files are bounded; the plugin is a guest in the server. */
  private static void configure(DBOptions options, MemoryBudget budget) {
    options
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        .setWriteBufferManager(budget.memtables())
        .setMaxOpenFiles(OPEN_FILES)
        .setMaxLogFileSize(LOG_FILE_BYTES)
        .setKeepLogFileNum(2)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setStatsDumpPeriodSec(0)
        // A snapshot must not see a command in one family and not in another.
        .setAtomicFlush(true)
        .setAvoidFlushDuringShutdown(true);
  }

  private void configure(ColumnFamilyOptions options, MemoryBudget budget) {
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setBlockCache(budget.cache())
            .setCacheIndexAndFilterBlocks(true)
            .setFilterPolicy(natives.keep(new BloomFilter(10)))
            // The newest that every supported RocksDB reads: snapshots travel between members
            // whose servers bring different ones.
            .setFormatVersion(5);
    options
        .setTableFormatConfig(table)
        .setWriteBufferSize(WRITE_BUFFER_BYTES)
        .setCompressionType(CompressionType.LZ4_COMPRESSION);
  }

  byte @Nullable [] get(Family family, byte[] key) throws RocksDBException {
    return db.get(handle(family), key);
  }

  void write(WriteBatch batch) throws RocksDBException {
    db.write(writes, batch);
  }

  ColumnFamilyHandle handle(Family family) {
    return Objects.requireNonNull(families.get(family));
  }

  /** Is given the records of a scan. */
  @FunctionalInterface
  interface Visitor {
    void visit(byte[] key, byte[] value) throws RocksDBException;
  }

  /** Is given the records of a scan until it has enough. */
  @FunctionalInterface
  interface Reader {
    /** Whether to go on. */
    boolean read(byte[] key, byte[] value) throws RocksDBException;
  }

  /** Visits the records whose keys start with the prefix, in key order, as of this moment. */
  void scan(Family family, byte[] prefix, Visitor visitor) throws RocksDBException {
    scan(
        family,
        prefix,
        prefix,
        (key, value) -> {
          visitor.visit(key, value);
          return true;
        });
  }

  /** The same from a place on, until the reader has enough. */
  void scan(Family family, byte[] prefix, byte[] from, Reader reader) throws RocksDBException {
    try (RocksIterator iterator = db.newIterator(handle(family), scans)) {
      for (iterator.seek(from); iterator.isValid(); iterator.next()) {
        byte[] key = iterator.key();
        if (!startsWith(key, prefix) || !reader.read(key, iterator.value())) {
          break;
        }
      }
      iterator.status();
    }
  }

  private static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  /**
   * Reads every file from the disk and compares each block with its checksum: also those that hold
   * nothing but what newer files replace, and that a reader may never come to.
   */
  void verifyFiles() throws RocksDBException {
    db.verifyChecksum();
  }

  /** One of RocksDB's own figures, over all families. */
  long property(String name) throws RocksDBException {
    return db.getAggregatedLongProperty("rocksdb." + name);
  }

  /** Writes a copy that can be opened; {@code directory} must not exist. */
  void checkpoint(Path directory) throws RocksDBException {
    try (FlushOptions wait = new FlushOptions().setWaitForFlush(true);
        Checkpoint checkpoint = Checkpoint.create(db)) {
      // Without a write-ahead log, what is only in memory would be missing.
      db.flush(wait, List.copyOf(families.values()));
      checkpoint.createCheckpoint(directory.toString());
    }
  }

  @Override
  public void close() {
    natives.close();
  }

  /** Native objects, released in the reverse of the order they were made. */
  private static final class Natives implements AutoCloseable {

    private final List<AbstractNativeReference> references = new ArrayList<>();

    Natives() {
      RocksDB.loadLibrary();
    }

    <T extends AbstractNativeReference> T keep(T reference) {
      references.add(reference);
      return reference;
    }

    @Override
    public void close() {
      Collections.reverse(references);
      references.forEach(AbstractNativeReference::close);
      references.clear();
    }
  }
}
