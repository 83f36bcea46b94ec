package io.landbridge.plugin;

import io.landbridge.document.FetchedDocuments;
import io.landbridge.dubbo.ApplicationFold;
import io.landbridge.dubbo.CheckedNames;
import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.dubbo.json.InstanceJsonReader;
import io.landbridge.membership.PeerReconciler;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MemberId;
import io.landbridge.observe.JoinedRegistry;
import io.landbridge.observe.ProviderReading;
import io.landbridge.observe.RegistrationObserver;
import io.landbridge.observe.removal.LostOwners;
import io.landbridge.observe.removal.UnusedRecords;
import io.landbridge.port.NativeServices;
import io.landbridge.publish.Publisher;
import io.landbridge.raft.CatalogStateMachine;
import io.landbridge.raft.EntryKeys;
import io.landbridge.raft.EntrySigner;
import io.landbridge.raft.ProposingCatalog;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.raft.SkippedEntries;
import io.landbridge.record.EntryKey;
import io.landbridge.service.Administration;
import io.landbridge.service.BridgeAdministration;
import io.landbridge.service.CatalogAdministration;
import io.landbridge.service.CatalogMaintenance;
import io.landbridge.service.ChangeWatch;
import io.landbridge.service.EntryAgreement;
import io.landbridge.service.EntrySignatures;
import io.landbridge.service.Maintenance;
import io.landbridge.service.MemberIdentity;
import io.landbridge.service.answer.EntryStatus;
import io.landbridge.service.answer.HeldStatus;
import io.landbridge.service.unavailable.UnavailableAdministration;
import io.landbridge.state.CatalogReader;
import io.landbridge.store.RocksStore;
import io.landbridge.store.StoreMemory;
import io.landbridge.view.ViewStats;
import io.landbridge.view.WholeView;
import io.landbridge.view.derived.DerivedView;
import io.landbridge.view.derived.NativeInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of the plugin, wired to a host. */
final class RunningPlugin implements Landbridge {

  private static final Logger LOG = LoggerFactory.getLogger(RunningPlugin.class);

  private static final String SUSPENDED =
      "this member is suspended: nothing is shown, published or fetched; resume with 'landbridge"
          + " resume'";

  /** The entries of the log that this member leaves out, in its data directory. */
  private static final String SKIPPED = "skipped-entries";

  /** What this member signs entries with, and has signed them with, in its data directory. */
  private static final String KEYS = "entry-keys";

  private final RocksStore store;
  private final WholeView view;
  private final List<AutoCloseable> workers;
  private final AtomicReference<Administration> administration;
  private final List<Metric> metrics;
  private final CatalogStateMachine machine;
  private final Maintenance maintenance;
  private final Suspension suspension;
  private final BridgeAdministration bridge;
  private final CatchUp catchUp;
  private final Abdication abdication;
  private final PeerReconciler peers;

  private RunningPlugin(
      RocksStore store,
      WholeView view,
      List<AutoCloseable> workers,
      AtomicReference<Administration> administration,
      List<Metric> metrics,
      CatalogStateMachine machine,
      Maintenance maintenance,
      Suspension suspension,
      BridgeAdministration bridge,
      CatchUp catchUp,
      Abdication abdication,
      PeerReconciler peers) {
    this.store = store;
    this.view = view;
    this.workers = workers;
    this.administration = administration;
    this.metrics = metrics;
    this.machine = machine;
    this.maintenance = maintenance;
    this.suspension = suspension;
    this.bridge = bridge;
    this.catchUp = catchUp;
    this.abdication = abdication;
    this.peers = peers;
  }

