package io.landbridge.host.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.alibaba.nacos.core.remote.ConnectionManager;
import com.alibaba.nacos.naming.core.v2.client.Client;
import com.alibaba.nacos.naming.core.v2.client.impl.ConnectionBasedClient;
import com.alibaba.nacos.naming.core.v2.client.impl.IpPortBasedClient;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManager;
import com.alibaba.nacos.naming.core.v2.event.client.ClientOperationEvent;
import com.alibaba.nacos.naming.core.v2.index.ClientServiceIndexesManager;
import com.alibaba.nacos.naming.core.v2.pojo.InstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.pojo.Subscriber;
import io.landbridge.model.ServiceKey;
import io.landbridge.service.answer.SubscribedClient;
import io.landbridge.service.answer.SubscribedClient.Protocol;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On the server's own index and clients. */
class IndexedClientsTest {

  private static final String CONNECTION = "1795176524665_127.0.0.1_52011";
  private static final Service ORDERS = service("providers:demo.Orders:2.0.0:");
  private static final Service SHOP = service("shop");

  private final ClientServiceIndexesManager index = new ClientServiceIndexesManager();
  private final Map<String, Client> clients = new HashMap<>();
  private final IndexedClients indexed =
      new IndexedClients(index, manager(), new ConnectionManager(null));

  @Test
  void aConnectionAndAnOldClient() {
    subscribe(connection(), ORDERS, "10.0.0.9", 0, "Nacos-Java-Client:v2.2.4", "unknown");
    subscribe(old("10.0.0.8", 20001), ORDERS, "10.0.0.8", 20001, "Nacos-Java-Client:v1.4.6", "old");

    assertThat(indexed.clients(NacosServices.key(ORDERS)))
        .containsExactlyInAnyOrder(
            new SubscribedClient(
                CONNECTION,
                "10.0.0.9",
                52011,
                Protocol.GRPC,
                "Nacos-Java-Client:v2.2.4",
                "",
                "",
                false),
            new SubscribedClient(
                "10.0.0.8:20001#true",
                "10.0.0.8",
                20001,
                Protocol.HTTP_UDP,
                "Nacos-Java-Client:v1.4.6",
                "old",
                "",
                false));
  }

  @Test
  void servicesAreNamedThatSomebodySubscribesTo() {
    subscribe(connection(), ORDERS, "10.0.0.9", 0, "", "");
    subscribe(connection(), SHOP, "10.0.0.9", 0, "", "");

    List<ServiceKey> named = new ArrayList<>();
    indexed.services(named::add);

    assertThat(named).containsExactlyInAnyOrder(NacosServices.key(ORDERS), NacosServices.key(SHOP));
    assertThat(indexed.clients(NacosServices.key(service("nobody")))).isEmpty();
  }

  @Test
  void whatAConnectionRegisteredTellsItsApplication() {
    subscribe(connection(), ORDERS, "10.0.0.9", 0, "", "");
    subscribe(connection(), SHOP, "10.0.0.9", 0, "", "");
    register(connection(), service("front"), Map.of("dubbo.metadata.revision", "1"));
    assertThat(application(ORDERS)).isEqualTo("front");
    assertThat(application(SHOP)).isEqualTo("front");

    // What it says as a consumer of this very interface goes first.
    register(
        connection(), service("consumers:demo.Orders:2.0.0:"), Map.of("application", "really"));
    assertThat(application(ORDERS)).isEqualTo("really");
  }

