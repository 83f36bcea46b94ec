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
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server of 3.1.0 with the API of 3.2.1: as near to a server that cannot be had here as it gets.
 * Whether that works is not proven by it; that its API is not in the way is. The Raft
 * implementation of 3.3 cannot be tried so: a 3.1.0 does not start with it.
 */
class NewerPartsE2E {

  @TempDir Path work;

  @Test
  void anApplicationIsTranslatedAndSurvivesARestart() throws IOException {
    Artifacts artifacts = Artifacts.locate();
    ServerSpec spec =
        ServerSpec.of(NacosVersion.V3_1_0).asInstalled().withPlugin(artifacts.pluginJar());
    List<Path> parts = artifacts.newerParts();
    for (Path each : parts) {
      spec = spec.withPlugin(each);
    }
    Steps steps = new Steps(work, "shop");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec);
        NamingProcess client =
            NamingProcess.start(NamingLine.NACOS_3_2, ensemble.member(0).address(), work)) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      for (Path each : parts) {
        Processes.hasOpen(server.pid(), each);
      }
      client.ask("subscribe shop");
      new RawRegistrations(ensemble.api(0), "public")
          .provider27("shop", "demo.OrderService:2.0.0", "10.0.0.1", 20880);
      eventually(
          () ->
              assertThat(Steps.status(server).path("catalog").path("instances").asInt())
                  .isEqualTo(1));
      steps.apply(server.baseUrl());
      eventually(() -> assertThat(client.told("shop")).hasSize(1));

      server.kill9();
      ensemble.startAll();

      assertThat(steps.instancesShownBy(server)).as("in its first answer").isEqualTo(1);
      Steps.isActive(server);
      steps.rollback(server.baseUrl());
      eventually(() -> assertThat(client.told("shop")).isEmpty());
    }
  }
}
