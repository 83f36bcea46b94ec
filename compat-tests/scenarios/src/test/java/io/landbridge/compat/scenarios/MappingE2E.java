package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whoever writes the mapping of an interface reads it, appends its name and writes it back if
 * nobody else has written it meanwhile: real Dubbo 3 providers of several applications when they
 * start, and the plugin for applications that do not do it themselves.
 */
class MappingE2E {

  private static final List<String> INTERFACES =
      List.of("demo.GreetService", "demo.OrderService", "demo.PlainService");
  private static final Map<String, DubboLine> WRITERS =
      Map.of(
          "prov-30", DubboLine.DUBBO_3_0,
          "prov-32", DubboLine.DUBBO_3_2,
          "prov-33", DubboLine.DUBBO_3_3);
  private static final List<String> SHOWN =
      IntStream.range(0, 6).mapToObj(i -> "legacy-" + i).toList();

  @TempDir Path work;

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void noNameIsLostAndNoneIsThereTwice(NacosVersion version) {
    ServerSpec spec = ServerSpec.of(version).withPlugin(Artifacts.locate().pluginJar());
    List<ProviderProcess> providers = new ArrayList<>();
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      RawRegistrations raw = new RawRegistrations(server.api(), "public");
      for (int i = 0; i < SHOWN.size(); i++) {
        for (String each : INTERFACES) {
          raw.provider27(SHOWN.get(i), each, "10.0.0." + (i + 1), 20880);
        }
        new Steps(work, SHOWN.get(i)).isObserved(server);
      }
      List<CompletableFuture<ProviderProcess>> starting =
          WRITERS.entrySet().stream()
              .map(
                  each ->
                      CompletableFuture.supplyAsync(
                          () ->
                              ProviderProcess.start(
                                  each.getValue(),
                                  ProviderSettings.of(server.address(), each.getKey()),
                                  work)))
              .toList();
      CompletableFuture<Void> all =
          CompletableFuture.allOf(starting.toArray(CompletableFuture[]::new));
      // Until the last of them is there names of ours come and go in what they write.
      int turns = 0;
      while (!all.isDone()) {
        String application = SHOWN.get(turns % SHOWN.size());
        boolean on = turns / SHOWN.size() % 2 == 0;
        turn(server.api(), application, on);
        turns++;
        await()
            .atMost(Steps.SOON)
            .pollInterval(Duration.ofMillis(20))
            .until(() -> state(server.api(), application).equals(on ? "TRANSLATED" : "OBSERVED"));
      }
      starting.forEach(each -> providers.add(each.join()));
      assertThat(turns).as("times one of our names came or went").isGreaterThan(20);
      System.out.printf("%s: our names came or went %d times meanwhile%n", version, turns);

      SHOWN.forEach(application -> turn(server.api(), application, true));
      hasExactly(server.api(), Stream.concat(WRITERS.keySet().stream(), SHOWN.stream()).toList());
      SHOWN.forEach(application -> turn(server.api(), application, false));
      hasExactly(server.api(), List.copyOf(WRITERS.keySet()));
    } finally {
      providers.forEach(ProviderProcess::close);
    }
  }

  private static void hasExactly(NacosApi api, List<String> applications) {
    for (String each : INTERFACES) {
      await()
          .alias("mapping of " + each)
          .atMost(Steps.SOON)
          .untilAsserted(
              () -> assertThat(names(api, each)).containsExactlyInAnyOrderElementsOf(applications));
    }
  }

  private static List<String> names(NacosApi api, String serviceInterface) {
    NacosApi.Answer answer =
        api.get("/v1/cs/configs", Map.of("dataId", serviceInterface, "group", "mapping"));
    return answer.ok() ? Arrays.asList(answer.body().split(",", -1)) : List.of();
  }

  private static void turn(NacosApi api, String application, boolean on) {
    NacosApi.Answer answer =
        api.put(
            "/landbridge/v1/translation",
            Map.of("application", application, "enabled", String.valueOf(on)));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  private static String state(NacosApi api, String application) {
    return api.get("/landbridge/v1/application", Map.of("application", application))
        .json()
        .path("data")
        .path("state")
        .asText();
  }
}
