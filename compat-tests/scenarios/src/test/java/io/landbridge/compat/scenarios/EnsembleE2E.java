package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import org.junit.jupiter.api.Test;

/** Three members on embedded storage are one registry. */
class EnsembleE2E {

  @Test
  void registeredThroughOneListedThroughAll() {
    try (NacosEnsemble ensemble =
        NacosEnsemble.start(ServerSpec.of(NacosVersion.V3_1_0).withMembers(3))) {
      ServersE2E.register(ensemble.api(0), "shop.Orders", 20880);

      for (NacosServer member : ensemble.members()) {
        await()
            .alias(member.toString())
            .atMost(Steps.SOON)
            .ignoreExceptions()
            .untilAsserted(
                () -> assertThat(ServersE2E.ports(member.api(), "shop.Orders")).contains("20880"));
      }
    }
  }
}
