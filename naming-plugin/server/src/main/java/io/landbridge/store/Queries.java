package io.landbridge.store;

import io.landbridge.command.Publication;
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
import io.landbridge.record.ValueCodec.MemberEpoch;
import io.landbridge.record.ValueCodec.ProviderCount;
import io.landbridge.record.ValueCodec.RevisionCount;
import io.landbridge.state.InterfaceMapping;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.RevisionUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.rocksdb.RocksDBException;

/** What readers ask of a database; each answer is of one moment. Safe for use from any thread. */
final class Queries {

  private static final Comparator<OwnedInstance> BY_KEY =
      Comparator.comparing(owned -> owned.instance().key());

  private static final byte[] START = {};

  private final RocksDatabase database;

  Queries(RocksDatabase database) {
    this.database = database;
  }

  <T> Optional<T> find(Family family, byte[] key, Records.Decoder<T> decoder)
      throws RocksDBException {
    byte[] value = database.get(family, key);
    return value == null ? Optional.empty() : Optional.of(Records.decoded(value, decoder));
  }

  List<OwnedInstance> instances(ApplicationKey application) throws RocksDBException {
    List<OwnedInstance> found = new ArrayList<>();
    database.scan(
        Family.INSTANCES,
        Keys.of(application),
        (key, value) -> found.add(Records.decoded(value, ValueCodec::decodeInstance)));
    found.sort(BY_KEY);
    return List.copyOf(found);
  }

  List<OwnedInstance> instances(ApplicationKey application, Optional<InstanceKey> after, int limit)
      throws RocksDBException {
    requirePositive(limit);
    byte[] prefix = Keys.of(application);
    List<OwnedInstance> found = new ArrayList<>();
    database.scan(
        Family.INSTANCES,
        prefix,
        after.map(key -> Keys.after(Keys.of(key))).orElse(prefix),
        (key, value) -> {
          found.add(Records.decoded(value, ValueCodec::decodeInstance));
          return found.size() < limit;
        });
    return List.copyOf(found);
  }

  /** The instances of an application that another database does not have. */
  List<ApplicationInstance> missingFrom(RocksDatabase other, ApplicationKey application)
      throws RocksDBException {
    List<ApplicationInstance> missing = new ArrayList<>();
    database.scan(
        Family.INSTANCES,
        Keys.of(application),
        (key, value) -> {
          if (other.get(Family.INSTANCES, key) == null) {
            missing.add(Records.decoded(value, ValueCodec::decodeInstance).instance());
          }
        });
    return missing;
  }

  void visit(ServiceKey service, Consumer<OwnedInstance> visitor) throws RocksDBException {
    database.scan(
        Family.INSTANCES,
        Keys.of(service),
        (key, value) -> visitor.accept(Records.decoded(value, ValueCodec::decodeInstance)));
  }

  List<OwnedInstance> ownedBy(MemberId member) throws RocksDBException {
    byte[] prefix = Keys.of(member);
    List<OwnedInstance> found = new ArrayList<>();
    database.scan(
        Family.OWNED, prefix, (key, value) -> owned(member, prefix, key).ifPresent(found::add));
    found.sort(BY_KEY);
    return List.copyOf(found);
  }

  List<OwnedInstance> ownedBy(MemberId member, Optional<InstanceKey> after, int limit)
      throws RocksDBException {
    requirePositive(limit);
    byte[] prefix = Keys.of(member);
    List<OwnedInstance> found = new ArrayList<>();
    database.scan(
        Family.OWNED,
        prefix,
        after.map(key -> Keys.after(Keys.of(member, key))).orElse(prefix),
        (key, value) -> {
          owned(member, prefix, key).ifPresent(found::add);
          return found.size() < limit;
        });
    return List.copyOf(found);
  }

  /** An instance, unless it has changed hands since the index was read. */
  private Optional<OwnedInstance> owned(MemberId member, byte[] prefix, byte[] key)
      throws RocksDBException {
    byte[] instanceKey = Arrays.copyOfRange(key, prefix.length, key.length);
    return find(Family.INSTANCES, instanceKey, ValueCodec::decodeInstance)
        .filter(instance -> instance.owner().equals(member));
  }

