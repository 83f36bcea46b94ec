package io.landbridge.store;

import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.record.ValueCodec;
import io.landbridge.record.ValueCodec.ProviderCount;
import io.landbridge.record.ValueCodec.RevisionCount;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.RevisionUse;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Reads a whole database once: counts it, and compares the content with its checksum and the
 * indexes with the content.
 *
 * <p>Holds what belongs to one application at a time, not more: that every row that must be there
 * is there, and that there are no more rows than must be, is that they are the same.
 */
final class Verification {

  private final RocksDatabase database;
  private final RecordHash hash = new RecordHash();
  private final Tally tally = new Tally();
  private ContentChecksum sum = ContentChecksum.EMPTY;

  /** Instances lie side by side by application; these are of the one under way. */
  private @Nullable ApplicationKey application;

  private final Map<MetadataRevision, RevisionUse> revisions = new TreeMap<>();
  private long revisionRows;
  private long mappingRows;

  Verification(RocksDatabase database) {
    this.database = database;
  }

  /**
   * Verifies.
   *
   * @param meta what the database says of itself
   * @return what it holds
   * @throws StoreException if it is not what it says
   */
  Tally verified(Meta meta) throws RocksDBException {
    database.verifyFiles();
    for (Family family : Family.content()) {
      database.scan(family, new byte[0], (key, value) -> record(family, key, value));
    }
    endApplication();
    // First, because damaged content makes wrong indexes.
    if (!sum.equals(meta.checksum())) {
      throw new StoreException(
          "the checksum of its content is %s, but the recorded checksum is %s"
              .formatted(sum, meta.checksum()));
    }
    boolean required = database.get(Family.BRIDGE, Keys.ofRequirement()) != null;
    if (required != (meta.format() == Meta.SIGNED)) {
      throw new StoreException("its format does not match its requirement of signatures");
    }
    requireRows(Family.META, 1);
    requireRows(Family.OWNED, tally.instances());
    requireRows(Family.REVISIONS, revisionRows);
    requireRows(Family.MAPPING, mappingRows);
    return tally;
  }

  private void record(Family family, byte[] key, byte[] value) throws RocksDBException {
    sum = sum.plus(hash.of(family, key, value));
    switch (family) {
      case INSTANCES -> instance(Records.decoded(value, ValueCodec::decodeInstance));
      case METADATA -> tally.addDocuments(1);
      case TRANSLATIONS ->
          tally.switched(Records.decoded(value, ValueCodec::decodeTranslation).application());
      case IMPORTED ->
          tally.addImported(Records.decoded(value, ValueCodec::decodeImported).key().service(), 1);
      default -> {
        // Not counted.
      }
    }
  }

  private void instance(OwnedInstance owned) throws RocksDBException {
    tally.add(owned);
    if (database.get(Family.OWNED, Keys.of(owned.owner(), owned.instance().key())) == null) {
      throw new StoreException("instance " + owned.instance().key() + " is not in the index");
    }
    ApplicationKey of = owned.instance().application();
    if (!of.equals(application)) {
      endApplication();
      application = of;
    }
    revisions.merge(
        owned.instance().revision(), RevisionUse.of(owned.instance()), RevisionUse::plus);
  }

  /** Compares the rows of the application whose instances have all been seen. */
  private void endApplication() throws RocksDBException {
    ApplicationKey of = application;
    if (of == null) {
      return;
    }
    Map<String, Integer> interfaces = new TreeMap<>();
    for (Map.Entry<MetadataRevision, RevisionUse> each : revisions.entrySet()) {
      MetadataRevision revision = each.getKey();
      RevisionCount row = new RevisionCount(of, revision, each.getValue());
      requireRow(Family.REVISIONS, Keys.of(of, revision), ValueCodec::decodeRevisionCount, row);
      IndexChanges.interfaces(document(revision))
          .forEach(name -> interfaces.merge(name, 1, Integer::sum));
    }
    for (Map.Entry<String, Integer> each : interfaces.entrySet()) {
      ProviderCount row = new ProviderCount(of, each.getKey(), each.getValue());
      requireRow(Family.MAPPING, Keys.of(of, each.getKey()), ValueCodec::decodeProviderCount, row);
    }
    revisionRows += revisions.size();
    mappingRows += interfaces.size();
    revisions.clear();
  }

  private MetadataDocument document(MetadataRevision revision) throws RocksDBException {
    byte[] stored = database.get(Family.METADATA, Keys.of(revision));
    if (stored == null) {
      throw new StoreException("document " + revision + " is missing although instances have it");
    }
    return Records.decoded(stored, ValueCodec::decodeDocument);
  }

  private <T> void requireRow(Family family, byte[] key, Records.Decoder<T> decoder, T expected)
      throws RocksDBException {
    byte[] stored = database.get(family, key);
    Optional<T> found =
        stored == null ? Optional.empty() : Optional.of(Records.decoded(stored, decoder));
    if (!found.equals(Optional.of(expected))) {
      throw new StoreException(
          "its index has %s in the place of %s"
              .formatted(found.map(String::valueOf).orElse("nothing"), expected));
    }
  }

  private void requireRows(Family family, long expected) throws RocksDBException {
    long[] rows = {0};
    database.scan(family, new byte[0], (key, value) -> rows[0]++);
    if (rows[0] != expected) {
      throw new StoreException(
          "it has %2$d rows in its index %1$s where its content makes %3$d"
              .formatted(family, rows[0], expected));
    }
  }
}
