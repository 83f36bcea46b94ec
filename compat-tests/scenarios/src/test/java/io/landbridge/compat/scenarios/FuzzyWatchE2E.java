package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.client.NamingLine;
import io.landbridge.compat.client.NamingProcess;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.fleet.ApplicationProvider;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real client of 3.x that watches a pattern of names knows the services that exist as a view
 * alone as well as the others, however it comes to know them.
 */
class FuzzyWatchE2E {

  private static final String ORDERS = "demo.OrderService:2.0.0";
  private static final String PATTERN = "providers*";
  private static final String NATIVE = "providers:demo.Native::";
  private static final String STOCK = "providers:demo.StockService::";
  private static final String[] SHOWN = {
    STOCK, "providers:demo.StockService", "providers:" + ORDERS + ":", "providers:" + ORDERS
  };

  @Test
  void aPatternMatchesServicesOfViews(@TempDir Path work) {
    ServerSpec spec = ServerSpec.of(NacosVersion.V3_1_0).withPlugin(Artifacts.locate().pluginJar());
    ApplicationProvider provider =
        new ApplicationProvider(
            "stock", "10.0.1.1", 20880, 1795176524665L, List.of("demo.StockService", ORDERS));
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec);
        Wire wire = Wire.open(1);
        WireClient one = Steps.connect(ensemble.member(0), wire);
        NamingProcess early = watching(ensemble.member(0), work.resolve("early"));
        NamingProcess other =
            NamingProcess.start(
                NamingLine.NACOS_3_1, ensemble.member(0).address(), work.resolve("other"))) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      Switches switches = new Switches(server.api(), "public");
      other.ask("register " + NATIVE + " 10.0.2.1 80 DEFAULT");
      eventually(() -> assertThat(early.watched(PATTERN)).containsExactly(NATIVE));

      switches.publish(provider);
      one.register(ServiceName.of("stock"), provider.registration()).join();
      switches.on("stock");
      eventually(() -> assertThat(early.watched(PATTERN)).contains(NATIVE).contains(SHOWN));

      // Somebody comes to such a service and leaves again; the last thing done is seen by all.
      other.ask("register " + STOCK + " 10.0.2.2 80 DEFAULT");
      eventually(() -> assertThat(other.list(STOCK)).hasSize(2));
      other.ask("deregister " + STOCK + " 10.0.2.2 80 DEFAULT");
      other.ask("deregister " + NATIVE + " 10.0.2.1 80 DEFAULT");
      eventually(() -> assertThat(early.watched(PATTERN)).containsOnly(SHOWN));

      try (NamingProcess late = watching(server, work.resolve("late"))) {
        eventually(() -> assertThat(late.watched(PATTERN)).contains(SHOWN));

        switches.off("stock");
        eventually(() -> assertThat(early.watched(PATTERN)).isEmpty());
        eventually(() -> assertThat(late.watched(PATTERN)).doesNotContain(SHOWN));
      }
    }
  }

  private static NamingProcess watching(NacosServer server, Path work) {
    NamingProcess process = NamingProcess.start(NamingLine.NACOS_3_1, server.address(), work);
    process.ask("watch " + PATTERN);
    return process;
  }
}
