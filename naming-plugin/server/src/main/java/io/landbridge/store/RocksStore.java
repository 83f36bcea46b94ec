package io.landbridge.store;

import io.landbridge.command.Publication;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.record.UnreadableRecordException;
import io.landbridge.record.ValueCodec;
import io.landbridge.record.ValueCodec.ApplicationPublication;
import io.landbridge.record.ValueCodec.ProviderCount;
import io.landbridge.record.ValueCodec.RevisionCount;
import io.landbridge.record.ValueCodec.SwitchedApplication;
import io.landbridge.state.CatalogPosition;
import io.landbridge.state.Change;
import io.landbridge.state.InterfaceMapping;
import io.landbridge.state.LossListener;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.Translation;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * The store in RocksDB.
 *
 * <p>It is empty at every start, because the log, with its newest snapshot, brings everything back,
 * and the server does not tell which entry it hands over: what an earlier run left could not be
 * matched with it. For the same reason there is no write-ahead log; the log of the group is it.
 *
 * <p>Readers share a lock that loading and closing take alone, so that no database is closed under
 * a reader.
 */
public final class RocksStore implements Store {

  private static final String CHECKPOINT = "rocksdb";
  private static final Comparator<OwnedInstance> BY_KEY =
      Comparator.comparing(owned -> owned.instance().key());

  private final Path directory;
  private final FileChannel lockFile;
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Lock sharing = lock.readLock();
  private final Lock alone = lock.writeLock();
  private long generation;

  /** Null once closed. Guarded by the lock. */
  private @Nullable Contents contents;

  /** A database and what is kept in memory about it. */
  private static final class Contents {
    final Path path;
    final RocksDatabase database;
    final Tally tally;

    /** Written by the one thread that commits. */
    volatile Meta meta;

    volatile CatalogPosition position;

    Contents(Path path, RocksDatabase database, Tally tally, Meta meta) {
      this.path = path;
      this.database = database;
      this.tally = tally;
      this.meta = meta;
      this.position = describe(tally, meta);
    }

    void committed(Meta now) {
      meta = now;
      position = describe(tally, now);
    }

    private static CatalogPosition describe(Tally tally, Meta meta) {
      return new CatalogPosition(
          meta.applied(),
          meta.checksum().toString(),
          tally.applications(),
          tally.instances(),
          tally.documents());
    }
  }

