package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.junit.Servers;
import io.landbridge.compat.junit.UsesServers;
import io.landbridge.compat.load.fleet.ApplicationProvider;
import io.landbridge.compat.load.fleet.DubboLine;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Registrations that are not what most are: in other groups, namespaces and clusters, and such as
 * stay when their client goes. What is derived from them is where and what they are, and clients of
 * every kind are pushed it.
 */
@UsesServers
class RegistrationKindsE2E {

  private static final long STARTED = 1795176524665L;
  private static final String GROUP = "OTHER";
  private static final String EAST = "EAST";

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void whatIsDerivedIsWhereAndWhatTheRegistrationIs(NacosVersion version, Servers servers)
      throws Exception {
    ServerSpec spec = ServerSpec.of(version).withPlugin(Artifacts.locate().pluginJar());
    NacosEnsemble ensemble = servers.shared(spec);
    try (Wire wire = Wire.open(1);
        Audience team = Audience.of(ensemble.member(0), wire, servers.namespace());
        Audience all = Audience.of(ensemble.member(0), wire, "")) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      elsewhere(server, servers.namespace(), team, all);
      inAnotherCluster(server, all);
      persistent(server, all);
    }
  }

  /** A namespace and a group of one's own, both ways; nothing of it is seen anywhere else. */
  private static void elsewhere(NacosServer server, String namespace, Audience team, Audience all) {
    ServiceName application = new ServiceName(namespace, GROUP, "mover");
    ServiceName service = new ServiceName(namespace, GROUP, "providers:demo.MovedService::");
    ApplicationProvider provider =
        new ApplicationProvider("mover", "10.0.2.1", 20880, STARTED, List.of("demo.MovedService"));
    Switches switches = new Switches(server.api(), namespace);
    List<ServiceName> empty =
        List.of(
            new ServiceName(namespace, "DEFAULT_GROUP", service.name()),
            new ServiceName(namespace, "DEFAULT_GROUP", "settled"));
    team.subscribe(service);
    all.subscribe(ServiceName.of(service.name()));
    switches.publish(provider);
    team.grpc().register(application, provider.registration()).join();
    switches.on("mover");
    team.told(service, "10.0.2.1:20880");

    ServiceName settled = new ServiceName(namespace, GROUP, "settled");
    ServiceName old = new ServiceName(namespace, GROUP, "providers:demo.SettledService::");
    team.subscribe(settled);
    Instance ofSettled = interfaceLevel("settled", "10.0.2.2", "demo.SettledService");
    team.http().register(old, ofSettled);
    switches.on("settled");
    team.told(settled, "10.0.2.2:20880");

    for (ServiceName each : empty) {
      assertThat(team.grpc().list(each).join().instances()).as(each.toString()).isEmpty();
    }
    for (String spelled : new String[] {"", "public"}) {
      assertThat(hosts(server.api(), spelled, new ServiceName("public", GROUP, service.name())))
          .isEmpty();
      assertThat(hosts(server.api(), spelled, ServiceName.of("settled"))).isEmpty();
    }
    switches.off("mover");
    team.told(service);
    switches.off("settled");
    team.told(settled);
    team.http().deregister(old, ofSettled);
  }

  /** Whoever subscribes to a cluster is pushed what is derived in it; both names of public work. */
  private static void inAnotherCluster(NacosServer server, Audience all) {
    ServiceName app = ServiceName.of("spread");
    ServiceName service = ServiceName.of("providers:demo.SpreadService::");
    Switches switches = new Switches(server.api(), "public");
    all.subscribeIn(app, EAST);
    Instance first = interfaceLevel("spread", "10.0.3.1", "demo.SpreadService");
    Instance second = in(interfaceLevel("spread", "10.0.3.2", "demo.SpreadService"), EAST);
    all.http().register(service, first);
    all.http().register(service, second);
    switches.on("spread");
    assertThat(all.told(app, "10.0.3.2:20880").get(0).cluster()).isEqualTo(EAST);
    for (String spelled : new String[] {"", "public"}) {
      eventually(
          () ->
              assertThat(hosts(server.api(), spelled, app).findValuesAsText("ip"))
                  .containsExactlyInAnyOrder("10.0.3.1", "10.0.3.2"));
    }
    switches.off("spread");
    all.told(app);
    all.http().deregister(service, first);
    all.http().deregister(service, second);
  }

  /**
   * Persistent providers of both levels, at an address where nobody listens yet: the server's own
   * check decides whether they are healthy.
   */
  private static void persistent(NacosServer server, Audience all) throws IOException {
    try (Nobody nobody = new Nobody()) {
      persistent(server, all, nobody);
    }
  }

  private static void persistent(NacosServer server, Audience all, Nobody nobody)
      throws IOException {
    int port = nobody.port();
    ServiceName kept = ServiceName.of("kept");
    ServiceName ofKept = ServiceName.of("providers:demo.KeptService::");
    ServiceName stays = ServiceName.of("stays");
    ServiceName ofStays = ServiceName.of("providers:demo.StayService::");
    Instance byInterface = interfaceLevel("kept", "127.0.0.1", port, "demo.KeptService");
    ApplicationProvider provider =
        new ApplicationProvider("stays", "127.0.0.1", port, STARTED, List.of("demo.StayService"));
    Switches switches = new Switches(server.api(), "public");
    switches.publish(provider);
    all.subscribe(kept);
    all.subscribe(ofStays);
    all.http().registerPersistent(ofKept, byInterface);
    all.http().registerPersistent(stays, provider.registration());
    switches.on("kept");
    switches.on("stays");

    all.told(kept, byInterface.address());
    all.told(ofStays, byInterface.address());
    isAsHealthy(all, false, kept, ofStays);
    nobody.close();
    try (ServerSocket listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
      isAsHealthy(all, true, kept, ofStays);
      assertThat(listener.isBound()).isTrue();
    }
    isLike(server, ofKept, kept);
    isLike(server, stays, ofStays);

    all.http().deregisterPersistent(ofKept, byInterface);
    all.told(kept);
    switches.off("stays");
    all.told(ofStays);
    switches.off("kept");
    all.http().deregisterPersistent(stays, provider.registration());
    switches.takeBack(provider);
  }

  private static void isAsHealthy(Audience audience, boolean healthy, ServiceName... services) {
    for (ServiceName service : services) {
      await()
          .alias(service.name() + " is pushed as healthy: " + healthy)
          .atMost(Steps.SOON)
          .until(
              () ->
                  audience.latest(service).stream()
                      .allMatch(push -> push.size() == 1 && push.get(0).healthy() == healthy));
    }
  }

  /** A persistent one; its health may change while it is looked at. */
  private static void isLike(NacosServer server, ServiceName ofNatives, ServiceName ofDerived) {
    JsonNode derived = hosts(server.api(), "", ofDerived).path(0);
    JsonNode ofProvider = hosts(server.api(), "", ofNatives).path(0);
    assertThat(ofProvider.path("ephemeral").asBoolean(true)).isFalse();
    for (String field : List.of("ephemeral", "enabled", "clusterName", "weight", "ip", "port")) {
      assertThat(derived.path(field)).as(field).isEqualTo(ofProvider.path(field));
    }
  }

  private static Instance interfaceLevel(String application, String ip, String interfaceName) {
    return interfaceLevel(application, ip, 20880, interfaceName);
  }

  private static Instance interfaceLevel(
      String application, String ip, int port, String interfaceName) {
    return new DubboProvider(
            DubboLine.DUBBO_2_7, application, ip, port, 4711, STARTED, List.of(interfaceName))
        .registrations()
        .values()
        .iterator()
        .next();
  }

  private static Instance in(Instance of, String cluster) {
    return new Instance(
        of.ip(), of.port(), of.weight(), of.healthy(), of.enabled(), cluster, of.metadata());
  }

  /** By the old API, with the namespace as it is spelled. */
  private static JsonNode hosts(NacosApi api, String namespace, ServiceName service) {
    NacosApi.Answer answer =
        api.get(
            "/v1/ns/instance/list",
            new TreeMap<>(
                Map.of(
                    "namespaceId",
                    namespace,
                    "serviceName",
                    service.group() + "@@" + service.name())));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json().path("hosts");
  }
}
