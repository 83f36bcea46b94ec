package io.landbridge.store;

import io.landbridge.command.Publication;
import io.landbridge.command.SignatureRequirement;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.record.ValueCodec;
import io.landbridge.record.ValueCodec.ApplicationPublication;
import io.landbridge.record.ValueCodec.MemberEpoch;
import io.landbridge.record.ValueCodec.SwitchedApplication;
import io.landbridge.state.BridgeRecord;
import io.landbridge.state.Change;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.SignerWindow;
import io.landbridge.state.Translation;
import io.landbridge.store.Records.Stored;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * One command on its way to the database, with the checksum, the indexes and the counts it brings
 * about. The counts change only once the batch is written.
 */
final class RocksTransaction implements Transaction {

  private static final byte[] NOTHING = {};

  private final Contents contents;
  private final RocksDatabase database;
  private final RecordHash hash;
  private final Runnable release;
  private final WriteBatch batch = new WriteBatch();
  private final Tally.Changes counts = new Tally.Changes();
  private final Records<InstanceKey, OwnedInstance> instances;
  private final Records<MetadataRevision, Integer> references;
  private final Records<MetadataRevision, MetadataDocument> documents;
  private final Records<ApplicationKey, SwitchedApplication> translations;
  private final Records<PublicationKey, ApplicationPublication> publications;
  private final Records<MemberId, MemberEpoch> epochs;
  private final Records<ImportedInstance.Key, ImportedInstance> imported;
  private final Records<Family, BridgeRecord> bridge;
  private final Records<Family, SignatureRequirement> requirement;
  private final Records<MemberId, SignerWindow> signers;
  private final IndexChanges indexes;
  private ContentChecksum checksum;
  private boolean signed;

  private record PublicationKey(ApplicationKey application, Publication.Id id) {

    byte[] bytes() {
      return Keys.of(application, id);
    }
  }

  /**
   * Begins.
   *
   * @param contents stays open until {@code release}
   * @param hash of the calling thread
   * @param release runs when the transaction is closed
   */
  RocksTransaction(Contents contents, RecordHash hash, Runnable release) {
    this.contents = contents;
    this.database = contents.database();
    this.hash = hash;
    this.release = release;
    this.checksum = contents.meta().checksum();
    this.signed = contents.meta().format() == Meta.SIGNED;
    Tally tally = contents.tally();
    // A fleet that comes in whole would otherwise have each of its instances looked up in vain.
    instances =
        new Records<>(
            database,
            Family.INSTANCES,
            Keys::of,
            ValueCodec::decodeInstance,
            key -> tally.has(key.application()));
    references = new Records<>(database, Family.REFERENCES, Keys::of, ValueCodec::decodeReferences);
    documents = new Records<>(database, Family.METADATA, Keys::of, ValueCodec::decodeDocument);
    translations =
        new Records<>(database, Family.TRANSLATIONS, Keys::of, ValueCodec::decodeTranslation);
    publications =
        new Records<>(
            database, Family.PUBLICATIONS, PublicationKey::bytes, ValueCodec::decodePublication);
    epochs = new Records<>(database, Family.OWNERS, Keys::of, ValueCodec::decodeEpoch);
    imported = new Records<>(database, Family.IMPORTED, Keys::of, ValueCodec::decodeImported);
    bridge =
        new Records<>(database, Family.BRIDGE, family -> Keys.ofBridge(), ValueCodec::decodeBridge);
    requirement =
        new Records<>(
            database, Family.BRIDGE, family -> Keys.ofRequirement(), ValueCodec::decodeRequirement);
    signers = new Records<>(database, Family.BRIDGE, Keys::ofSigner, ValueCodec::decodeSigner);
    indexes = new IndexChanges(database, documents);
  }

  // ---- Reading ----

  @Override
  public Optional<OwnedInstance> instance(InstanceKey key) {
    return value(instances, key);
  }

  @Override
  public int references(MetadataRevision revision) {
    return value(references, revision).orElse(0);
  }

  @Override
  public Translation translation(ApplicationKey application) {
    return value(translations, application)
        .map(SwitchedApplication::translation)
        .orElse(Translation.OFF);
  }

  @Override
  public Optional<Publication> publication(ApplicationKey application, Publication.Id id) {
    return value(publications, new PublicationKey(application, id))
        .map(ApplicationPublication::publication);
  }

  @Override
  public OptionalLong epoch(MemberId member) {
    return value(epochs, member)
        .map(stored -> OptionalLong.of(stored.epoch()))
        .orElseGet(OptionalLong::empty);
  }

  @Override
  public boolean ownsInstances(MemberId member) {
    return contents.tally().owns(member);
  }

  @Override
  public boolean hasInstances(ApplicationKey application) {
    return contents.tally().has(application);
  }

  @Override
  public boolean hasPublications(ApplicationKey application) {
    try {
      return contents.queries().hasPublications(application);
    } catch (RocksDBException e) {
      throw contents.failure("read", e);
    }
  }

  @Override
  public Optional<ImportedInstance> imported(ImportedInstance.Key key) {
    return value(imported, key);
  }

  @Override
  public BridgeRecord bridge() {
    return value(bridge, Family.BRIDGE).orElse(BridgeRecord.NONE);
  }

  @Override
  public Optional<SignatureRequirement> signatures() {
    return value(requirement, Family.BRIDGE);
  }

  @Override
  public Optional<SignerWindow> signer(MemberId member) {
    return value(signers, member);
  }

  @Override
  public List<MemberId> signers() {
    try {
      return contents.queries().signers();
    } catch (RocksDBException e) {
      throw contents.failure("read", e);
    }
  }