  static Landbridge start(Host host, PluginConfig config, String version) throws IOException {
    MemberId self = host.self();
    long epoch = System.currentTimeMillis();
    MemberIdentity identity = new MemberIdentity(version, host.description(), self.address());
    SkippedEntries skipped = SkippedEntries.open(host.dataDirectory().resolve(SKIPPED));
    EntryKeys keys = EntryKeys.open(host.dataDirectory().resolve(KEYS), host.entryKey());
    Optional<String> key = keys.present().map(EntryKey::id);
    RocksStore store = RocksStore.open(host.dataDirectory().resolve("rocksdb"));
    Suspension suspension = new Suspension(host.dataDirectory(), System::currentTimeMillis);
    AtomicReference<RunningPlugin> plugin = new AtomicReference<>();
    AtomicReference<String> fault = new AtomicReference<>("");
    CatalogStateMachine machine =
        new CatalogStateMachine(
            store,
            (what, cause) -> {
              LOG.error("Landbridge stops following the catalog on {}: {}", self, what, cause);
              fault.set(what);
              RunningPlugin running = plugin.get();
              if (running != null) {
                running.freeze(identity, what);
              }
            },
            skipped,
            keys);
    CatalogReader reader = machine.reader();
    ProposingCatalog catalog =
        new ProposingCatalog(host.log(), new EntrySigner(self, epoch, keys, reader));
    // Before the view follows: who moves here is registered here before he leaves the other
    // cluster.
    reader.onImport((services, bridge) -> services.forEach(host.services()::refresh));
    WholeView view =
        new WholeView(
            reader,
            host.subscribers(),
            (application, revision) ->
                host.config()
                    .isServed(
                        application.namespace(),
                        revision,
                        NacosSpelling.id(application.name().value())),
            config.view());
    FetchedDocuments documents =
        new FetchedDocuments(
            config.documents(),
            host.config(),
            application -> !suspension.isSuspended() && reader.translation(application).enabled());
    RegistrationObserver observer =
        new RegistrationObserver(
            self,
            epoch,
            JoinedRegistry.of(host.registry(), reader),
            reader,
            new ProviderReading(
                new ApplicationFold(new InstanceJsonReader(), host.names()), documents),
            catalog,
            host::healthyMembers,
            config.observer());
    LostOwners lostOwners =
        new LostOwners(
            host.log(),
            reader,
            catalog,
            host::healthyMembers,
            observer::isRegistered,
            config.observer().grace());
    UnusedRecords unused =
        new UnusedRecords(
            host.log(), reader, catalog, host::healthyMembers, System::currentTimeMillis);
    Publisher publisher =
        new Publisher(
            host.log(),
            reader,
            catalog,
            host.config(),
            application -> announced(host.services(), application),
            view::isShown,
            host.names(),
            config.publisher());
    view.onShown(publisher::shown);
    // The group of a document is its revision.
    host.config().onChange((namespace, group, dataId) -> view.served(group));
    ChangeWatch watch = new ChangeWatch(reader.position().applied());
    reader.onAdvance(watch);
    Administration administration =
        new CatalogAdministration(
            identity,
            host.log(),
            host.group(),
            reader,
            catalog,
            watch,
            host.services(),
            host.clients(),
            observer::losses,
            application ->
                CheckedNames.ofApplication(
                    application.namespace(), application.name().value(), host.names()),
            application -> {
              List<String> problems =
                  new ArrayList<>(
                      suspension.isSuspended() && reader.translation(application).enabled()
                          ? List.of(SUSPENDED)
                          : publisher.problems(application));
              observer.tooLarge(application).stream().map(Loss::problem).forEach(problems::add);
              return problems;
            },
            view::isShown,
            () -> held(view.stats()),
            System::currentTimeMillis);
    EntrySignatures signatures =
        new EntrySignatures(
            key, host.group(), host.log(), reader, catalog, new SecureRandom()::nextLong);
    Maintenance maintenance =
        new CatalogMaintenance(
            identity,
            host.log(),
            host.group(),
            config.membership().reconcile(),
            reader,
            catalog,
            suspension::suspend,
            new EntryAgreement(host.group(), catalog, machine::entries),
            signatures,
            host.config(),
            () -> freeBytes(host.dataDirectory()),
            System::currentTimeMillis);
    KeyRenewal keyRenewal = new KeyRenewal(signatures);
    PeerReconciler peers = new PeerReconciler(host.group(), config.membership(), key);
    Extension bridge =
        config
            .extension()
            .create(
                new Extension.Context(
                    self, host.log(), reader, catalog, host.services(), host.local()));
    RunningPlugin running =
        new RunningPlugin(
            store,
            view,
            List.of(
                watch,
                observer,
                documents,
                lostOwners,
                unused,
                publisher,
                peers,
                keyRenewal,
                bridge),
            new AtomicReference<>(administration),
            new PluginMetrics()
                .catalog(reader)
                .entries(machine::entries)
                .log(host.log())
                .proposals(catalog::statistics)
                .observer(observer::statistics)
                .documents(documents::statistics)
                .view(view::stats)
                .audiences(new SubscribersBySide(view, host.clients()))
                .reads(administration, watch)
                .store(store::memory, store::snapshots, System::currentTimeMillis)
                .extension(bridge)
                .all(),
            machine,
            maintenance,
            suspension,
            bridge.administration(),
            new CatchUp(host.log(), () -> reader.position().applied(), view::isSettled),
            new Abdication(host.log()),
            peers);
    plugin.set(running);

    // What shows before what is done.
    suspension.follow(view::suspend);
    suspension.follow(publisher::suspend);
    suspension.follow(bridge::suspend);
    suspension.follow(
        suspended -> {
          if (!suspended) {
            observer.lookAgain(reader.applications());
          }
        });
    // Readers first: what the log replays at once must not pass them by.
    view.start();
    publisher.start();
    running.join(host.log(), machine, fault::get);
    documents.start();
    observer.start();
    lostOwners.start();
    unused.start();
    peers.start();
    keyRenewal.start();
    bridge.start();
    LOG.info("Landbridge {} has started on {} ({})", version, self, host.description());
    return running;
  }

