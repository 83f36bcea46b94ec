package io.landbridge.store;

import io.landbridge.command.Publication;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.BridgeRecord;
import io.landbridge.state.CatalogPosition;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.Change;
import io.landbridge.state.DisappearanceListener;
import io.landbridge.state.InterfaceMapping;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.RevisionUse;
import io.landbridge.state.SignatureView;
import io.landbridge.state.Translation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Consumer;

/**
 * Everything the catalog holds.
 *
 * <p>One thread writes ({@link #begin}, {@link #save}, {@link #load}); any thread reads at any
 * time, also while a snapshot is loaded or after the store was closed. Every method throws {@link
 * StoreException} when the store is broken or closed.
 */
public interface Store extends AutoCloseable, SignatureView {

  /**
   * Begins the next command. Until the transaction is closed, which the same thread must do, the
   * store is neither loaded nor closed.
   */
  Transaction begin();

  /** Stores the changes of a command that looks at nothing. See {@link Transaction#commit}. */
  default void commit(List<Change> changes) {
    try (Transaction transaction = begin()) {
      transaction.commit(changes);
    }
  }

  /** Every application that has instances or was ever switched, sorted. */
  SortedSet<ApplicationKey> applications();

  /** See {@link CatalogReader#applications(Optional, int)}. */
  SortedSet<ApplicationKey> applications(Optional<ApplicationKey> after, int limit);

  /** The switch of an application; {@link Translation#OFF} when it was never touched. */
  Translation translation(ApplicationKey application);

  /** One instance. */
  Optional<OwnedInstance> instance(InstanceKey key);

  /** The instances of an application, sorted by key. */
  List<OwnedInstance> instances(ApplicationKey application);

  /** See {@link CatalogReader#instances(ApplicationKey, Optional, int)}. */
  List<OwnedInstance> instances(ApplicationKey application, Optional<InstanceKey> after, int limit);

  /** See {@link CatalogReader#revisions}. */
  SortedMap<MetadataRevision, RevisionUse> revisions(ApplicationKey application);

  /** See {@link CatalogReader#mapping}. */
  SortedSet<ApplicationKey> mapping(NamespaceId namespace, String serviceInterface);

  /** See {@link CatalogReader#mappings}. */
  List<InterfaceMapping> mappings(NamespaceId namespace, Optional<String> after, int limit);

  /** See {@link CatalogReader#visit}. */
  void visit(ServiceKey service, Consumer<OwnedInstance> visitor);

  /** See {@link CatalogReader#groups}. */
  SortedSet<String> groups(ApplicationKey application);

  /** The instances a member owns, sorted by key. */
  List<OwnedInstance> ownedBy(MemberId member);

  /**
   * A page of the instances a member owns, in the order of their stored keys.
   *
   * @param after the last of the page before; empty for the first page
   * @param limit how many at most; fewer means that there are no more
   */
  List<OwnedInstance> ownedBy(MemberId member, Optional<InstanceKey> after, int limit);

  /** The members that own at least one instance. */
  Set<MemberId> owners();

  /** See {@link CatalogReader#epochs}. */
  SortedMap<MemberId, Long> epochs();

  /** The document of a revision. */
  Optional<MetadataDocument> document(MetadataRevision revision);

  /** See {@link CatalogReader#documents}. */
  SortedMap<MetadataRevision, MetadataDocument> documents(
      Optional<MetadataRevision> after, int limit);

  /** Whether the document of a revision is stored; cheaper than reading it. */
  boolean hasDocument(MetadataRevision revision);

  /** What was published for an application, sorted by id. */
  List<Publication> publications(ApplicationKey application);

  /** See {@link CatalogReader#bridge}. */
  BridgeRecord bridge();

  /** See {@link CatalogReader#importedServices}. */
  SortedMap<ServiceKey, Integer> importedServices();

  /** See {@link CatalogReader#imported}. */
  List<ImportedInstance> imported(ServiceKey service);

  /** One imported instance. */
  Optional<ImportedInstance> imported(ImportedInstance.Key key);

  /** How many commands were counted and what is held after the last of them. */
  CatalogPosition position();

  /**
   * Writes a snapshot.
   *
   * @param directory an empty directory
   * @return the files written, relative to the directory, with {@code /} between names, sorted
   * @throws IOException if it could not be written
   */
  List<String> save(Path directory) throws IOException;

  /**
   * Replaces everything by a snapshot, after checking all of it. The directory is only read.
   *
   * @param directory where {@link #save} wrote a snapshot
   * @throws IOException if it is of a newer format, damaged or cannot be read; what the store held
   *     before is then still there
   */
  default void load(Path directory) throws IOException {
    load(directory, DisappearanceListener.NONE);
  }

  /**
   * The same, and tells which of the instances held before are not in the snapshot, while they
   * still can be read.
   *
   * @param losses told of the applications that concern it
   */
  void load(Path directory, DisappearanceListener losses) throws IOException;

  /** How saving and loading went. */
  SnapshotStatistics snapshots();

  /** What it takes now; quick, from any thread. */
  StoreMemory memory();

  /** Releases everything; waits for reads under way. */
  @Override
  void close();
}