  private RocksStore(Path directory, FileChannel lockFile) {
    this.directory = directory;
    this.lockFile = lockFile;
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
      wipe(directory);
      RocksStore store = new RocksStore(directory, lockFile);
      Path path = store.nextPath();
      store.contents = openEmpty(path);
      return store;
    } catch (RocksDBException e) {
      lockFile.close();
      throw new IOException("cannot open a database in " + directory + ": " + e.getMessage(), e);
    } catch (IOException | RuntimeException | Error e) {
      lockFile.close();
      throw e;
    }
  }

  private static Contents openEmpty(Path path) throws RocksDBException {
    RocksDatabase database = RocksDatabase.open(path);
    try (Batch batch = new Batch(database, new Tally(), ContentChecksum.EMPTY)) {
      batch.write(Meta.EMPTY);
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
  public void commit(List<Change> changes) {
    reading(
        "commit",
        held -> {
          try (Batch batch = new Batch(held.database, held.tally, held.meta.checksum())) {
            for (Change change : changes) {
              batch.add(change);
            }
            Meta now = held.meta.next(batch.checksum());
            batch.write(now);
            held.committed(now);
          }
          return changes;
        });
  }

  @Override
  public List<String> save(Path target) throws IOException {
    try {
      return reading(
          "save",
          held -> {
            Path checkpoint = target.resolve(CHECKPOINT);
            held.database.checkpoint(checkpoint);
            try {
              return Directories.files(checkpoint).stream()
                  .map(name -> CHECKPOINT + "/" + name)
                  .toList();
            } catch (IOException e) {
              throw new StoreException("cannot list the snapshot in " + checkpoint, e);
            }
          });
    } catch (StoreException e) {
      throw new IOException("cannot save a snapshot to " + target + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void load(Path source, LossListener losses) throws IOException {
    Path path = nextPath();
    Contents loaded;
    try {
      Directories.copyCheckpoint(source.resolve(CHECKPOINT), path);
      loaded = openCopy(path);
    } catch (RocksDBException | StoreException | IOException e) {
      Directories.delete(path);
      String why = e instanceof IOException ? e.toString() : e.getMessage();
      throw new IOException("cannot load the snapshot in " + source + ": " + why, e);
    }
    try {
      tellLosses(loaded, losses);
    } catch (StoreException e) {
      // What was held before cannot be read: all the more reason to replace it.
    }
    Contents before = replace(loaded);
    if (before != null) {
      Directories.delete(before.path);
    }
  }

  private void tellLosses(Contents loaded, LossListener losses) {
    for (ApplicationKey application : applications()) {
      if (losses.concerns(application)) {
        List<ApplicationInstance> lost = new ArrayList<>();
        byte[] prefix = Keys.of(application);
        scan(
            Family.INSTANCES,
            prefix,
            prefix,
            (key, value) ->
                loaded.database.get(Family.INSTANCES, key) != null
                    || lost.add(decoded(value, ValueCodec::decodeInstance).instance()));
        if (!lost.isEmpty()) {
          losses.losing(lost);
        }
      }
    }
  }

  private static Contents openCopy(Path path) throws RocksDBException {
    byte[] bytes = RocksDatabase.readMeta(path);
    if (bytes == null) {
      throw new StoreException("it does not tell its format");
    }
    Meta meta = Meta.fromBytes(bytes);
    RocksDatabase database = RocksDatabase.open(path);
    try {
      return new Contents(path, database, new Verification(database).verified(meta), meta);
    } catch (RocksDBException | RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  /** Puts other contents, or none, in the place of the present ones, which are closed. */
  private @Nullable Contents replace(@Nullable Contents after) {
    alone.lock();
    try {
      Contents before = contents;
      contents = after;
      if (before != null) {
        before.database.close();
      }
      return before;
    } finally {
      alone.unlock();
    }
  }

  @Override
  public void close() {
    replace(null);
    try {
      lockFile.close();
    } catch (IOException e) {
      throw new StoreException("cannot release " + directory, e);
    }
  }

  // ---- Reading ----

  @Override
  public Optional<OwnedInstance> instance(InstanceKey key) {
    return get(Family.INSTANCES, Keys.of(key), ValueCodec::decodeInstance);
  }

  @Override
  public int references(MetadataRevision revision) {
    return get(Family.REFERENCES, Keys.of(revision), ValueCodec::decodeReferences).orElse(0);
  }

  @Override
  public Translation translation(ApplicationKey application) {
    return get(Family.TRANSLATIONS, Keys.of(application), ValueCodec::decodeTranslation)
        .map(SwitchedApplication::translation)
        .orElse(Translation.OFF);
  }

  @Override
  public Optional<Publication> publication(ApplicationKey application, Publication.Id id) {
    return get(Family.PUBLICATIONS, Keys.of(application, id), ValueCodec::decodePublication)
        .map(ApplicationPublication::publication);
  }

  @Override
  public OptionalLong epoch(MemberId member) {
    return get(Family.OWNERS, Keys.of(member), ValueCodec::decodeEpoch)
        .map(stored -> OptionalLong.of(stored.epoch()))
        .orElseGet(OptionalLong::empty);
  }

  @Override
  public Optional<MetadataDocument> document(MetadataRevision revision) {
    return get(Family.METADATA, Keys.of(revision), ValueCodec::decodeDocument);
  }

  @Override
  public StoreUsage usage() {
    return reading("measure", held -> held.database.usage());
  }

  @Override
  public SortedSet<ApplicationKey> applications() {
    return reading("read", held -> held.tally.applicationKeys());
  }

  @Override
  public Set<MemberId> owners() {
    return reading("read", held -> held.tally.ownerIds());
  }

  @Override
  public CatalogPosition position() {
    return reading("read", held -> held.position);
  }

  @Override
  public List<OwnedInstance> instances(ApplicationKey application) {
    return reading(
        "read",
        held -> {
          List<OwnedInstance> found = new ArrayList<>();
          held.database.scan(
              Family.INSTANCES,
              Keys.of(application),
              (key, value) -> found.add(decoded(value, ValueCodec::decodeInstance)));
          found.sort(BY_KEY);
          return List.copyOf(found);
        });
  }

  @Override
  public void visit(ServiceKey service, Consumer<OwnedInstance> visitor) {
    byte[] prefix = Keys.of(service);
    scan(
        Family.INSTANCES,
        prefix,
        prefix,
        (key, value) -> {
          visitor.accept(decoded(value, ValueCodec::decodeInstance));
          return true;
        });
  }

  @Override
  public SortedSet<String> groups(ApplicationKey application) {
    SortedSet<String> groups = new TreeSet<>();
    byte[] prefix = Keys.of(application);
    Optional<InstanceKey> first = firstKey(prefix, prefix);
    while (first.isPresent()) {
      groups.add(first.get().group());
      first = firstKey(prefix, Keys.behind(Keys.of(first.get().service())));
    }
    return groups;
  }

  private Optional<InstanceKey> firstKey(byte[] prefix, byte[] from) {
    List<InstanceKey> found = new ArrayList<>(1);
    scan(
        Family.INSTANCES,
        prefix,
        from,
        (key, value) -> {
          found.add(decoded(value, ValueCodec::decodeInstance).instance().key());
          return false;
        });
    return found.stream().findFirst();
  }

  @Override
  public SortedSet<ApplicationKey> applications(Optional<ApplicationKey> after, int limit) {
    requirePositive(limit);
    return reading("read", held -> held.tally.applicationKeys(after, limit));
  }

  @Override
  public List<OwnedInstance> instances(
      ApplicationKey application, Optional<InstanceKey> after, int limit) {
    requirePositive(limit);
    byte[] prefix = Keys.of(application);
    byte[] from = after.map(key -> Keys.after(Keys.of(key))).orElse(prefix);
    List<OwnedInstance> found = new ArrayList<>();
    scan(
        Family.INSTANCES,
        prefix,
        from,
        (key, value) -> {
          found.add(decoded(value, ValueCodec::decodeInstance));
          return found.size() < limit;
        });
    return List.copyOf(found);
  }

  @Override
  public SortedMap<MetadataRevision, Integer> revisions(ApplicationKey application) {
    SortedMap<MetadataRevision, Integer> found = new TreeMap<>();
    byte[] prefix = Keys.of(application);
    scan(
        Family.REVISIONS,
        prefix,
        prefix,
        (key, value) -> {
          RevisionCount row = decoded(value, ValueCodec::decodeRevisionCount);
          found.put(row.revision(), row.instances());
          return true;
        });
    return Collections.unmodifiableSortedMap(found);
  }

  @Override
  public SortedMap<MetadataRevision, MetadataDocument> documents(
      Optional<MetadataRevision> after, int limit) {
    requirePositive(limit);
    SortedMap<MetadataRevision, MetadataDocument> found = new TreeMap<>();
    scan(
        Family.METADATA,
        new byte[0],
        after.map(revision -> Keys.after(Keys.of(revision))).orElse(new byte[0]),
        (key, value) -> {
          MetadataDocument document = decoded(value, ValueCodec::decodeDocument);
          found.put(document.revision(), document);
          return found.size() < limit;
        });
    return Collections.unmodifiableSortedMap(found);
  }

  @Override
  public SortedSet<ApplicationKey> mapping(NamespaceId namespace, String serviceInterface) {
    SortedSet<ApplicationKey> found = new TreeSet<>();
    byte[] prefix = Keys.of(namespace, serviceInterface);
    scan(
        Family.MAPPING,
        prefix,
        prefix,
        (key, value) -> found.add(decoded(value, ValueCodec::decodeProviderCount).application()));
    return Collections.unmodifiableSortedSet(found);
  }

  @Override
  public List<InterfaceMapping> mappings(NamespaceId namespace, Optional<String> after, int limit) {
    requirePositive(limit);
    byte[] prefix = Keys.of(namespace);
    byte[] from = after.map(name -> Keys.behind(Keys.of(namespace, name))).orElse(prefix);
    Map<String, SortedSet<ApplicationKey>> found = new LinkedHashMap<>();
    scan(
        Family.MAPPING,
        prefix,
        from,
        (key, value) -> {
          ProviderCount row = decoded(value, ValueCodec::decodeProviderCount);
          if (found.size() == limit && !found.containsKey(row.serviceInterface())) {
            return false;
          }
          return found
              .computeIfAbsent(row.serviceInterface(), name -> new TreeSet<>())
              .add(row.application());
        });
    return found.entrySet().stream()
        .map(each -> new InterfaceMapping(each.getKey(), each.getValue()))
        .toList();
  }

  private void scan(Family family, byte[] prefix, byte[] from, RocksDatabase.Reader reader) {
    reading(
        "read",
        held -> {
          held.database.scan(family, prefix, from, reader);
          return reader;
        });
  }

  private static void requirePositive(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("a page of " + limit);
    }
  }

  @Override
  public List<OwnedInstance> ownedBy(MemberId member) {
    byte[] prefix = Keys.of(member);
    return reading(
        "read",
        held -> {
          List<OwnedInstance> found = new ArrayList<>();
          held.database.scan(
              Family.OWNED,
              prefix,
              (key, value) ->
                  owned(held, member, Arrays.copyOfRange(key, prefix.length, key.length))
                      .ifPresent(found::add));
          found.sort(BY_KEY);
          return List.copyOf(found);
        });
  }

  @Override
  public List<OwnedInstance> ownedBy(MemberId member, Optional<InstanceKey> after, int limit) {
    requirePositive(limit);
    byte[] prefix = Keys.of(member);
    byte[] from = after.map(key -> Keys.after(Keys.of(member, key))).orElse(prefix);
    return reading(
        "read",
        held -> {
          List<OwnedInstance> page = new ArrayList<>();
          held.database.scan(
              Family.OWNED,
              prefix,
              from,
              (key, value) -> {
                owned(held, member, Arrays.copyOfRange(key, prefix.length, key.length))
                    .ifPresent(page::add);
                return page.size() < limit;
              });
          return List.copyOf(page);
        });
  }

  /** An instance, unless it has changed hands since the index was read. */
  private static Optional<OwnedInstance> owned(Contents held, MemberId member, byte[] instanceKey)
      throws RocksDBException {
    byte[] stored = held.database.get(Family.INSTANCES, instanceKey);
    return stored == null
        ? Optional.empty()
        : Optional.of(decoded(stored, ValueCodec::decodeInstance))
            .filter(instance -> instance.owner().equals(member));
  }

  @Override
  public List<Publication> publications(ApplicationKey application) {
    return reading(
        "read",
        held -> {
          List<Publication> found = new ArrayList<>();
          held.database.scan(
              Family.PUBLICATIONS,
              Keys.of(application),
              (key, value) ->
                  found.add(decoded(value, ValueCodec::decodePublication).publication()));
          found.sort(Comparator.comparing(Publication::id));
          return List.copyOf(found);
        });
  }

  private <T> Optional<T> get(Family family, byte[] key, Decoder<T> decoder) {
    return reading(
        "read",
        held -> {
          byte[] value = held.database.get(family, key);
          return value == null ? Optional.<T>empty() : Optional.of(decoded(value, decoder));
        });
  }

  /** Turns bytes into a value. */
  @FunctionalInterface
  interface Decoder<T> {
    T decode(byte[] bytes) throws UnreadableRecordException;
  }

  static <T> T decoded(byte[] value, Decoder<T> decoder) {
    try {
      return decoder.decode(value);
    } catch (UnreadableRecordException e) {
      throw new StoreException("a record is unreadable: " + e.getMessage(), e);
    }
  }

  /** Works on the present contents. */
  @FunctionalInterface
  private interface Work<T> {
    T on(Contents held) throws RocksDBException;
  }

  private <T> T reading(String what, Work<T> work) {
    sharing.lock();
    try {
      Contents held = contents;
      if (held == null) {
        throw new StoreException("the store is closed");
      }
      return work.on(held);
    } catch (RocksDBException e) {
      throw new StoreException("cannot " + what + " in " + directory + ": " + e.getMessage(), e);
    } finally {
      sharing.unlock();
    }
  }
}