  private static Set<String> announced(NativeServices services, ApplicationKey application) {
    return services.instancesOf(application).stream()
        .map(NativeInstance::metadata)
        .filter(metadata -> !metadata.containsKey(MetadataKeys.DERIVED))
        .map(metadata -> metadata.getOrDefault(MetadataKeys.REVISION, ""))
        .filter(revision -> !revision.isBlank())
        .collect(Collectors.toSet());
  }

  private static HeldStatus held(ViewStats stats) {
    return new HeldStatus(stats.heldApplications(), stats.heldInstances());
  }

  /** A group that does not start says little; what the machine could not do says what to do. */
  private void join(ReplicatedLog log, CatalogStateMachine machine, Supplier<String> fault)
      throws IOException {
    try {
      log.join(machine);
    } catch (RuntimeException | LinkageError e) {
      close();
      String what = fault.get();
      if (what.isEmpty()) {
        throw e;
      }
      throw new IOException(what, e);
    }
  }

  @Override
  public DerivedView view() {
    return view;
  }

  @Override
  public void inUse() {
    view.begin();
  }

  @Override
  public boolean awaitCurrent(Duration limit) throws InterruptedException {
    return catchUp.await(limit);
  }

  @Override
  public Administration administration() {
    return new CurrentAdministration(
        administration::get,
        suspension::status,
        () -> EntryStatus.of(machine.entries()),
        peers::waiting);
  }

  /** Goes on when the catalog stands still: that is when it is needed. */
  @Override
  public Maintenance maintenance() {
    return maintenance;
  }

  @Override
  public BridgeAdministration bridge() {
    return bridge;
  }

  /** What the catalog takes outside the heap. */
  StoreMemory storeMemory() {
    return store.memory();
  }

  /** What the view holds. */
  ViewStats viewStats() {
    return view.stats();
  }

  @Override
  public List<Metric> metrics() {
    return metrics;
  }

  @Override
  public void close() {
    closeWorkers();
    abdication.close();
    view.close();
    store.close();
  }

  private static long freeBytes(Path directory) {
    try {
      return Files.getFileStore(directory).getUsableSpace();
    } catch (IOException e) {
      return -1;
    }
  }

  /**
   * The last view stays as it is: consumers that find a provider here that is gone turn to another,
   * consumers that find none at all do not.
   */
  private void freeze(MemberIdentity identity, String reason) {
    administration.set(
        UnavailableAdministration.disabled(
            identity, reason + "; this member keeps showing its last state; restart this member"));
    abdication.begin();
    // The fault is reported on the thread of the log, which must not wait for anything.
    Thread closer = new Thread(this::closeWorkers, "landbridge-freeze");
    closer.setDaemon(true);
    closer.start();
  }

  private void closeWorkers() {
    for (AutoCloseable worker : workers) {
      try {
        worker.close();
      } catch (Exception | Error e) {
        LOG.warn("Closing {} failed", worker.getClass().getSimpleName(), e);
      }
    }
  }
}
