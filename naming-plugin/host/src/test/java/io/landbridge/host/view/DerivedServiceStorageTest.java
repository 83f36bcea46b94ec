package io.landbridge.host.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.api.naming.pojo.ServiceInfo;
import com.alibaba.nacos.naming.core.v2.ServiceManager;
import com.alibaba.nacos.naming.core.v2.client.Client;
import com.alibaba.nacos.naming.core.v2.client.impl.ConnectionBasedClient;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManagerDelegate;
import com.alibaba.nacos.naming.core.v2.event.client.ClientOperationEvent;
import com.alibaba.nacos.naming.core.v2.index.ClientServiceIndexesManager;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.BatchInstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.InstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.misc.SwitchDomain;
import io.landbridge.host.registry.NacosServices;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.view.derived.DerivedInstance;
import io.landbridge.view.derived.DerivedView;
import io.landbridge.view.derived.EmptyView;
import io.landbridge.view.derived.NativeInstance;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** On the server's own storage, index and clients. */
class DerivedServiceStorageTest {

  private static final Service SERVICE =
      Service.newService("public", "DEFAULT_GROUP", "providers:demo.Storage:2.0.0:");

  /** So many were always enough to find what it was written for. */
  private static final int READS = 50_000;

  private final Map<String, Client> clients = new HashMap<>();
  private final ClientServiceIndexesManager index = new ClientServiceIndexesManager();
  private final SwitchDomain switches = new SwitchDomain();
  private final NamingMetadataManager edits = new NamingMetadataManager();
  private final ClientManagerDelegate manager =
      new ClientManagerDelegate(null, null, null) {
        @Override
        public Client getClient(String id) {
          return clients.get(id);
        }
      };
  private final Stock stock = new Stock();
  private final Callers callers = new Callers(Optional::empty);
  private final DerivedServiceStorage storage =
      new DerivedServiceStorage(stock, EmptyView::new, callers, index, manager, switches, edits);

  /** The server's own storage, with a count and a fault on demand. */
  private final class Stock extends ServiceStorage {

    private int puttingTogether;
    private boolean broken;

    Stock() {
      super(index, manager, switches, edits);
    }

    @Override
    public ServiceInfo getPushData(Service service) {
      puttingTogether++;
      if (broken) {
        throw new IllegalStateException("on demand");
      }
      return super.getPushData(service);
    }
  }

  @AfterEach
  void forget() {
    ServiceManager.getInstance().removeSingleton(SERVICE);
  }

  @Test
  void aPushIsPutTogetherWhenItIsRead() {
    register("1", "10.0.0.1", "A");
    ServiceInfo push = storage.getPushData(SERVICE);
    assertThat(stock.puttingTogether).isZero();
    // Who came after the push began is in it as well.
    register("2", "10.0.0.2", "B");

    assertThat(push.ipCount()).isEqualTo(2);
    assertThat(push.isValid()).isTrue();
    assertThat(push.validate()).isTrue();
    assertThat(push.getHosts())
        .extracting(Instance::getIp)
        .containsExactlyInAnyOrder("10.0.0.1", "10.0.0.2");
    assertThat(push.getName()).isEqualTo(SERVICE.getName());
    assertThat(push.getGroupName()).isEqualTo(SERVICE.getGroup());
    assertThat(push.getCacheMillis()).isEqualTo(switches.getDefaultPushCacheMillis());
    assertThat(stock.puttingTogether).isOne();
  }

  @Test
  void aPushToMoreThanOneIsOfInstancesThatAreWrittenOnce() {
    register("1", "10.0.0.1", "A");
    register("2", "10.0.0.2", "B");
    subscribe("3");
    assertThat(storage.getPushData(SERVICE).getHosts())
        .hasSize(2)
        .allMatch(each -> each.getClass() == Instance.class);

    subscribe("4");
    assertThat(storage.getPushData(SERVICE).getHosts())
        .hasSize(2)
        .allMatch(each -> each.getClass() == ShownInstance.class)
        .extracting(Instance::getIp)
        .containsExactlyInAnyOrder("10.0.0.1", "10.0.0.2");
    // Others have what the server has.
    assertThat(storage.getData(SERVICE).getHosts())
        .allMatch(each -> each.getClass() == Instance.class);
  }

