package io.landbridge.store;

import io.landbridge.record.ValueCodec;
import io.landbridge.record.ValueCodec.ApplicationPublication;
import io.landbridge.record.ValueCodec.MemberEpoch;
import io.landbridge.record.ValueCodec.SwitchedApplication;
import io.landbridge.state.Change;
import io.landbridge.state.OwnedInstance;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * The changes of one command on their way to the database, with the checksum and the counts they
 * bring about. The counts change only once the batch is written.
 */
final class Batch implements AutoCloseable {

  private final RocksDatabase database;
  private final Tally tally;
  private final WriteBatch batch = new WriteBatch();
  private final List<Runnable> counting = new ArrayList<>();
  private final IndexChanges indexes = new IndexChanges();
  private ContentChecksum checksum;

  Batch(RocksDatabase database, Tally tally, ContentChecksum checksum) {
    this.database = database;
    this.tally = tally;
    this.checksum = checksum;
  }

  void add(Change change) throws RocksDBException {
    if (change instanceof Change.PutInstance put) {
      putInstance(put.instance());
    } else if (change instanceof Change.RemoveInstance remove) {
      forget(delete(Family.INSTANCES, Keys.of(remove.key())));
    } else if (change instanceof Change.PutDocument put) {
      put(Family.METADATA, Keys.of(put.revision()), ValueCodec.encode(put.document()));
      indexes.enclosed(put.revision(), put.document());
      counting.add(tally::documentAdded);
    } else if (change instanceof Change.RemoveDocument remove) {
      delete(Family.METADATA, Keys.of(remove.revision()));
      counting.add(tally::documentRemoved);
    } else if (change instanceof Change.SetReferences set) {
      setReferences(set);
    } else if (change instanceof Change.PutTranslation put) {
      put(
          Family.TRANSLATIONS,
          Keys.of(put.application()),
          ValueCodec.encode(new SwitchedApplication(put.application(), put.translation())));
      counting.add(() -> tally.switched(put.application()));
    } else if (change instanceof Change.PutPublication put) {
      put(
          Family.PUBLICATIONS,
          Keys.of(put.application(), put.publication().id()),
          ValueCodec.encode(new ApplicationPublication(put.application(), put.publication())));
    } else if (change instanceof Change.RemovePublication remove) {
      delete(Family.PUBLICATIONS, Keys.of(remove.application(), remove.id()));
    } else if (change instanceof Change.SetEpoch set) {
      put(
          Family.OWNERS,
          Keys.of(set.member()),
          ValueCodec.encode(new MemberEpoch(set.member(), set.epoch())));
    } else {
      throw new AssertionError("a change that cannot be stored: " + change.getClass());
    }
  }

  private void putInstance(OwnedInstance instance) throws RocksDBException {
    // Counted before what it replaces is not: a reader never sees its application without it.
    counting.add(() -> tally.added(instance));
    indexes.count(instance, 1);
    byte[] key = Keys.of(instance.instance().key());
    forget(put(Family.INSTANCES, key, ValueCodec.encode(instance)));
    batch.put(
        database.handle(Family.OWNED),
        Keys.of(instance.owner(), instance.instance().key()),
        new byte[0]);
  }

  /** Takes what was stored of an instance out of the index and the counts. */
  private void forget(byte @Nullable [] stored) throws RocksDBException {
    if (stored == null) {
      return;
    }
    OwnedInstance before = RocksStore.decoded(stored, ValueCodec::decodeInstance);
    batch.delete(database.handle(Family.OWNED), Keys.of(before.owner(), before.instance().key()));
    counting.add(() -> tally.removed(before));
    indexes.count(before, -1);
  }

  private void setReferences(Change.SetReferences set) throws RocksDBException {
    byte[] key = Keys.of(set.revision());
    if (set.count() == 0) {
      delete(Family.REFERENCES, key);
    } else {
      put(Family.REFERENCES, key, ValueCodec.encodeReferences(set.count()));
    }
  }

  private byte @Nullable [] put(Family family, byte[] key, byte[] value) throws RocksDBException {
    byte[] before = takeOut(family, key);
    checksum = checksum.plus(ContentChecksum.ofRecord(family, key, value));
    batch.put(database.handle(family), key, value);
    return before;
  }

  private byte @Nullable [] delete(Family family, byte[] key) throws RocksDBException {
    byte[] before = takeOut(family, key);
    batch.delete(database.handle(family), key);
    return before;
  }

  private byte @Nullable [] takeOut(Family family, byte[] key) throws RocksDBException {
    byte[] before = database.get(family, key);
    if (before != null) {
      checksum = checksum.minus(ContentChecksum.ofRecord(family, key, before));
    }
    return before;
  }

  /** The checksum of the content once the batch is written. */
  ContentChecksum checksum() {
    return checksum;
  }

  /** Writes everything at once, and what the database says of itself with it. */
  void write(Meta meta) throws RocksDBException {
    indexes.addTo(batch, database);
    batch.put(database.handle(Family.META), Meta.key(), meta.toBytes());
    database.write(batch);
    counting.forEach(Runnable::run);
  }

  @Override
  public void close() {
    batch.close();
  }
}
