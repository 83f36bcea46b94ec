package io.landbridge.store;

import io.landbridge.command.Publication;
import io.landbridge.command.SignatureRequirement;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.record.ValueCodec;
import io.landbridge.record.ValueCodec.SwitchedApplication;
import io.landbridge.state.BridgeRecord;
import io.landbridge.state.CatalogPosition;
import io.landbridge.state.InterfaceMapping;
import io.landbridge.state.LossListener;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.RevisionUse;
import io.landbridge.state.SignerWindow;
import io.landbridge.state.Translation;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * The store in RocksDB.
 *
 * <p>It is empty at every start, because the log, with its newest snapshot, brings everything back,
 * and the server does not tell which entry it hands over: what an earlier run left could not be
 * matched with it. For the same reason there is no write-ahead log; the log of the group is it.
 *
 * <p>Readers and the transaction share a lock that loading, for the moment of the exchange, and
 * closing take alone, so that no database is closed under a reader.
 */
public final class RocksStore implements Store {

  private static final String CHECKPOINT = "rocksdb";

  private final Path directory;
  private final FileChannel lockFile;
  private final MemoryBudget budget;
  private final RecordHash hash = new RecordHash();
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Lock sharing = lock.readLock();
  private final Lock alone = lock.writeLock();
  private long generation;

  /** Null once closed. Guarded by the lock. */
  private @Nullable Contents contents;

  /** Written by the one thread that saves and loads. */
  private volatile SnapshotStatistics snapshots = SnapshotStatistics.NONE;

  private RocksStore(Path directory, FileChannel lockFile, MemoryBudget budget) {
    this.directory = directory;
    this.lockFile = lockFile;
    this.budget = budget;
  }