  @Test
  void aPushThatNobodyReadsLeavesNothingOfBeforeBehind() {
    register("1", "10.0.0.1", "A");
    assertThat(storage.getData(SERVICE).getHosts()).hasSize(1);
    assertThat(storage.getClusters(SERVICE)).containsExactly("A");

    register("2", "10.0.0.2", "B");
    storage.getPushData(SERVICE);

    // The first to ask has it put together, the others get that.
    stock.puttingTogether = 0;
    assertThat(storage.getClusters(SERVICE)).containsExactlyInAnyOrder("A", "B");
    assertThat(storage.getData(SERVICE).getHosts()).hasSize(2);
    assertThat(storage.getData(SERVICE).getHosts()).hasSize(2);
    assertThat(stock.puttingTogether).isOne();
  }

  @Test
  void whatIsReadForThePluginIsNotAnsweredToOthers() {
    register("1", "10.0.0.1", "A");
    clients.clear();
    assertThat(storage.instances(NacosServices.key(SERVICE))).isEmpty();

    register("1", "10.0.0.1", "A");
    assertThat(storage.getData(SERVICE).getHosts()).hasSize(1);
  }

  @Test
  void whatIsReadForThePluginTakesNothingFromWhatTheServerHas() {
    register("1", "10.0.0.1", "A");
    assertThat(storage.getData(SERVICE).getHosts()).hasSize(1);

    stock.puttingTogether = 0;
    assertThat(storage.instances(NacosServices.key(SERVICE))).hasSize(1);
    assertThat(storage.getData(SERVICE).getHosts()).hasSize(1);
    assertThat(stock.puttingTogether).isZero();
  }

  @Test
  void whetherAnInstanceIsThereIsAsWhenTheServiceIsRead() {
    assertThat(storage.isThere(key("10.0.0.1", "A"))).isFalse();
    register("1", "10.0.0.1", "A");
    register("2", null, "A");
    registerInBatch("3", "10.0.0.3", "10.0.0.4");

    assertThat(storage.isThere(key("10.0.0.1", "A"))).isTrue();
    assertThat(storage.isThere(key("10.0.0.4", "A"))).isTrue();
    assertThat(storage.isThere(key("10.0.0.1", "B"))).isFalse();
    assertThat(storage.isThere(key("10.0.0.2", "A"))).isFalse();
    ImportedInstance.Key other =
        new ImportedInstance.Key(NacosServices.key(SERVICE), "A", "10.0.0.1", 20881);
    assertThat(storage.isThere(other)).isFalse();

    // It may have left since the index was asked.
    clients.remove("1");
    assertThat(storage.isThere(key("10.0.0.1", "A"))).isFalse();
    for (String ip : List.of("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4")) {
      assertThat(storage.isThere(key(ip, "A")))
          .isEqualTo(
              storage.instances(NacosServices.key(SERVICE)).stream()
                  .anyMatch(each -> each.ip().equals(ip)));
    }
  }

  @Test
  void whatTheServerHasKeptIsNotAnsweredAfterARefresh() {
    register("1", "10.0.0.1", "A");
    assertThat(storage.getData(SERVICE).getHosts()).hasSize(1);
    register("2", "10.0.0.2", "A");
    // It tells of it when it pushes.
    assertThat(storage.getData(SERVICE).getHosts()).hasSize(1);

    storage.refresh(NacosServices.key(SERVICE));
    assertThat(storage.getData(SERVICE).getHosts()).hasSize(2);
  }

  @Test
  void whoRegisteredWithoutAnAddressIsPassedOver() {
    register("1", "10.0.0.1", "A");
    register("2", null, "A");
    assertThat(storage.instances(NacosServices.key(SERVICE)))
        .extracting(NativeInstance::ip)
        .containsExactly("10.0.0.1");
  }

  @Test
  void aPushThatFailsFailsAsEverAndIsTriedAgain() {
    register("1", "10.0.0.1", "A");
    ServiceInfo push = storage.getPushData(SERVICE);
    stock.broken = true;
    assertThatThrownBy(push::getHosts).hasMessage("on demand");

    stock.broken = false;
    assertThat(push.getHosts()).hasSize(1);
  }

  @Test
  void whoReadsWhileOthersPushGetsAnAnswer() {
    register("1", "10.0.0.1", "A");
    AtomicBoolean reading = new AtomicBoolean(true);
    CompletableFuture<Void> pushes =
        CompletableFuture.runAsync(
            () -> {
              while (reading.get()) {
                storage.getPushData(SERVICE);
              }
            });
    try {
      for (int i = 0; i < READS; i++) {
        assertThat(storage.getData(SERVICE)).isNotNull();
        assertThat(storage.getClusters(SERVICE)).containsExactly("A");
      }
    } finally {
      reading.set(false);
    }
    pushes.join();
  }

