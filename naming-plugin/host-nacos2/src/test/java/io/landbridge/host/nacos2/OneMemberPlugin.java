package io.landbridge.host.nacos2;

import io.landbridge.bridge.BridgeService;
import io.landbridge.bridge.LegacyBridge;
import io.landbridge.bridge.legacy.BridgeConfig;
import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.membership.Group;
import io.landbridge.membership.GroupView;
import io.landbridge.membership.ServerGroup;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.Endpoint;
import io.landbridge.model.MemberId;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Origin;
import io.landbridge.model.ServiceKey;
import io.landbridge.plugin.Landbridge;
import io.landbridge.plugin.Metric;
import io.landbridge.port.LocalInstances;
import io.landbridge.port.NativeServices;
import io.landbridge.publish.ConfigCentre;
import io.landbridge.raft.CatalogStateMachine;
import io.landbridge.raft.ProposingCatalog;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.raft.ReplicatedStateMachine;
import io.landbridge.registry.RegistryException;
import io.landbridge.service.Administration;
import io.landbridge.service.BridgeAdministration;
import io.landbridge.service.CatalogAdministration;
import io.landbridge.service.CatalogMaintenance;
import io.landbridge.service.ChangeWatch;
import io.landbridge.service.EntryAgreement;
import io.landbridge.service.EntrySignatures;
import io.landbridge.service.Maintenance;
import io.landbridge.service.MemberIdentity;
import io.landbridge.service.SubscribedClients;
import io.landbridge.service.answer.HeldStatus;
import io.landbridge.service.answer.SubscribedClient;
import io.landbridge.service.answer.SuspensionStatus;
import io.landbridge.store.RocksStore;
import io.landbridge.view.derived.DerivedView;
import io.landbridge.view.derived.EmptyView;
import io.landbridge.view.derived.NativeInstance;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the admin API asks of a plugin, on a member that is a cluster of its own and does nothing by
 * itself: what changes was asked for. Reaches no legacy cluster. For one thread.
 */
final class OneMemberPlugin implements Landbridge {

  private static final MemberId SELF = new MemberId("192.0.2.10:8848");
  private static final long NOW = 1_700_000_000_000L;

  private final Log log = new Log();
  private final Configurations configurations = new Configurations();
  private final RocksStore store;
  private final CatalogStateMachine machine;
  private final ChangeWatch watch;
  private final Administration administration;
  private final Maintenance maintenance;
  private final BridgeAdministration bridge;
  private boolean suspended;
  private String fault = "";

  /**
   * Everything that an operator can change.
   *
   * @param digest of the catalog
   * @param entries of the log
   * @param configurations by namespace, group and id
   * @param suspended whether the member is suspended
   */
  record Contents(
      String digest, int entries, SortedMap<String, String> configurations, boolean suspended) {}