  @Test
  void anOldClientIsWhoRegisteredAsAConsumerOfTheSameInterfaceAtItsAddress() {
    subscribe(old("10.0.0.8", 20001), ORDERS, "10.0.0.8", 20001, "", "");
    subscribe(old("10.0.0.8", 20001), SHOP, "10.0.0.8", 20001, "", "");
    register(
        old("10.0.0.8", 0),
        service("consumers:demo.Orders:2.0.0:"),
        Map.of("application", "front"));
    register(
        old("10.0.0.7", 0), service("consumers:demo.Orders:2.0.0:"), Map.of("application", "no"));

    assertThat(application(ORDERS)).isEqualTo("front");
    assertThat(application(SHOP)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "providers:demo.Orders:2.0.0:",
        "providers:demo.Orders:2.0.0",
        "providers:demo.Orders"
      })
  void aProviderThatListensToItsOwnServiceIsNoConsumer(String registered) {
    boolean same = !registered.equals("providers:demo.Orders");
    subscribe(connection(), ORDERS, "10.0.0.9", 0, "", "");
    subscribe(old("10.0.0.8", 20001), ORDERS, "10.0.0.8", 20001, "", "");
    subscribe(old("10.0.0.7", 20001), ORDERS, "10.0.0.7", 20001, "", "");
    register(connection(), service(registered), Map.of("application", "shop"));
    register(old("10.0.0.8", 20880), service(registered), Map.of("application", "shop"));

    assertThat(indexed.clients(NacosServices.key(ORDERS)))
        .extracting(SubscribedClient::ip, SubscribedClient::provides)
        .containsExactlyInAnyOrder(
            tuple("10.0.0.9", same), tuple("10.0.0.8", same), tuple("10.0.0.7", false));
  }

  @Test
  void aProviderOfOneServiceMayConsumeAnother() {
    subscribe(connection(), service("providers:demo.Stock::"), "10.0.0.9", 0, "", "");
    register(connection(), ORDERS, Map.of("application", "shop"));

    assertThat(indexed.clients(NacosServices.key(service("providers:demo.Stock::"))))
        .extracting(SubscribedClient::provides)
        .containsExactly(false);
  }

  @ParameterizedTest
  @CsvSource({"shop, true", "front, false"})
  void anOldConsumerBesideAProviderAnnouncesItself(String application, boolean provides) {
    subscribe(old("10.0.0.8", 20001), ORDERS, "10.0.0.8", 20001, "", "");
    register(old("10.0.0.8", 20880), ORDERS, Map.of("application", "shop"));
    register(
        old("10.0.0.8", 0),
        service("consumers:demo.Orders:2.0.0:"),
        Map.of("application", application));

    assertThat(indexed.clients(NacosServices.key(ORDERS)))
        .extracting(SubscribedClient::provides)
        .containsExactly(provides);
  }

  @Test
  void whoIsGoneIsLeftOut() {
    subscribe(connection(), ORDERS, "10.0.0.9", 0, "", "");
    clients.clear();

    assertThat(indexed.clients(NacosServices.key(ORDERS))).isEmpty();
  }

  private String application(Service service) {
    List<SubscribedClient> found = indexed.clients(NacosServices.key(service));
    assertThat(found).hasSize(1);
    return found.get(0).application();
  }

  private Client connection() {
    return clients.computeIfAbsent(CONNECTION, id -> new ConnectionBasedClient(id, true, 0L));
  }

  private Client old(String ip, int port) {
    return clients.computeIfAbsent(
        IpPortBasedClient.getClientId(ip + ":" + port, true),
        id -> new IpPortBasedClient(id, true));
  }

  private void subscribe(
      Client client, Service service, String ip, int port, String agent, String app) {
    client.addServiceSubscriber(
        service,
        new Subscriber(
            ip + ":" + port,
            agent,
            app,
            ip,
            service.getNamespace(),
            service.getGroupedServiceName(),
            port));
    index.onEvent(
        new ClientOperationEvent.ClientSubscribeServiceEvent(service, client.getClientId()));
  }

  private void register(Client client, Service service, Map<String, String> metadata) {
    InstancePublishInfo info = new InstancePublishInfo("10.0.0.9", 0);
    info.getExtendDatum().putAll(metadata);
    client.addServiceInstance(service, info);
    index.onEvent(
        new ClientOperationEvent.ClientRegisterServiceEvent(service, client.getClientId()));
  }

  private ClientManager manager() {
    return (ClientManager)
        Proxy.newProxyInstance(
            ClientManager.class.getClassLoader(),
            new Class<?>[] {ClientManager.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("getClient");
              return clients.get(String.valueOf(arguments[0]));
            });
  }

  private static Service service(String name) {
    return Service.newService("public", "DEFAULT_GROUP", name);
  }
}
