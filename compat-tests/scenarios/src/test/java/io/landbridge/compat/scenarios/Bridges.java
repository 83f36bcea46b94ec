package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosServer;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a bridge is told and says, by the API of a member. */
final class Bridges {

  private Bridges() {}

  /** Changes its phase, as soon as the cluster takes it. */
  static void go(NacosServer server, String phase, String legacy) {
    await()
        .alias(server + " takes " + phase)
        .atMost(Steps.SOON)
        .untilAsserted(
            () -> {
              NacosApi.Answer answer =
                  server
                      .api()
                      .put("/landbridge/v1/bridge", Map.of("phase", phase, "servers", legacy));
              assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            });
  }

  /** How it stands, as a member says it. */
  static JsonNode status(NacosServer server) {
    return server.api().get("/landbridge/v1/bridge").json().path("data");
  }

  /** How many instances of the legacy cluster a member has. */
  static int imported(NacosServer server) {
    return status(server).path("imported").path("instances").asInt();
  }

  /** The member that leads, and carries over; waits until there is one. */
  static NacosServer leader(List<NacosServer> members, Duration within) {
    return await()
        .alias("somebody leads")
        .atMost(within)
        .ignoreException(UncheckedIOException.class)
        .until(
            () ->
                members.stream()
                    .filter(each -> Steps.status(each).path("leader").asBoolean())
                    .findFirst()
                    .orElse(null),
            found -> found != null);
  }
}