  private <K, V> Optional<V> value(Records<K, V> records, K key) {
    try {
      return Optional.ofNullable(records.find(key).value());
    } catch (RocksDBException e) {
      throw contents.failure("read", e);
    }
  }

  // ---- Writing ----

  @Override
  public void commit(List<Change> changes) {
    try {
      for (Change change : changes) {
        add(change);
      }
      indexes.addTo(batch);
      Meta meta = contents.meta().next(checksum, signed);
      batch.put(database.handle(Family.META), Meta.key(), meta.toBytes());
      database.write(batch);
      contents.committed(meta, counts);
    } catch (RocksDBException e) {
      throw contents.failure("commit", e);
    }
  }

  private void add(Change change) throws RocksDBException {
    if (change instanceof Change.PutInstance put) {
      putInstance(put.instance());
    } else if (change instanceof Change.RemoveInstance remove) {
      Stored<OwnedInstance> before = instances.find(remove.key());
      delete(Family.INSTANCES, before);
      moved(before.value(), null);
    } else if (change instanceof Change.PutDocument put) {
      put(documents, put.revision(), ValueCodec.encode(put.document()));
      indexes.enclosed(put.revision(), put.document());
      counts.documentAdded();
    } else if (change instanceof Change.RemoveDocument remove) {
      delete(Family.METADATA, documents.find(remove.revision()));
      counts.documentRemoved();
    } else if (change instanceof Change.SetReferences set) {
      if (set.count() == 0) {
        delete(Family.REFERENCES, references.find(set.revision()));
      } else {
        put(references, set.revision(), ValueCodec.encodeReferences(set.count()));
      }
    } else if (change instanceof Change.PutTranslation put) {
      SwitchedApplication now = new SwitchedApplication(put.application(), put.translation());
      put(translations, put.application(), ValueCodec.encode(now));
      counts.switched(put.application());
    } else if (change instanceof Change.RemoveTranslation remove) {
      delete(Family.TRANSLATIONS, translations.find(remove.application()));
      counts.unswitched(remove.application());
    } else if (change instanceof Change.PutPublication put) {
      put(
          publications,
          new PublicationKey(put.application(), put.publication().id()),
          ValueCodec.encode(new ApplicationPublication(put.application(), put.publication())));
    } else if (change instanceof Change.RemovePublication remove) {
      PublicationKey key = new PublicationKey(remove.application(), remove.id());
      delete(Family.PUBLICATIONS, publications.find(key));
    } else if (change instanceof Change.SetEpoch set) {
      put(epochs, set.member(), ValueCodec.encode(new MemberEpoch(set.member(), set.epoch())));
    } else if (change instanceof Change.RemoveEpoch remove) {
      delete(Family.OWNERS, epochs.find(remove.member()));
    } else if (change instanceof Change.PutImported put) {
      ImportedInstance.Key key = put.instance().key();
      if (put(imported, key, ValueCodec.encode(put.instance())).bytes() == null) {
        counts.imported(key.service(), 1);
      }
    } else if (change instanceof Change.RemoveImported remove) {
      delete(Family.IMPORTED, imported.find(remove.key()));
      counts.imported(remove.key().service(), -1);
    } else if (change instanceof Change.PutBridge put) {
      put(bridge, Family.BRIDGE, ValueCodec.encode(put.bridge()));
    } else if (change instanceof Change.PutRequirement put) {
      put(requirement, Family.BRIDGE, ValueCodec.encode(put.requirement()));
      signed = true;
    } else if (change instanceof Change.RemoveRequirement) {
      delete(Family.BRIDGE, requirement.find(Family.BRIDGE));
      signed = false;
    } else if (change instanceof Change.PutSigner put) {
      put(signers, put.signer().signer(), ValueCodec.encode(put.signer()));
    } else if (change instanceof Change.RemoveSigner remove) {
      delete(Family.BRIDGE, signers.find(remove.signer()));
    } else {
      throw new AssertionError("a change that cannot be stored: " + change.getClass());
    }
  }

  private void putInstance(OwnedInstance after) throws RocksDBException {
    OwnedInstance before = put(instances, after.instance().key(), ValueCodec.encode(after)).value();
    moved(before, after);
  }

  /** Brings the index by owner and the counts along; both know nothing else of an instance. */
  private void moved(@Nullable OwnedInstance before, @Nullable OwnedInstance after)
      throws RocksDBException {
    indexes.go(before);
    indexes.come(after);
    if (before != null && after != null && before.owner().equals(after.owner())) {
      return;
    }
    if (before != null) {
      batch.delete(database.handle(Family.OWNED), Keys.of(before.owner(), before.instance().key()));
      counts.removed(before);
    }
    if (after != null) {
      batch.put(
          database.handle(Family.OWNED), Keys.of(after.owner(), after.instance().key()), NOTHING);
      counts.added(after);
    }
  }

  private <K, V> Stored<V> put(Records<K, V> records, K key, byte[] value) throws RocksDBException {
    Stored<V> before = records.find(key);
    takeOut(records.family(), before);
    checksum = checksum.plus(hash.of(records.family(), before.key(), value));
    batch.put(database.handle(records.family()), before.key(), value);
    return before;
  }

  private void delete(Family family, Stored<?> before) throws RocksDBException {
    takeOut(family, before);
    batch.delete(database.handle(family), before.key());
  }

  private void takeOut(Family family, Stored<?> before) {
    byte[] bytes = before.bytes();
    if (bytes != null) {
      checksum = checksum.minus(hash.of(family, before.key(), bytes));
    }
  }

  @Override
  public void close() {
    batch.close();
    release.run();
  }
}
