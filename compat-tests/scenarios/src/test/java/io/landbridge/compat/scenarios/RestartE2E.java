package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.compat.client.NamingLine;
import io.landbridge.compat.client.NamingProcess;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A server that was killed shows what it knew before the first client is back, and forgets whoever
 * does not come back.
 */
class RestartE2E {

  /** The plugin gives clients 30 s to come back; the rest is for a busy machine. */
  private static final Duration GRACE = Duration.ofSeconds(150);

  @TempDir Path work;

  @ParameterizedTest
  @CsvSource({"V2_2_4", "V3_1_0"})
  void theLastKnownInstancesAreShownUntilTheGraceIsOver(NacosVersion version) {
    Steps steps = new Steps(work, "shop");
    ServerSpec spec = ServerSpec.of(version).withPlugin(Artifacts.locate().pluginJar());
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec);
        NamingProcess subscriber =
            NamingProcess.start(NamingLine.NACOS_3_1, ensemble.member(0).address(), work)) {
      NacosServer server = ensemble.member(0);
      subscriber.ask("subscribe shop");
      Steps.isActive(server);
      // Its registration dies with the server: nobody will make it again.
      new RawRegistrations(ensemble.api(0), "public")
          .provider27("shop", "demo.OrderService:2.0.0", "10.0.0.1", 20880);
      await()
          .alias("observed")
          .atMost(Steps.SOON)
          .until(() -> Steps.status(server).path("catalog").path("instances").asInt() == 1);
      steps.apply(server.baseUrl());
      await()
          .alias("shown")
          .atMost(Steps.SOON)
          .untilAsserted(() -> assertThat(steps.instancesShownBy(server)).isEqualTo(1));
      eventually(() -> assertThat(subscriber.told("shop")).hasSize(1));

      server.kill9();
      ensemble.startAll();

      assertThat(steps.instancesShownBy(server)).as("in its first answer").isEqualTo(1);
      Steps.isActive(server);
      await()
          .alias("forgotten, since it did not come back")
          .atMost(GRACE)
          .untilAsserted(() -> assertThat(steps.instancesShownBy(server)).isZero());
      eventually(() -> assertThat(subscriber.told("shop")).isEmpty());
      // Whoever subscribes again, as it does when its server is back, is not told that nobody is.
      assertThat(subscriber.allTold("shop").stream().map(Map::size).dropWhile(each -> each == 0))
          .containsSubsequence(1, 0)
          .doesNotContainSequence(0, 1);
      steps.rollback(server.baseUrl());
    }
  }
}
