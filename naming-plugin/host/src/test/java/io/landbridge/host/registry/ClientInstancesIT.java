package io.landbridge.host.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.alibaba.nacos.common.notify.Event;
import com.alibaba.nacos.common.notify.NotifyCenter;
import com.alibaba.nacos.naming.core.DistroMapper;
import com.alibaba.nacos.naming.core.v2.client.Client;
import com.alibaba.nacos.naming.core.v2.client.impl.IpPortBasedClient;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManager;
import com.alibaba.nacos.naming.core.v2.event.client.ClientEvent;
import com.alibaba.nacos.naming.core.v2.event.client.ClientOperationEvent;
import com.alibaba.nacos.naming.core.v2.metadata.InstanceMetadata;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.HealthCheckInstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.misc.SwitchDomain;
import io.landbridge.model.ImportedInstance;
import io.landbridge.port.ChangedInstances;
import io.landbridge.port.LocalInstance;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On the server's own clients, with its own events. */
class ClientInstancesIT {

  private static final Service ORDERS = Service.newService("public", "DEFAULT_GROUP", "orders");
  private static final Service PRICES = Service.newService("public", "DEFAULT_GROUP", "prices");

  private final Map<String, Client> clients = new LinkedHashMap<>();
  private final NamingMetadataManager edits = new NamingMetadataManager();
  private final AtomicInteger told = new AtomicInteger();
  private final AtomicInteger asked = new AtomicInteger();
  private long now;
  private final ClientInstances instances =
      new ClientInstances(manager(), edits, members(), () -> true, () -> now);

  @BeforeEach
  void oneIsThere() {
    register("192.0.2.1", ORDERS);
    register("192.0.2.2", ORDERS);
    instances.onChange(told::incrementAndGet);
    assertThat(ips()).containsExactly("192.0.2.1", "192.0.2.2");
    asked.set(0);
  }

  @Test
  void onlyThoseTheServerTellsOfAreReadAgain() {
    assertThat(ips()).hasSize(2);
    assertThat(asked).hasValue(0);

    happened(registered(register("192.0.2.3", ORDERS), ORDERS));
    assertThat(ips()).containsExactly("192.0.2.1", "192.0.2.2", "192.0.2.3");
    assertThat(asked).hasValue(1);

    Client more = register("192.0.2.3", PRICES);
    happened(registered(more, PRICES));
    assertThat(ips()).containsExactly("192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.3");

    more.removeServiceInstance(ORDERS);
    happened(new ClientOperationEvent.ClientDeregisterServiceEvent(ORDERS, more.getClientId()));
    assertThat(ips()).containsExactly("192.0.2.1", "192.0.2.2", "192.0.2.3");
    assertThat(services()).containsExactly("orders", "orders", "prices");

    Client gone = clients.remove(IpPortBasedClient.getClientId("192.0.2.1:80", true));
    happened(new ClientEvent.ClientDisconnectEvent(gone, true));
    assertThat(ips()).containsExactly("192.0.2.2", "192.0.2.3");
    assertThat(asked).hasValue(4);
  }

  @Test
  void whatTheServerToldOfIsReadByItself() {
    assertThat(instances.readChanged()).hasValue(new ChangedInstances(List.of(), List.of()));

    happened(registered(register("192.0.2.3", ORDERS), ORDERS));
    Client gone = clients.remove(IpPortBasedClient.getClientId("192.0.2.1:80", true));
    happened(new ClientEvent.ClientDisconnectEvent(gone, true));
    ChangedInstances changed = instances.readChanged().orElseThrow();
    assertThat(changed.there())
        .extracting(each -> each.registered().key().ip())
        .containsExactly("192.0.2.3");
    assertThat(changed.gone()).extracting(ImportedInstance.Key::ip).containsExactly("192.0.2.1");
    assertThat(instances.readChanged()).hasValue(new ChangedInstances(List.of(), List.of()));
    assertThat(ips()).containsExactly("192.0.2.2", "192.0.2.3");

    now = ClientInstances.WHOLE.toNanos();
    assertThat(instances.readChanged()).isEmpty();
    assertThat(ips()).hasSize(2);
    assertThat(instances.readChanged()).isPresent();
  }

  @Test
  void whatTwoClientsHaveIsNeitherChangedNorGoneByWhatOneOfThemDoes() {
    Client other = register("192.0.2.3:80", "192.0.2.1", ORDERS);
    happened(registered(other, ORDERS));
    assertThat(instances.readChanged()).hasValue(new ChangedInstances(List.of(), List.of()));

    other.removeServiceInstance(ORDERS);
    happened(registered(other, ORDERS));
    assertThat(instances.readChanged()).hasValue(new ChangedInstances(List.of(), List.of()));
    assertThat(ips()).containsExactlyInAnyOrder("192.0.2.1", "192.0.2.2");
  }

  @Test
  void whoRegistersAnewIsAnother() {
    LocalInstance before = instances.read().get(0);
    assertThat(instances.read().get(0).registered()).isSameAs(before.registered());

    Client client = register("192.0.2.1", ORDERS);
    info(client).setLastHeartBeatTime(7);
    info(client).getExtendDatum().put("version", "2");
    happened(registered(client, ORDERS));
    assertThat(read("192.0.2.1").registered().metadata()).containsEntry("version", "2");
    assertThat(read("192.0.2.1").lastBeat()).isEqualTo(7);
    assertThat(read("192.0.2.1").registered().key()).isSameAs(before.registered().key());
  }