  /**
   * Starts it, with an application that has an instance.
   *
   * @param directory of its own
   */
  OneMemberPlugin(Path directory) throws IOException {
    store = RocksStore.open(directory);
    machine = new CatalogStateMachine(store, (what, cause) -> fault = what);
    var reader = machine.reader();
    log.join(machine);
    ProposingCatalog catalog = new ProposingCatalog(log);
    watch = new ChangeWatch(0);
    reader.onAdvance(watch);
    MemberIdentity identity = new MemberIdentity("test", "Nacos of a test", SELF.address());
    NoServices services = new NoServices();
    Alone group = new Alone();
    administration =
        new CatalogAdministration(
            identity,
            log,
            group,
            reader,
            catalog,
            watch,
            services,
            new OneClient(),
            List::of,
            application -> Optional.empty(),
            application -> List.of(),
            application -> true,
            () -> new HeldStatus(0, 0),
            () -> NOW);
    maintenance =
        new CatalogMaintenance(
            identity,
            log,
            group,
            true,
            reader,
            catalog,
            this::suspend,
            new EntryAgreement(group, catalog, machine::entries),
            new EntrySignatures(Optional.empty(), group, log, reader, catalog, () -> 1),
            configurations,
            () -> 1L << 30,
            () -> NOW);
    bridge =
        new BridgeService(
            SELF,
            reader,
            catalog,
            new LegacyBridge(
                SELF,
                log,
                reader,
                catalog,
                services,
                LocalInstances.NONE,
                BridgeConfig.DEFAULT,
                (terms, listener) -> {
                  throw new RegistryException(
                      RegistryException.Kind.UNREACHABLE,
                      "no legacy cluster is reached",
                      terms.servers().toString(),
                      "");
                }),
            () -> NOW);
    ApplicationKey shop = new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName("shop"));
    MetadataDocument document =
        MetadataDocument.of(
            shop.name(),
            List.of(
                new ServiceEntry(
                    "org.demo.Orders",
                    "",
                    "",
                    "dubbo",
                    20880,
                    "org.demo.Orders",
                    new TreeMap<>())));
    propose(
        catalog,
        new ClaimInstances(
            SELF,
            1,
            List.of(
                new ApplicationInstance(
                    shop,
                    "DEFAULT_GROUP",
                    "192.0.2.20",
                    20880,
                    List.of(new Endpoint(20880, "dubbo")),
                    "DEFAULT",
                    true,
                    true,
                    true,
                    document.revision(),
                    Map.of(),
                    Origin.NATIVE_INTERFACE)),
            Map.of(document.revision(), document),
            List.of()));
    propose(catalog, new SwitchTranslation(shop, true, false, NOW));
  }

  private static void propose(ProposingCatalog catalog, Command command) {
    try {
      catalog.propose(command).get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private SuspensionStatus suspend(boolean wanted) {
    suspended = wanted;
    return new SuspensionStatus(wanted, NOW, true);
  }

  Contents contents() {
    return new Contents(
        store.position().digest(), log.entries, new TreeMap<>(configurations.contents), suspended);
  }

  /** Why the catalog is not followed any more; empty while it is. */
  String fault() {
    return fault;
  }

  @Override
  public DerivedView view() {
    return new EmptyView();
  }

  @Override
  public void inUse() {}

  @Override
  public boolean awaitCurrent(Duration limit) {
    return true;
  }

  @Override
  public Administration administration() {
    return administration;
  }

  @Override
  public List<Metric> metrics() {
    return List.of();
  }

  @Override
  public Maintenance maintenance() {
    return maintenance;
  }

  @Override
  public BridgeAdministration bridge() {
    return bridge;
  }

  @Override
  public void close() {
    watch.close();
    store.close();
  }

  /** A log of one member, which applies what is proposed at once. */
  private static final class Log implements ReplicatedLog {

    private @Nullable ReplicatedStateMachine machine;
    private int entries;

    @Override
    public void join(ReplicatedStateMachine joining) {
      machine = joining;
    }

    @Override
    public CompletableFuture<byte[]> propose(byte[] entry) {
      entries++;
      return CompletableFuture.completedFuture(Objects.requireNonNull(machine).apply(entry));
    }

    @Override
    public CompletableFuture<Long> readBarrier() {
      try {
        return CompletableFuture.completedFuture(Objects.requireNonNull(machine).applied());
      } catch (IOException e) {
        return CompletableFuture.failedFuture(e);
      }
    }

    @Override
    public boolean isLeader() {
      return true;
    }

    @Override
    public boolean isReady() {
      return true;
    }
  }

  /** The member is the only peer. */
  private static final class Alone implements Group {

    @Override
    public GroupView view() {
      return new GroupView(
          SELF,
          Optional.of(SELF),
          OptionalLong.of(1),
          new TreeSet<>(List.of(SELF)),
          new TreeSet<>(List.of(SELF)),
          new TreeMap<>(Map.of(SELF, new GroupView.Listed(true, Optional.empty()))),
          OptionalLong.empty());
    }

    @Override
    public List<ServerGroup> serverGroups() {
      return List.of();
    }

    @Override
    public void announce(Optional<String> key) {}

    @Override
    public void pauseElections(boolean paused) {}

    @Override
    public void quiet(boolean quiet) {}

    @Override
    public CompletableFuture<Void> add(MemberId peer) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> remove(MemberId peer) {
      return CompletableFuture.completedFuture(null);
    }
  }

  private static final class NoServices implements NativeServices {

    @Override
    public List<NativeInstance> instances(ServiceKey service) {
      return List.of();
    }

    @Override
    public List<ServiceKey> named(NamespaceId namespace, String name) {
      return List.of();
    }

    @Override
    public List<ServiceKey> all() {
      return List.of();
    }
  }

  /** One client that subscribes to one service. */
  private static final class OneClient implements SubscribedClients {

    private static final ServiceKey SERVICE =
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "providers:org.demo.Orders::");

    @Override
    public void services(Consumer<ServiceKey> visitor) {
      visitor.accept(SERVICE);
    }

    @Override
    public List<SubscribedClient> clients(ServiceKey service) {
      return service.equals(SERVICE)
          ? List.of(
              new SubscribedClient(
                  "1700000000000_192.0.2.30_40000",
                  "192.0.2.30",
                  40000,
                  SubscribedClient.Protocol.GRPC,
                  "Nacos-Java-Client:v2.2.4",
                  "unknown",
                  "web",
                  false))
          : List.of();
    }
  }

  /** A configuration centre in memory. */
  private static final class Configurations implements ConfigCentre {

    private final Map<String, String> contents = new TreeMap<>();

    private static String key(NamespaceId namespace, String group, String dataId) {
      return String.join("\n", namespace.value(), group, dataId);
    }

    @Override
    public Optional<String> read(NamespaceId namespace, String group, String dataId) {
      return Optional.ofNullable(contents.get(key(namespace, group, dataId)));
    }

    @Override
    public boolean isServed(NamespaceId namespace, String group, String dataId) {
      return contents.containsKey(key(namespace, group, dataId));
    }

    @Override
    public boolean compareAndSet(
        NamespaceId namespace,
        String group,
        String dataId,
        Optional<String> expected,
        String content) {
      boolean same = read(namespace, group, dataId).equals(expected);
      if (same) {
        contents.put(key(namespace, group, dataId), content);
      }
      return same;
    }

    @Override
    public boolean compareAndDelete(
        NamespaceId namespace, String group, String dataId, String expected) {
      return contents.remove(key(namespace, group, dataId), expected);
    }

    @Override
    public void onChange(ChangeListener listener) {}
  }
}
