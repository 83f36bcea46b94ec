package io.landbridge.store;

import io.landbridge.command.Publication;
import io.landbridge.command.SignatureRequirement;
import io.landbridge.dubbo.MetadataDocument;
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
import io.landbridge.state.DisappearanceListener;
import io.landbridge.state.InterfaceMapping;
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
import java.util.function.Consumer;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * The store in RocksDB.
 *
 * <p>It is empty at every start, because the log, with its newest snapshot, brings everything back,
 * and the server does not tell which entry it hands over: what an earlier run left could not be
 * matched with it. For the same reason there is no write-ahead log; the log of the group is it.
 */
public final class RocksStore implements Store {

  private final Path directory;
  private final FileChannel lockFile;
  private final MemoryBudget budget;
  private final RecordHash hash = new RecordHash();
  private final GuardedContents contents = new GuardedContents();
  private final RocksSnapshots snapshots;
  private long generation;

  private RocksStore(Path directory, FileChannel lockFile, MemoryBudget budget) {
    this.directory = directory;
    this.lockFile = lockFile;
    this.budget = budget;
    this.snapshots = new RocksSnapshots(contents, budget, this::nextPath);
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
        store.contents.replace(openEmpty(store.nextPath(), budget));
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
    RocksDatabase database = RocksDatabase.create(path, budget);
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
    return contents.begin(hash);
  }

  @Override
  public void close() {
    if (contents.replace(null) == null) {
      return;
    }
    budget.close();
    try {
      lockFile.close();
    } catch (IOException e) {
      throw new StoreException("cannot release " + directory, e);
    }
  }

  @Override
  public List<String> save(Path target) throws IOException {
    return snapshots.save(target);
  }

  @Override
  public void load(Path source, DisappearanceListener losses) throws IOException {
    snapshots.load(source, losses);
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
    return contents.read(held -> held.tally().applicationKeys());
  }

  @Override
  public void visit(ServiceKey service, Consumer<OwnedInstance> visitor) {
    contents.read(
        held -> {
          held.queries().visit(service, visitor);
          return visitor;
        });
  }

  @Override
  public SortedSet<String> groups(ApplicationKey application) {
    return contents.read(held -> held.tally().groups(application));
  }

  @Override
  public SortedSet<ApplicationKey> applications(Optional<ApplicationKey> after, int limit) {
    return contents.read(held -> held.tally().applicationKeys(after, limit));
  }

  @Override
  public Set<MemberId> owners() {
    return contents.read(held -> held.tally().ownerIds());
  }

  @Override
  public SortedMap<MemberId, Long> epochs() {
    return contents.read(held -> held.queries().epochs());
  }

  @Override
  public List<OwnedInstance> instances(ApplicationKey application) {
    return contents.read(held -> held.queries().instances(application));
  }

  @Override
  public List<OwnedInstance> instances(
      ApplicationKey application, Optional<InstanceKey> after, int limit) {
    return contents.read(held -> held.queries().instances(application, after, limit));
  }

  @Override
  public List<OwnedInstance> ownedBy(MemberId member) {
    return contents.read(held -> held.queries().ownedBy(member));
  }

  @Override
  public List<OwnedInstance> ownedBy(MemberId member, Optional<InstanceKey> after, int limit) {
    return contents.read(held -> held.queries().ownedBy(member, after, limit));
  }

  @Override
  public List<Publication> publications(ApplicationKey application) {
    return contents.read(held -> held.queries().publications(application));
  }

  @Override
  public SortedMap<MetadataRevision, RevisionUse> revisions(ApplicationKey application) {
    return contents.read(held -> held.queries().revisions(application));
  }

  @Override
  public SortedMap<MetadataRevision, MetadataDocument> documents(
      Optional<MetadataRevision> after, int limit) {
    return contents.read(held -> held.queries().documents(after, limit));
  }

  @Override
  public SortedSet<ApplicationKey> mapping(NamespaceId namespace, String serviceInterface) {
    return contents.read(held -> held.queries().mapping(namespace, serviceInterface));
  }

  @Override
  public List<InterfaceMapping> mappings(NamespaceId namespace, Optional<String> after, int limit) {
    return contents.read(held -> held.queries().mappings(namespace, after, limit));
  }

  @Override
  public BridgeRecord bridge() {
    return find(Family.BRIDGE, Keys.ofBridge(), ValueCodec::decodeBridge).orElse(BridgeRecord.NONE);
  }

  @Override
  public Optional<SignatureRequirement> signatures() {
    // Asked for every entry; mostly there is none.
    return contents.read(
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
    return contents.read(held -> held.tally().imported());
  }

  @Override
  public List<ImportedInstance> imported(ServiceKey service) {
    // Most services have none, and to find that out the database may have to pass removed ones.
    return contents.read(
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
    return contents.read(Contents::position);
  }

  @Override
  public SnapshotStatistics snapshots() {
    return snapshots.statistics();
  }

  @Override
  public StoreMemory memory() {
    return contents.read(
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
    return contents.read(held -> held.queries().find(family, key, decoder));
  }
}