  boolean hasPublications(ApplicationKey application) throws RocksDBException {
    boolean[] found = {false};
    byte[] prefix = Keys.of(application);
    database.scan(
        Family.PUBLICATIONS,
        prefix,
        prefix,
        (key, value) -> {
          found[0] = true;
          return false;
        });
    return found[0];
  }

  SortedMap<MemberId, Long> epochs() throws RocksDBException {
    SortedMap<MemberId, Long> found = new TreeMap<>();
    database.scan(
        Family.OWNERS,
        START,
        (key, value) -> {
          MemberEpoch row = Records.decoded(value, ValueCodec::decodeEpoch);
          found.put(row.member(), row.epoch());
        });
    return Collections.unmodifiableSortedMap(found);
  }

  List<MemberId> signers() throws RocksDBException {
    List<MemberId> found = new ArrayList<>();
    database.scan(
        Family.BRIDGE,
        Keys.ofSigners(),
        (key, value) -> found.add(Records.decoded(value, ValueCodec::decodeSigner).signer()));
    return found;
  }

  List<Publication> publications(ApplicationKey application) throws RocksDBException {
    List<Publication> found = new ArrayList<>();
    database.scan(
        Family.PUBLICATIONS,
        Keys.of(application),
        (key, value) ->
            found.add(Records.decoded(value, ValueCodec::decodePublication).publication()));
    found.sort(Comparator.comparing(Publication::id));
    return List.copyOf(found);
  }

  SortedMap<MetadataRevision, RevisionUse> revisions(ApplicationKey application)
      throws RocksDBException {
    SortedMap<MetadataRevision, RevisionUse> found = new TreeMap<>();
    database.scan(
        Family.REVISIONS,
        Keys.of(application),
        (key, value) -> {
          RevisionCount row = Records.decoded(value, ValueCodec::decodeRevisionCount);
          found.put(row.revision(), row.use());
        });
    return Collections.unmodifiableSortedMap(found);
  }

  SortedMap<MetadataRevision, MetadataDocument> documents(
      Optional<MetadataRevision> after, int limit) throws RocksDBException {
    requirePositive(limit);
    SortedMap<MetadataRevision, MetadataDocument> found = new TreeMap<>();
    database.scan(
        Family.METADATA,
        START,
        after.map(revision -> Keys.after(Keys.of(revision))).orElse(START),
        (key, value) -> {
          found.put(Keys.revision(key), Records.decoded(value, ValueCodec::decodeDocument));
          return found.size() < limit;
        });
    return Collections.unmodifiableSortedMap(found);
  }

  SortedSet<ApplicationKey> mapping(NamespaceId namespace, String serviceInterface)
      throws RocksDBException {
    SortedSet<ApplicationKey> found = new TreeSet<>();
    database.scan(
        Family.MAPPING,
        Keys.of(namespace, serviceInterface),
        (key, value) ->
            found.add(Records.decoded(value, ValueCodec::decodeProviderCount).application()));
    return Collections.unmodifiableSortedSet(found);
  }

  List<InterfaceMapping> mappings(NamespaceId namespace, Optional<String> after, int limit)
      throws RocksDBException {
    requirePositive(limit);
    byte[] prefix = Keys.of(namespace);
    Map<String, SortedSet<ApplicationKey>> found = new LinkedHashMap<>();
    database.scan(
        Family.MAPPING,
        prefix,
        after.map(name -> Keys.behind(Keys.of(namespace, name))).orElse(prefix),
        (key, value) -> {
          ProviderCount row = Records.decoded(value, ValueCodec::decodeProviderCount);
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

  List<ImportedInstance> imported(ServiceKey service) throws RocksDBException {
    List<ImportedInstance> found = new ArrayList<>();
    database.scan(
        Family.IMPORTED,
        Keys.ofImported(service),
        (key, value) -> found.add(Records.decoded(value, ValueCodec::decodeImported)));
    found.sort(Comparator.comparing(ImportedInstance::key));
    return List.copyOf(found);
  }

  private static void requirePositive(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("a page of " + limit);
    }
  }
}
