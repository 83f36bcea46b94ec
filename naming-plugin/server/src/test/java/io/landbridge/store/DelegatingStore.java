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
import io.landbridge.state.BridgeRecord;
import io.landbridge.state.CatalogPosition;
import io.landbridge.state.Change;
import io.landbridge.state.DisappearanceListener;
import io.landbridge.state.InterfaceMapping;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.RevisionUse;
import io.landbridge.state.SignerWindow;
import io.landbridge.state.Translation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Consumer;

/** Another store, with something changed. */
class DelegatingStore implements Store {

  private final Store store;

  DelegatingStore(Store store) {
    this.store = store;
  }

  /** Another transaction, with something changed. */
  static class DelegatingTransaction implements Transaction {

    private final Transaction transaction;

    DelegatingTransaction(Transaction transaction) {
      this.transaction = transaction;
    }

    @Override
    public void commit(List<Change> changes) {
      transaction.commit(changes);
    }

    @Override
    public void close() {
      transaction.close();
    }

    @Override
    public Optional<OwnedInstance> instance(InstanceKey key) {
      return transaction.instance(key);
    }

    @Override
    public int references(MetadataRevision revision) {
      return transaction.references(revision);
    }

    @Override
    public Translation translation(ApplicationKey application) {
      return transaction.translation(application);
    }

    @Override
    public Optional<Publication> publication(ApplicationKey application, Publication.Id id) {
      return transaction.publication(application, id);
    }

    @Override
    public OptionalLong epoch(MemberId member) {
      return transaction.epoch(member);
    }

    @Override
    public boolean ownsInstances(MemberId member) {
      return transaction.ownsInstances(member);
    }

    @Override
    public boolean hasInstances(ApplicationKey application) {
      return transaction.hasInstances(application);
    }

    @Override
    public boolean hasPublications(ApplicationKey application) {
      return transaction.hasPublications(application);
    }

    @Override
    public Optional<ImportedInstance> imported(ImportedInstance.Key key) {
      return transaction.imported(key);
    }

    @Override
    public BridgeRecord bridge() {
      return transaction.bridge();
    }

    @Override
    public Optional<SignatureRequirement> signatures() {
      return transaction.signatures();
    }

    @Override
    public Optional<SignerWindow> signer(MemberId member) {
      return transaction.signer(member);
    }

    @Override
    public List<MemberId> signers() {
      return transaction.signers();
    }
  }

  @Override
  public BridgeRecord bridge() {
    return store.bridge();
  }

  @Override
  public Optional<SignatureRequirement> signatures() {
    return store.signatures();
  }

  @Override
  public Optional<SignerWindow> signer(MemberId member) {
    return store.signer(member);
  }

  @Override
  public SortedMap<ServiceKey, Integer> importedServices() {
    return store.importedServices();
  }

  @Override
  public List<ImportedInstance> imported(ServiceKey service) {
    return store.imported(service);
  }

  @Override
  public Optional<ImportedInstance> imported(ImportedInstance.Key key) {
    return store.imported(key);
  }

  @Override
  public Transaction begin() {
    return store.begin();
  }

  @Override
  public SortedSet<ApplicationKey> applications() {
    return store.applications();
  }

  @Override
  public SortedSet<ApplicationKey> applications(Optional<ApplicationKey> after, int limit) {
    return store.applications(after, limit);
  }

  @Override
  public Translation translation(ApplicationKey application) {
    return store.translation(application);
  }

  @Override
  public Optional<OwnedInstance> instance(InstanceKey key) {
    return store.instance(key);
  }

  @Override
  public List<OwnedInstance> instances(ApplicationKey application) {
    return store.instances(application);
  }

  @Override
  public List<OwnedInstance> instances(
      ApplicationKey application, Optional<InstanceKey> after, int limit) {
    return store.instances(application, after, limit);
  }

  @Override
  public void visit(ServiceKey service, Consumer<OwnedInstance> visitor) {
    store.visit(service, visitor);
  }

  @Override
  public SortedSet<String> groups(ApplicationKey application) {
    return store.groups(application);
  }

  @Override
  public SortedMap<MetadataRevision, RevisionUse> revisions(ApplicationKey application) {
    return store.revisions(application);
  }

  @Override
  public SortedSet<ApplicationKey> mapping(NamespaceId namespace, String serviceInterface) {
    return store.mapping(namespace, serviceInterface);
  }

  @Override
  public List<InterfaceMapping> mappings(NamespaceId namespace, Optional<String> after, int limit) {
    return store.mappings(namespace, after, limit);
  }

  @Override
  public List<OwnedInstance> ownedBy(MemberId member) {
    return store.ownedBy(member);
  }

  @Override
  public List<OwnedInstance> ownedBy(MemberId member, Optional<InstanceKey> after, int limit) {
    return store.ownedBy(member, after, limit);
  }

  @Override
  public boolean hasDocument(MetadataRevision revision) {
    return store.hasDocument(revision);
  }

  @Override
  public Set<MemberId> owners() {
    return store.owners();
  }

  @Override
  public SortedMap<MemberId, Long> epochs() {
    return store.epochs();
  }

  @Override
  public Optional<MetadataDocument> document(MetadataRevision revision) {
    return store.document(revision);
  }

  @Override
  public SortedMap<MetadataRevision, MetadataDocument> documents(
      Optional<MetadataRevision> after, int limit) {
    return store.documents(after, limit);
  }

  @Override
  public List<Publication> publications(ApplicationKey application) {
    return store.publications(application);
  }

  @Override
  public CatalogPosition position() {
    return store.position();
  }

  @Override
  public List<String> save(Path directory) throws IOException {
    return store.save(directory);
  }

  @Override
  public void load(Path directory, DisappearanceListener losses) throws IOException {
    store.load(directory, losses);
  }

  @Override
  public SnapshotStatistics snapshots() {
    return store.snapshots();
  }

  @Override
  public StoreMemory memory() {
    return store.memory();
  }

  @Override
  public void close() {
    store.close();
  }
}