  /** Ways in which a view can fail, before and after it said that it has something to add. */
  static Stream<Supplier<DerivedView>> broken() {
    RuntimeException unreadable = new IllegalStateException("the catalog cannot be read");
    Error other = new NoSuchMethodError("of another version of the server");
    return Stream.of(
        () -> {
          throw unreadable;
        },
        () -> new Broken(unreadable, true),
        () -> new Broken(other, true),
        () -> new Broken(unreadable, false),
        () -> new Broken(other, false));
  }

  private record Broken(Throwable failure, boolean atOnce) implements DerivedView {

    private void fail() {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    }

    @Override
    public boolean mayAdd(String service) {
      if (atOnce) {
        fail();
      }
      return true;
    }

    @Override
    public List<DerivedInstance> additions(ServiceKey service, List<NativeInstance> natives) {
      fail();
      return List.of();
    }

    @Override
    public SortedSet<ServiceKey> services(NamespaceId namespace) {
      fail();
      return Collections.emptySortedSet();
    }
  }

  @ParameterizedTest
  @MethodSource("broken")
  void aViewThatFailsTakesNothingAway(Supplier<DerivedView> view) {
    register("1", "10.0.0.1", "A");
    DerivedServiceStorage shown =
        new DerivedServiceStorage(stock, view, callers, index, manager, switches, edits);

    assertThat(shown.getClusters(SERVICE)).containsExactly("A");
    assertThat(shown.getData(SERVICE).getHosts()).extracting(Instance::getIp).contains("10.0.0.1");
    assertThat(shown.getPushData(SERVICE).getHosts())
        .extracting(Instance::getIp)
        .contains("10.0.0.1");
  }

  /** The server takes registrations in any namespace. */
  @Test
  void aServiceInANamespaceThatNobodyCanAskForKeepsNoOtherFromBeingListed() {
    Service odd = Service.newService("x".repeat(130), "DEFAULT_GROUP", SERVICE.getName());
    register("1", "10.0.0.1", "A");
    Client client = new ConnectionBasedClient("2", true, 0L);
    clients.put("2", client);
    Service there = ServiceManager.getInstance().getSingleton(odd);
    client.addServiceInstance(there, registration("10.0.0.2", "B"));
    index.onEvent(new ClientOperationEvent.ClientRegisterServiceEvent(there, "2"));
    try {
      assertThat(storage.all()).contains(NacosServices.key(SERVICE));
      assertThat(storage.unusableNamespaces()).containsExactly("x".repeat(130));
      assertThat(storage.getData(there).getHosts()).hasSize(1);
      assertThat(storage.getClusters(there)).containsExactly("B");
    } finally {
      ServiceManager.getInstance().removeSingleton(there);
    }
  }

  private static ImportedInstance.Key key(String ip, String cluster) {
    return new ImportedInstance.Key(NacosServices.key(SERVICE), cluster, ip, 20880);
  }

  private void subscribe(String id) {
    Service service = ServiceManager.getInstance().getSingleton(SERVICE);
    index.onEvent(new ClientOperationEvent.ClientSubscribeServiceEvent(service, id));
  }

  private void registerInBatch(String id, String... ips) {
    BatchInstancePublishInfo batch = new BatchInstancePublishInfo();
    batch.setInstancePublishInfos(
        Stream.of(ips).map(ip -> registration(ip, "A")).collect(Collectors.toList()));
    register(id, batch);
  }

  private void register(String id, @Nullable String ip, String cluster) {
    register(id, registration(ip, cluster));
  }

  private static InstancePublishInfo registration(@Nullable String ip, String cluster) {
    InstancePublishInfo info = new InstancePublishInfo(ip, 20880);
    info.setCluster(cluster);
    info.setHealthy(true);
    return info;
  }

  private void register(String id, InstancePublishInfo info) {
    Client client = new ConnectionBasedClient(id, true, 0L);
    clients.put(id, client);
    Service service = ServiceManager.getInstance().getSingleton(SERVICE);
    client.addServiceInstance(service, info);
    index.onEvent(new ClientOperationEvent.ClientRegisterServiceEvent(service, id));
  }
}
