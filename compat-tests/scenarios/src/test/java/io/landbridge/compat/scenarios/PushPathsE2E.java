package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.Artifacts;
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
import io.landbridge.compat.load.wire.WireClient;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every kind of client is pushed what is derived, at the wire: when it appears, also in a service
 * that did not exist when the client subscribed, when it changes, when it disappears, and when
 * somebody switches the application off.
 */
@UsesServers
class PushPathsE2E {

  private static final long STARTED = 1795176524665L;
  private static final String ORDERS = "demo.OrderService:2.0.0";

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void everyKindOfClientIsPushedWhatIsDerived(NacosVersion version, Servers servers) {
    ServerSpec spec = ServerSpec.of(version).withPlugin(Artifacts.locate().pluginJar());
    NacosEnsemble ensemble = servers.shared(spec);
    try (Wire wire = Wire.open(1);
        Audience audience = Audience.of(ensemble.member(0), wire, "")) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      upward(server, wire, audience);
      downward(server, wire, audience);
      audience.acknowledged();
    }
  }

  private static void upward(NacosServer server, Wire wire, Audience audience) {
    ServiceName shop = ServiceName.of("shop");
    ServiceName orders = ServiceName.of("providers:" + ORDERS + ":");
    Switches switches = new Switches(server.api(), "public");
    audience.subscribe(shop);
    DubboProvider old = provider("10.0.0.1");
    Instance ofOld = old.registrations().get(orders);
    audience.http().register(orders, ofOld);

    switches.on("shop");
    Instance derived = audience.told(shop, "10.0.0.1:20880").get(0);
    assertThat(derived.metadata())
        .containsEntry("landbridge.origin", "native-interface")
        .containsEntry("dubbo.metadata.storage-type", "remote");
    try (WireClient second = Steps.connect(server, wire)) {
      second.register(orders, provider("10.0.0.2").registrations().get(orders)).join();
      audience.told(shop, "10.0.0.1:20880", "10.0.0.2:20880");
    }
    audience.told(shop, "10.0.0.1:20880");

    audience.http().deregister(orders, ofOld);
    audience.told(shop);
    audience.http().register(orders, ofOld);
    audience.told(shop, "10.0.0.1:20880");

    switches.off("shop");
    audience.told(shop);
    audience.http().deregister(orders, ofOld);
  }

  private static void downward(NacosServer server, Wire wire, Audience audience) {
    ServiceName stock = ServiceName.of("stock");
    ServiceName four = ServiceName.of("providers:demo.StockService::");
    ServiceName legacy = ServiceName.of("providers:demo.StockService");
    Switches switches = new Switches(server.api(), "public");
    audience.subscribe(four);
    audience.subscribe(legacy);
    ApplicationProvider first = application("10.0.1.1");
    switches.publish(first);
    try (WireClient one = Steps.connect(server, wire)) {
      one.register(stock, first.registration()).join();

      switches.on("stock");
      Instance derived = audience.told(four, "10.0.1.1:20880").get(0);
      assertThat(audience.told(legacy, "10.0.1.1:20880")).containsExactly(derived);
      assertThat(derived.metadata())
          .containsEntry("landbridge.origin", "native-application")
          .containsEntry("application", "stock")
          .containsEntry("interface", "demo.StockService")
          .containsEntry("protocol", "dubbo")
          .containsEntry("side", "provider");
      try (WireClient two = Steps.connect(server, wire)) {
        two.register(stock, application("10.0.1.2").registration()).join();
        audience.told(four, "10.0.1.1:20880", "10.0.1.2:20880");
        audience.told(legacy, "10.0.1.1:20880", "10.0.1.2:20880");
      }
      audience.told(four, "10.0.1.1:20880");

      switches.off("stock");
      audience.told(four);
      audience.told(legacy);
      switches.on("stock");
      audience.told(four, "10.0.1.1:20880");
      audience.told(legacy, "10.0.1.1:20880");
      one.deregister(stock, first.registration()).join();
      audience.told(four);
      audience.told(legacy);
      switches.off("stock");
      switches.takeBack(first);
    }
  }

  private static DubboProvider provider(String ip) {
    return new DubboProvider(
        DubboLine.DUBBO_2_7, "shop", ip, 20880, 4711, STARTED, List.of(ORDERS));
  }

  private static ApplicationProvider application(String ip) {
    return new ApplicationProvider(
        "stock", ip, 20880, STARTED, List.of("demo.StockService", ORDERS));
  }
}