  @Test
  void whatTwoClientsHaveIsThereOnce() {
    Client other = register("192.0.2.3:80", "192.0.2.1", ORDERS);
    info(other).setLastHeartBeatTime(7);
    happened(registered(other, ORDERS));
    assertThat(ips()).containsExactlyInAnyOrder("192.0.2.1", "192.0.2.2");
    assertThat(read("192.0.2.1").lastBeat()).isEqualTo(7);
    now += ClientInstances.WHOLE.toNanos();
    assertThat(ips()).containsExactlyInAnyOrder("192.0.2.1", "192.0.2.2");

    other.removeServiceInstance(ORDERS);
    happened(registered(other, ORDERS));
    assertThat(ips()).containsExactlyInAnyOrder("192.0.2.1", "192.0.2.2");
    assertThat(read("192.0.2.1").lastBeat()).isNotEqualTo(7);
  }

  @Test
  void whatIsReadAnewAndTheSameIsTheSameObject() {
    ImportedInstance before = read("192.0.2.1").registered();
    Client client = register("192.0.2.1", ORDERS);
    happened(registered(client, ORDERS));
    assertThat(read("192.0.2.1").registered()).isSameAs(before);

    now = TimeUnit.MINUTES.toNanos(1);
    assertThat(read("192.0.2.1").registered()).isSameAs(before);
    info(client).getExtendDatum().put("version", "2");
    assertThat(read("192.0.2.1").registered()).isSameAs(before);
    now *= 2;
    assertThat(read("192.0.2.1").registered().metadata()).containsEntry("version", "2");
  }

  @Test
  void whatChangesWithoutAnEventIsSeenAtOnce() {
    Client client = clients.get(IpPortBasedClient.getClientId("192.0.2.1:80", true));
    info(client).setHealthy(false);
    info(client).setLastHeartBeatTime(9);
    assertThat(read("192.0.2.1").registered().healthy()).isFalse();
    assertThat(read("192.0.2.1").lastBeat()).isEqualTo(9);
    info(client).setHealthy(true);
    assertThat(read("192.0.2.1").registered().healthy()).isTrue();

    InstanceMetadata edit = new InstanceMetadata();
    edit.setEnabled(false);
    edits.updateInstanceMetadata(ORDERS, info(client).getMetadataId(), edit);
    assertThat(read("192.0.2.1").registered().enabled()).isFalse();
    edits.removeInstanceMetadata(ORDERS, info(client).getMetadataId());
    assertThat(read("192.0.2.1").registered().enabled()).isTrue();
    assertThat(asked).hasValue(0);
  }

  @Test
  void anEventThatIsLostCostsSomeSeconds() {
    register("192.0.2.3", ORDERS);
    clients.remove(IpPortBasedClient.getClientId("192.0.2.1:80", true));
    now = ClientInstances.WHOLE.toNanos() - 1;
    assertThat(ips()).containsExactly("192.0.2.1", "192.0.2.2");
    now++;
    assertThat(ips()).containsExactly("192.0.2.2", "192.0.2.3");
  }

  @Test
  void everythingIsReadWhileNobodyIsToldOfEvents() {
    ClientInstances alone = new ClientInstances(manager(), edits, members(), () -> true, () -> now);
    assertThat(alone.read()).hasSize(2);
    register("192.0.2.3", ORDERS);
    assertThat(alone.read()).hasSize(3);
  }

  private void happened(Event event) {
    int before = told.get();
    NotifyCenter.publishEvent(event);
    await().atMost(Duration.ofSeconds(20)).until(() -> told.get() > before);
  }

  private static Event registered(Client client, Service service) {
    return new ClientOperationEvent.ClientRegisterServiceEvent(service, client.getClientId());
  }

  private List<String> ips() {
    return instances.read().stream().map(each -> each.registered().key().ip()).toList();
  }

  private List<String> services() {
    return instances.read().stream().map(each -> each.registered().key().service().name()).toList();
  }

  private LocalInstance read(String ip) {
    return instances.read().stream()
        .filter(each -> each.registered().key().ip().equals(ip))
        .findFirst()
        .orElseThrow();
  }

  private static HealthCheckInstancePublishInfo info(Client client) {
    return (HealthCheckInstancePublishInfo) client.getInstancePublishInfo(ORDERS);
  }

  private Client register(String ip, Service service) {
    return register(ip + ":80", ip, service);
  }

  private Client register(String address, String ip, Service service) {
    HealthCheckInstancePublishInfo info = new HealthCheckInstancePublishInfo(ip, 80);
    info.setCluster("DEFAULT");
    Client client =
        clients.computeIfAbsent(
            IpPortBasedClient.getClientId(address, true), id -> new IpPortBasedClient(id, true));
    client.addServiceInstance(service, info);
    return client;
  }

  private static DistroMapper members() {
    SwitchDomain switches = new SwitchDomain();
    switches.setDistroEnabled(false);
    return new DistroMapper(null, switches);
  }

  private ClientManager manager() {
    return MapClients.of(
        clients,
        id -> {
          asked.incrementAndGet();
          return id;
        });
  }
}
