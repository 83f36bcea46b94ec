package io.landbridge.store;

import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.record.ValueCodec;
import io.landbridge.record.ValueCodec.ProviderCount;
import io.landbridge.record.ValueCodec.RevisionCount;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.RevisionUse;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * What one command changes in the two indexes by revision: the revisions of an application with the
 * number of their instances, and the applications that provide an interface with the number of
 * their revisions.
 *
 * <p>Only the first and the last instance of a revision touch the mapping, so that a fleet that
 * restarts does not write a row per interface and instance.
 */
final class IndexChanges {

  private record Use(ApplicationKey application, MetadataRevision revision) {}

  private record Provider(ApplicationKey application, String serviceInterface) {}

  private final RocksDatabase database;
  private final Records<MetadataRevision, MetadataDocument> documents;
  private final Map<Use, RevisionUse> uses = new LinkedHashMap<>();
  private final Map<MetadataRevision, MetadataDocument> enclosed = new HashMap<>();

  /**
   * Makes what changes nothing yet.
   *
   * @param database as it is before the command
   * @param documents as they are before the command
   */
  IndexChanges(RocksDatabase database, Records<MetadataRevision, MetadataDocument> documents) {
    this.database = database;
    this.documents = documents;
  }

  /** Counts an instance, if there is one, that comes. */
  void come(@Nullable OwnedInstance instance) {
    if (instance != null) {
      count(instance.instance(), RevisionUse.of(instance.instance()));
    }
  }

  /** Counts an instance, if there is one, that goes. */
  void go(@Nullable OwnedInstance instance) {
    if (instance != null) {
      count(instance.instance(), RevisionUse.NONE.minus(RevisionUse.of(instance.instance())));
    }
  }

  private void count(ApplicationInstance instance, RevisionUse difference) {
    uses.merge(new Use(instance.application(), instance.revision()), difference, RevisionUse::plus);
  }

  /** Takes note of a document that the database gets only with this command. */
  void enclosed(MetadataRevision revision, MetadataDocument document) {
    enclosed.put(revision, document);
  }

  /** Adds the rows to a batch. */
  void addTo(WriteBatch batch) throws RocksDBException {
    Map<Provider, Integer> providers = new LinkedHashMap<>();
    for (Map.Entry<Use, RevisionUse> each : uses.entrySet()) {
      if (!each.getValue().equals(RevisionUse.NONE)) {
        addUse(batch, each.getKey(), each.getValue(), providers);
      }
    }
    for (Map.Entry<Provider, Integer> each : providers.entrySet()) {
      if (each.getValue() != 0) {
        addProvider(batch, each.getKey(), each.getValue());
      }
    }
  }

  private void addUse(
      WriteBatch batch, Use use, RevisionUse difference, Map<Provider, Integer> providers)
      throws RocksDBException {
    byte[] key = Keys.of(use.application(), use.revision());
    byte[] stored = database.get(Family.REVISIONS, key);
    RevisionUse before =
        stored == null
            ? RevisionUse.NONE
            : Records.decoded(stored, ValueCodec::decodeRevisionCount).use();
    RevisionUse after = before.plus(difference);
    requireCounted(after.instances(), use);
    requireCounted(after.registered(), use);
    if (after.instances() == 0) {
      batch.delete(database.handle(Family.REVISIONS), key);
    } else {
      batch.put(
          database.handle(Family.REVISIONS),
          key,
          ValueCodec.encode(new RevisionCount(use.application(), use.revision(), after)));
    }
    if (before.instances() == 0 || after.instances() == 0) {
      int step = after.instances() == 0 ? -1 : 1;
      for (String serviceInterface : interfaces(document(use.revision()))) {
        providers.merge(new Provider(use.application(), serviceInterface), step, Integer::sum);
      }
    }
  }

  private void addProvider(WriteBatch batch, Provider provider, int difference)
      throws RocksDBException {
    byte[] key = Keys.of(provider.application(), provider.serviceInterface());
    byte[] stored = database.get(Family.MAPPING, key);
    int before =
        stored == null ? 0 : Records.decoded(stored, ValueCodec::decodeProviderCount).revisions();
    int after = before + difference;
    requireCounted(after, provider);
    if (after == 0) {
      batch.delete(database.handle(Family.MAPPING), key);
    } else {
      batch.put(
          database.handle(Family.MAPPING),
          key,
          ValueCodec.encode(
              new ProviderCount(provider.application(), provider.serviceInterface(), after)));
    }
  }

  private static void requireCounted(int after, Record what) {
    if (after < 0) {
      throw new StoreException(
          "%d more of %s are gone than the index counts".formatted(-after, what));
    }
  }

  private MetadataDocument document(MetadataRevision revision) throws RocksDBException {
    MetadataDocument coming = enclosed.get(revision);
    MetadataDocument document = coming != null ? coming : documents.find(revision).value();
    if (document == null) {
      throw new StoreException("document " + revision + " is missing although instances have it");
    }
    return document;
  }

  /** The names a mapping is looked up by. */
  static Set<String> interfaces(MetadataDocument document) {
    return document.services().values().stream()
        .map(ServiceEntry::name)
        .collect(Collectors.toSet());
  }
}
