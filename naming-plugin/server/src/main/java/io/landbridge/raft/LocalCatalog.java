package io.landbridge.raft;

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
import io.landbridge.state.CatalogListener;
import io.landbridge.state.CatalogPosition;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.Change;
import io.landbridge.state.ChangeListener;
import io.landbridge.state.ClaimListener;
import io.landbridge.state.DisappearanceListener;
import io.landbridge.state.ImportListener;
import io.landbridge.state.InterfaceMapping;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.RevisionUse;
import io.landbridge.state.SignerWindow;
import io.landbridge.state.Translation;
import io.landbridge.store.Store;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The store as readers see it, and who wants to know of changes. */
final class LocalCatalog implements CatalogReader {

  private static final Logger LOG = LoggerFactory.getLogger(LocalCatalog.class);

  private final Store store;
  private final List<ChangeListener> listeners = new CopyOnWriteArrayList<>();
  private final List<CatalogListener> followers = new CopyOnWriteArrayList<>();
  private final List<ImportListener> importListeners = new CopyOnWriteArrayList<>();
  private final List<ClaimListener> claimListeners = new CopyOnWriteArrayList<>();
  private final DisappearanceListeners losses = new DisappearanceListeners();

  LocalCatalog(Store store) {
    this.store = store;
  }

  /** One entry was applied. */
  void advanced(SortedSet<ApplicationKey> changed, SortedSet<ApplicationKey> terms) {
    Set<ApplicationKey> copy = Collections.unmodifiableSortedSet(new TreeSet<>(changed));
    changed(copy, Collections.unmodifiableSortedSet(new TreeSet<>(terms)));
    CatalogPosition position = store.position();
    tell(followers, each -> each.advanced(position, copy), "a step of the log");
  }

  /** A snapshot was loaded in the place of what was there. */
  void restored(SortedSet<ApplicationKey> beforeAndAfter) {
    Set<ApplicationKey> copy = Collections.unmodifiableSortedSet(new TreeSet<>(beforeAndAfter));
    changed(copy, copy);
    CatalogPosition position = store.position();
    tell(followers, each -> each.restored(position), "a snapshot");
  }

  private void changed(Set<ApplicationKey> applications, Set<ApplicationKey> terms) {
    if (applications.isEmpty()) {
      return;
    }
    tell(listeners, each -> each.changed(applications, terms), "a change of applications");
  }

  /** Tells every listener; one that throws costs the others nothing. */
  private static <L> void tell(List<L> listeners, Consumer<L> what, String of) {
    for (L listener : listeners) {
      try {
        what.accept(listener);
      } catch (RuntimeException e) {
        LOG.error("A listener failed at {}", of, e);
      }
    }
  }

  /** Tells which instances an entry changed, and whose they are. */
  void claimed(List<Change> changes) {
    for (Change change : changes) {
      if (change instanceof Change.PutInstance put) {
        OwnedInstance owned = put.instance();
        claimed(owned.instance().key(), Optional.of(owned.owner()));
      } else if (change instanceof Change.RemoveInstance remove) {
        claimed(remove.key(), Optional.empty());
      }
    }
  }

  private void claimed(InstanceKey instance, Optional<MemberId> owner) {
    tell(claimListeners, each -> each.changed(instance, owner), "a claim");
  }

  @Override
  public void onClaim(ClaimListener listener) {
    claimListeners.add(listener);
  }

  /** Tells which imported instances changed, before it is told which services did. */
  void imported(SortedSet<ImportedInstance.Key> instances) {
    if (instances.isEmpty()) {
      return;
    }
    Set<ImportedInstance.Key> copy = Collections.unmodifiableSortedSet(new TreeSet<>(instances));
    tell(importListeners, each -> each.imported(copy), "a change of what is imported");
  }

  /** Tells what changed of the bridge, before anybody hears that the log has gone on. */
  void bridged(SortedSet<ServiceKey> services, boolean bridge) {
    if (services.isEmpty() && !bridge) {
      return;
    }
    Set<ServiceKey> copy = Collections.unmodifiableSortedSet(new TreeSet<>(services));
    tell(importListeners, each -> each.changed(copy, bridge), "a change of what is imported");
  }

  @Override
  public void onImport(ImportListener listener) {
    importListeners.add(listener);
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

  /** Whom to tell of losses. */
  DisappearanceListeners losses() {
    return losses;
  }

  @Override
  public void onLoss(DisappearanceListener listener) {
    losses.add(listener);
  }

  @Override
  public void onChange(ChangeListener listener) {
    listeners.add(listener);
  }

  @Override
  public void onAdvance(CatalogListener listener) {
    followers.add(listener);
  }

  @Override
  public SortedSet<ApplicationKey> applications() {
    return store.applications();
  }

  @Override
  public Translation translation(ApplicationKey application) {
    return store.translation(application);
  }

  @Override
  public List<OwnedInstance> instances(ApplicationKey application) {
    return store.instances(application);
  }

  @Override
  public SortedSet<ApplicationKey> applications(Optional<ApplicationKey> after, int limit) {
    return store.applications(after, limit);
  }

  @Override
  public List<OwnedInstance> instances(
      ApplicationKey application, Optional<InstanceKey> after, int limit) {
    return store.instances(application, after, limit);
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
  public SortedMap<MetadataRevision, MetadataDocument> documents(
      Optional<MetadataRevision> after, int limit) {
    return store.documents(after, limit);
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
  public Optional<OwnedInstance> instance(InstanceKey key) {
    return store.instance(key);
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
  public boolean hasDocument(MetadataRevision revision) {
    return store.hasDocument(revision);
  }

  @Override
  public List<Publication> publications(ApplicationKey application) {
    return store.publications(application);
  }

  @Override
  public CatalogPosition position() {
    return store.position();
  }
}