  /**
   * Opens an empty store.
   *
   * @param directory a directory for this store alone; <b>everything in it is deleted</b>
   * @throws IOException if another process uses the directory, or it cannot be written
   */
  public static RocksStore open(Path directory) throws IOException {
    Files.createDirectories(directory);
    FileChannel lockFile =
        FileChannel.open(
            directory.resolve("in-use"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      lock(lockFile, directory);
      // Also what a process left that was killed while it saved or loaded.
      wipe(directory);
      MemoryBudget budget = new MemoryBudget();
      try {
        RocksStore store = new RocksStore(directory, lockFile, budget);
        store.contents = openEmpty(store.nextPath(), budget);
        return store;
      } catch (RocksDBException | RuntimeException | Error e) {
        budget.close();
        throw e;
      }
    } catch (RocksDBException e) {
      lockFile.close();
      throw new IOException("cannot open a database in " + directory + ": " + e.getMessage(), e);
    } catch (IOException | RuntimeException | Error e) {
      lockFile.close();
      throw e;
    }
  }

  private static Contents openEmpty(Path path, MemoryBudget budget) throws RocksDBException {
    RocksDatabase database = RocksDatabase.open(path, budget);
    try (WriteBatch batch = new WriteBatch()) {
      batch.put(database.handle(Family.META), Meta.key(), Meta.EMPTY.toBytes());
      database.write(batch);
    } catch (RocksDBException | RuntimeException | Error e) {
      database.close();
      throw e;
    }
    return new Contents(path, database, new Tally(), Meta.EMPTY);
  }

  private static void lock(FileChannel lockFile, Path directory) throws IOException {
    try {
      if (lockFile.tryLock() != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      // In this very process; said below.
    }
    throw new IOException(
        "another running server uses " + directory + ": give each server its own data directory");
  }

  private static void wipe(Path directory) throws IOException {
    try (var entries = Files.list(directory)) {
      for (Path entry : entries.filter(Files::isDirectory).toList()) {
        Directories.delete(entry);
      }
    }
  }

  private Path nextPath() {
    generation++;
    return directory.resolve("db-" + generation);
  }

  // ---- Writing ----

  @Override
  public Transaction begin() {
    sharing.lock();
    try {
      return new RocksTransaction(held(), hash, sharing::unlock);
    } catch (RuntimeException | Error e) {
      sharing.unlock();
      throw e;
    }
  }

  @Override
  public List<String> save(Path target) throws IOException {
    long start = System.nanoTime();
    try {
      List<String> files = checkpoint(target);
      long bytes = 0;
      for (String file : files) {
        bytes += Files.size(target.resolve(file));
      }
      snapshots =
          snapshots.saved(System.currentTimeMillis(), millisSince(start), bytes, files.size());
      return files;
    } catch (StoreException | IOException e) {
      snapshots = snapshots.saveFailed();
      throw new IOException("cannot save a snapshot to " + target + ": " + e.getMessage(), e);
    }
  }

  private List<String> checkpoint(Path target) throws IOException {
    Path checkpoint = target.resolve(CHECKPOINT);
    reading(
        "save",
        held -> {
          held.database().checkpoint(checkpoint);
          return checkpoint;
        });
    return Directories.files(checkpoint).stream().map(name -> CHECKPOINT + "/" + name).toList();
  }

  @Override
  public void load(Path source, LossListener losses) throws IOException {
    long start = System.nanoTime();
    Path path = nextPath();
    Contents loaded;
    try {
      Directories.copyCheckpoint(source.resolve(CHECKPOINT), path);
      loaded = openCopy(path);
    } catch (RocksDBException | StoreException | IOException e) {
      snapshots = snapshots.loadFailed();
      deleteOrLeave(path);
      String why = e instanceof IOException ? e.toString() : e.getMessage();
      throw new IOException("cannot load the snapshot in " + source + ": " + why, e);
    }
    try {
      tellLosses(loaded, losses);
    } catch (StoreException e) {
      // What was held before cannot be read: all the more reason to replace it.
    }
    Contents before = replace(loaded);
    snapshots = snapshots.loaded(millisSince(start));
    if (before != null) {
      deleteOrLeave(before.path());
    }
  }

  private static void deleteOrLeave(Path path) {
    try {
      Directories.delete(path);
    } catch (IOException e) {
      // It takes space until the store is opened the next time, which is no reason to stop.
    }
  }

  private void tellLosses(Contents loaded, LossListener losses) {
    for (ApplicationKey application : applications()) {
      if (losses.concerns(application)) {
        List<ApplicationInstance> lost =
            reading("read", held -> held.queries().missingFrom(loaded.database(), application));
        if (!lost.isEmpty()) {
          losses.losing(lost);
        }
      }
    }
  }

  private Contents openCopy(Path path) throws RocksDBException {
    byte[] bytes = RocksDatabase.readMeta(path);
    if (bytes == null) {
      throw new StoreException("its format is missing");
    }
    Meta meta = Meta.fromBytes(bytes);
    RocksDatabase database = RocksDatabase.open(path, budget);
    try {
      return new Contents(path, database, new Verification(database).verified(meta), meta);
    } catch (RocksDBException | RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  private static long millisSince(long start) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  /** Puts other contents, or none, in the place of the present ones, which are closed. */
  private @Nullable Contents replace(@Nullable Contents after) {
    alone.lock();
    try {
      Contents before = contents;
      contents = after;
      if (before != null) {
        before.database().close();
      }
      return before;
    } finally {
      alone.unlock();
    }
  }

  @Override
  public void close() {
    if (replace(null) == null) {
      return;
    }
    budget.close();
    try {
      lockFile.close();
    } catch (IOException e) {
      throw new StoreException("cannot release " + directory, e);
    }
  }

  // ---- Reading ----

  @Override
  public Optional<OwnedInstance> instance(InstanceKey key) {
    return find(Family.INSTANCES, Keys.of(key), ValueCodec::decodeInstance);
  }

  @Override
  public Translation translation(ApplicationKey application) {
    return find(Family.TRANSLATIONS, Keys.of(application), ValueCodec::decodeTranslation)
        .map(SwitchedApplication::translation)
        .orElse(Translation.OFF);
  }

  @Override
  public Optional<MetadataDocument> document(MetadataRevision revision) {
    return find(Family.METADATA, Keys.of(revision), ValueCodec::decodeDocument);
  }

  @Override
  public boolean hasDocument(MetadataRevision revision) {
    return find(Family.REFERENCES, Keys.of(revision), ValueCodec::decodeReferences).isPresent();
  }

  @Override
  public SortedSet<ApplicationKey> applications() {
    return reading("read", held -> held.tally().applicationKeys());
  }

  @Override
  public void visit(ServiceKey service, Consumer<OwnedInstance> visitor) {
    reading(
        "read",
        held -> {
          held.queries().visit(service, visitor);
          return visitor;
        });
  }

  @Override
  public SortedSet<String> groups(ApplicationKey application) {
    return reading("read", held -> held.tally().groups(application));
  }

  @Override
  public SortedSet<ApplicationKey> applications(Optional<ApplicationKey> after, int limit) {
    return reading("read", held -> held.tally().applicationKeys(after, limit));
  }

  @Override
  public Set<MemberId> owners() {
    return reading("read", held -> held.tally().ownerIds());
  }

  @Override
  public SortedMap<MemberId, Long> epochs() {
    return reading("read", held -> held.queries().epochs());
  }

  @Override
  public List<OwnedInstance> instances(ApplicationKey application) {
    return reading("read", held -> held.queries().instances(application));
  }

  @Override
  public List<OwnedInstance> instances(
      ApplicationKey application, Optional<InstanceKey> after, int limit) {
    return reading("read", held -> held.queries().instances(application, after, limit));
  }

  @Override
  public List<OwnedInstance> ownedBy(MemberId member) {
    return reading("read", held -> held.queries().ownedBy(member));
  }

  @Override
  public List<OwnedInstance> ownedBy(MemberId member, Optional<InstanceKey> after, int limit) {
    return reading("read", held -> held.queries().ownedBy(member, after, limit));
  }

  @Override
  public List<Publication> publications(ApplicationKey application) {
    return reading("read", held -> held.queries().publications(application));
  }

  @Override
  public SortedMap<MetadataRevision, RevisionUse> revisions(ApplicationKey application) {
    return reading("read", held -> held.queries().revisions(application));
  }

  @Override
  public SortedMap<MetadataRevision, MetadataDocument> documents(
      Optional<MetadataRevision> after, int limit) {
    return reading("read", held -> held.queries().documents(after, limit));
  }

  @Override
  public SortedSet<ApplicationKey> mapping(NamespaceId namespace, String serviceInterface) {
    return reading("read", held -> held.queries().mapping(namespace, serviceInterface));
  }

  @Override
  public List<InterfaceMapping> mappings(NamespaceId namespace, Optional<String> after, int limit) {
    return reading("read", held -> held.queries().mappings(namespace, after, limit));
  }

  @Override
  public BridgeRecord bridge() {
    return find(Family.BRIDGE, Keys.ofBridge(), ValueCodec::decodeBridge).orElse(BridgeRecord.NONE);
  }

  @Override
  public Optional<SignatureRequirement> signatures() {
    // Asked for every entry; mostly there is none.
    return reading(
        "read",
        held ->
            held.meta().format() == Meta.SIGNED
                ? held.queries()
                    .find(Family.BRIDGE, Keys.ofRequirement(), ValueCodec::decodeRequirement)
                : Optional.empty());
  }

  @Override
  public Optional<SignerWindow> signer(MemberId member) {
    return find(Family.BRIDGE, Keys.ofSigner(member), ValueCodec::decodeSigner);
  }

  @Override
  public SortedMap<ServiceKey, Integer> importedServices() {
    return reading("read", held -> held.tally().imported());
  }

  @Override
  public List<ImportedInstance> imported(ServiceKey service) {
    // Most services have none, and to find that out the database may have to pass removed ones.
    return reading(
        "read",
        held ->
            held.tally().imported().containsKey(service)
                ? held.queries().imported(service)
                : List.of());
  }

  @Override
  public Optional<ImportedInstance> imported(ImportedInstance.Key key) {
    return find(Family.IMPORTED, Keys.of(key), ValueCodec::decodeImported);
  }

  @Override
  public CatalogPosition position() {
    return reading("read", Contents::position);
  }

  @Override
  public SnapshotStatistics snapshots() {
    return snapshots;
  }

  @Override
  public StoreMemory memory() {
    return reading(
        "read",
        held ->
            new StoreMemory(
                MemoryBudget.BYTES,
                budget.cache().getUsage(),
                budget.cache().getPinnedUsage(),
                held.database().property("cur-size-all-mem-tables"),
                held.database().property("estimate-table-readers-mem"),
                held.database().property("estimate-num-keys"),
                held.database().property("live-sst-files-size")));
  }

  private <T> Optional<T> find(Family family, byte[] key, Records.Decoder<T> decoder) {
    return reading("read", held -> held.queries().find(family, key, decoder));
  }

  /** Works on the present contents. */
  @FunctionalInterface
  private interface Work<T> {
    T on(Contents held) throws RocksDBException;
  }

  private <T> T reading(String what, Work<T> work) {
    sharing.lock();
    try {
      Contents held = held();
      try {
        return work.on(held);
      } catch (RocksDBException e) {
        throw held.failure(what, e);
      }
    } finally {
      sharing.unlock();
    }
  }

  /** Under the lock. */
  private Contents held() {
    Contents held = contents;
    if (held == null) {
      throw new StoreException("the store is closed");
    }
    return held;
  }
}
