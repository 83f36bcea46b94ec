package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.fleet.DubboLine;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.ClientListener;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.ServiceInstances;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import io.landbridge.compat.load.wire.WireException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The client of the load generator against real servers: what it says is what they then show. */
class WireClientE2E {

  private static final Duration SOON = Steps.SOON;
  private static final int MANY = 500;

  @ParameterizedTest
  @EnumSource(
      value = NacosVersion.class,
      names = {"V2_2_4", "V3_1_0"})
  void doesWhatAnOfficialClientDoes(NacosVersion version) throws Exception {
    try (NacosEnsemble ensemble = NacosEnsemble.start(ServerSpec.of(version));
        Wire wire = Wire.open(1)) {
      NacosServer server = ensemble.member(0);
      ClientOptions options =
          ClientOptions.of(
                  List.of(
                      // Nobody listens at the first: the next one is taken.
                      new ServerEndpoint("127.0.0.1", 1), ServerEndpoint.parse(server.address())))
              .withTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(30))
              .withKeepAlive(Duration.ofSeconds(1));

      registersAndSubscribes(server, wire, options);
      registersAgainElsewhere(server, wire, options);
      keepsPersistentInstances(server, wire, options);
      opensManyConnections(server, wire, options);
      comesBackAfterAKill(
          ensemble, wire, options.withTimeouts(Duration.ofSeconds(3), Duration.ofSeconds(2)));
    }
  }

  private static void registersAndSubscribes(NacosServer server, Wire wire, ClientOptions options)
      throws InterruptedException {
    ServiceName service = ServiceName.of("providers:demo.OrderService:2.0.0:");
    Instance instance = provider("10.1.0.1").registrations().get(service);
    LinkedBlockingQueue<ServiceInstances> pushes = new LinkedBlockingQueue<>();
    try (WireClient subscriber = WireClient.connect(wire, options).join()) {
      assertThat(subscriber.subscribe(service, pushes::add).join().instances()).isEmpty();

      try (WireClient one = WireClient.connect(wire, options).join()) {
        one.register(service, instance).join();

        assertThat(one.isSettled()).isTrue();
        awaitPush(pushes, List.of(instance));
        assertThat(one.list(service).join().instances()).containsExactly(instance);
        assertThat(shown(server, service)).containsExactly("10.1.0.1:20880");
        assertThat(one.services(ServiceName.DEFAULT_GROUP, 1, 100).join().names())
            .contains(service.name());

        one.registerBatch(
                service, DubboProvider.batch(List.of(provider("10.1.0.2"), provider("10.1.0.3"))))
            .join();
        await()
            .atMost(SOON)
            .untilAsserted(
                () ->
                    assertThat(shown(server, service))
                        .containsExactly("10.1.0.2:20880", "10.1.0.3:20880"));

        one.deregister(service, instance).join();
        await().atMost(SOON).until(() -> shown(server, service).isEmpty());
        one.register(service, instance).join();
      }
      // Closing is what takes its registration away.
      await().atMost(SOON).until(() -> shown(server, service).isEmpty());
    }
  }

  private static void registersAgainElsewhere(
      NacosServer server, Wire wire, ClientOptions options) {
    ServiceName service = ServiceName.of("providers:demo.OrderService:2.0.0:");
    Recording listener = new Recording();
    try (WireClient client = WireClient.connect(wire, options, listener).join()) {
      client.register(service, provider("10.2.0.1").registrations().get(service)).join();

      client.breakConnection();

      await().atMost(SOON).until(() -> listener.events.contains("restored"));
      assertThat(listener.events).startsWith("connected", "disconnected", "connected");
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> assertThat(shown(server, service)).containsExactly("10.2.0.1:20880"));
    }
    try (WireClient once = WireClient.connect(wire, options.withoutReconnect()).join()) {
      once.breakConnection();

      assertThatThrownBy(() -> once.ping().join())
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(WireException.class)
          .hasMessageContaining("NOT_CONNECTED");
    }
  }

  private static void keepsPersistentInstances(
      NacosServer server, Wire wire, ClientOptions options) {
    ServiceName service = ServiceName.of("kept");
    Instance instance = Instance.of("10.3.0.1", 80, Map.of("a", "b"));
    try (WireClient client = WireClient.connect(wire, options).join()) {
      if (server.version() == NacosVersion.V2_2_4) {
        assertThatThrownBy(() -> client.registerPersistent(service, instance).join())
            .as("this line takes them over HTTP only")
            .hasMessageContaining("REFUSED");
        return;
      }
      client.registerPersistent(service, instance).join();
    }
    try (WireClient other = WireClient.connect(wire, options).join()) {
      await()
          .atMost(SOON)
          .untilAsserted(() -> assertThat(shown(server, service)).containsExactly("10.3.0.1:80"));
      other.deregisterPersistent(service, instance).join();
      await().atMost(SOON).until(() -> shown(server, service).isEmpty());
    }
  }

  private static void opensManyConnections(NacosServer server, Wire wire, ClientOptions options) {
    ServiceName service = ServiceName.of("providers:demo.OrderService:2.0.0:");
    List<CompletableFuture<WireClient>> opening =
        IntStream.range(0, MANY).mapToObj(i -> WireClient.connect(wire, options)).toList();
    List<WireClient> clients = opening.stream().map(CompletableFuture::join).toList();
    try {
      IntStream.range(0, MANY)
          .mapToObj(
              i ->
                  clients
                      .get(i)
                      .register(
                          service,
                          provider("10.4.%d.%d".formatted(i / 250, i % 250 + 1))
                              .registrations()
                              .get(service)))
          .toList()
          .forEach(CompletableFuture::join);
      await().atMost(SOON).until(() -> shown(server, service).size() == MANY);
    } finally {
      clients.forEach(WireClient::close);
    }
    await().atMost(SOON).until(() -> shown(server, service).isEmpty());
  }

  private static void comesBackAfterAKill(
      NacosEnsemble ensemble, Wire wire, ClientOptions options) {
    NacosServer server = ensemble.member(0);
    ServiceName service = ServiceName.of("providers:demo.OrderService:2.0.0:");
    try (WireClient client = WireClient.connect(wire, options).join()) {
      client.register(service, provider("10.5.0.1").registrations().get(service)).join();
      server.pause();
      // It asks, is not answered, and gives the connection up; the server has not said anything.
      await().atMost(SOON).until(() -> client.server().isEmpty());
      server.resume();
      await().atMost(SOON).until(client::isSettled);

      server.kill9();
      await().atMost(SOON).until(() -> client.server().isEmpty());
      ensemble.startAll();

      await().atMost(SOON).until(client::isSettled);
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> assertThat(shown(server, service)).containsExactly("10.5.0.1:20880"));
    }
  }

  private static DubboProvider provider(String ip) {
    return new DubboProvider(
        DubboLine.DUBBO_2_7,
        "shop",
        ip,
        20880,
        4711,
        1795176524665L,
        List.of("demo.OrderService:2.0.0"));
  }

  /** The addresses in a service, as another program sees them. */
  private static SortedSet<String> shown(NacosServer server, ServiceName service) {
    SortedSet<String> addresses = new TreeSet<>();
    server
        .api()
        .get("/v1/ns/instance/list", Map.of("serviceName", service.name()))
        .json()
        .path("hosts")
        .forEach(host -> addresses.add(host.path("ip").asText() + ":" + host.path("port").asInt()));
    return addresses;
  }

  /** A 2.x server also pushes what the answer to the subscription has said already. */
  private static void awaitPush(
      LinkedBlockingQueue<ServiceInstances> pushes, List<Instance> expected)
      throws InterruptedException {
    ServiceInstances push;
    do {
      push = pushes.poll(SOON.toSeconds(), TimeUnit.SECONDS);
      assertThat(push).as("a push of " + expected).isNotNull();
    } while (!push.instances().equals(expected));
  }

  private static final class Recording implements ClientListener {

    final List<String> events = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void connected(ServerEndpoint server) {
      events.add("connected");
    }

    @Override
    public void disconnected(ServerEndpoint server, WireException reason) {
      events.add("disconnected");
    }

    @Override
    public void restored(ServerEndpoint server) {
      events.add("restored");
    }
  }
}
