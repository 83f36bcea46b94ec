package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several Dubbo 3 write the mappings of the same interfaces into which we put one application after
 * the other: in the end everybody is in them. On 2.2.4, where names get lost most easily, and with
 * {@code -Dlandbridge.mapping=all} on 3.1.0, too. And what 3.1.0 can leave behind when it fails.
 */
class MappingE2E {

  private static final List<String> INTERFACES =
      List.of("demo.GreetService", "demo.OrderService", "demo.PlainService");

  private static final List<DubboLine> LINES =
      List.of(DubboLine.DUBBO_3_0, DubboLine.DUBBO_3_2, DubboLine.DUBBO_3_3);

  /** As long as a program may take to start. */
  private static final Duration START = Duration.ofSeconds(180);

  private static final int AT_ONCE = 4;

  @TempDir Path work;

  @Test
  void nobodyIsLostOnAServerThatSaysItHasWrittenWhatItHasNot() throws Exception {
    nobodyIsLost(NacosVersion.V2_2_4);
  }

  @Test
  @EnabledIfSystemProperty(named = "landbridge.mapping", matches = "all")
  void nobodyIsLost() throws Exception {
    nobodyIsLost(NacosVersion.V3_1_0);
  }

  /**
   * For clients of 2.x, 3.x writes what is in the default namespace a second time, and that first;
   * where it fails between the two it refuses every later writer who compares.
   */
  @Test
  void whatTheServerLeftHalfWrittenIsWrittenWhole() {
    ServerSpec spec =
        ServerSpec.of(NacosVersion.V3_1_0)
            .withPlugin(Artifacts.locate().pluginJar())
            .withProperty("nacos.config.derby.ops.enabled", "true")
            .withProperty("nacos.core.api.compatibility.admin.enabled", "true");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      String created = INTERFACES.get(0);
      String changed = INTERFACES.get(1);
      new RawRegistrations(server.api(), "public").configuration(changed, "mapping", "known");
      inTheDatabase(
          server,
          creationOfTheCopy(created, "early"),
          "UPDATE config_info SET content = 'known,early', md5 = '%s'"
                  .formatted(RawRegistrations.md5("known,early"))
              + " WHERE data_id = '%s' AND group_id = 'mapping' AND tenant_id = ''"
                  .formatted(changed),
          creationOfTheCopy("demo.Own", "own"));
      // Dubbo gives up after some tries, and the application is not in the mapping for good.
      new RawRegistrations(server.api(), "public")
          .provider3("own", "demo.Own", "10.1.0.1", 20880, new TreeMap<>());
      switchOn(server, "own");

      List<String> applications = registered(server, 0);
      applications.forEach(each -> switchOn(server, each));

      eventually(
          () ->
              assertThat(Steps.mapping(server, created))
                  .containsExactlyInAnyOrderElementsOf(with(applications, "early")));
      eventually(
          () ->
              assertThat(Steps.mapping(server, changed))
                  .containsExactlyInAnyOrderElementsOf(with(applications, "known", "early")));
      eventually(() -> assertThat(Steps.mapping(server, "demo.Own")).containsExactly("own"));
    }
  }

  private static List<String> with(List<String> names, String... others) {
    return Stream.concat(names.stream(), Stream.of(others)).toList();
  }

  /** What a server writes first of a mapping that was not there. */
  private static String creationOfTheCopy(String dataId, String content) {
    return "INSERT INTO config_info (data_id, group_id, tenant_id, content, md5)"
        + " VALUES ('%s', 'mapping', '', '%s', '%s')"
            .formatted(dataId, content, RawRegistrations.md5(content));
  }

  /**
   * Beside everything that the server does when it writes. It may delete the file before it reads
   * it and then has done nothing; the path of 3.x never answers.
   */
  private static void inTheDatabase(NacosServer server, String... statements) {
    String file = String.join("\n", statements);
    eventually(
        () -> {
          NacosApi.Answer answer = server.api().postFile("/v1/cs/ops/data/removal", file);
          assertThat(answer.json().path("code").asInt()).as("%s", answer).isEqualTo(200);
        });
  }

  private void nobodyIsLost(NacosVersion version) throws Exception {
    ServerSpec spec = ServerSpec.of(version).withPlugin(Artifacts.locate().pluginJar());
    ExecutorService starters = Executors.newFixedThreadPool(LINES.size());
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      List<String> names = new ArrayList<>();
      List<String> next = registered(server, 0);
      List<Future<ProviderProcess>> starts =
          LINES.stream().map(line -> starters.submit(() -> provider(line, server))).toList();
      try {
        // Dubbo registers a service first and then looks into its mapping.
        await().atMost(START).until(() -> isRegistered(server) || starts.get(0).isDone());
        do {
          next.forEach(each -> switchOn(server, each));
          names.addAll(next);
          areIn(server, next);
          next = registered(server, names.size());
        } while (!starts.stream().allMatch(Future::isDone));
        for (Future<ProviderProcess> start : starts) {
          start.get();
        }
        for (DubboLine line : LINES) {
          System.out.println(line + " is in the mappings of " + mappingsWith(server, name(line)));
          switchOn(server, name(line));
          names.add(name(line));
        }
        isNamed(server, names);

        // As Dubbo 3.0 does when it looked before there was a mapping.
        new RawRegistrations(server.api(), "public")
            .configuration(INTERFACES.get(0), "mapping", name(DubboLine.DUBBO_3_0));
        isNamed(server, names);
      } finally {
        for (Future<ProviderProcess> start : starts) {
          start.get().kill9();
        }
      }
    } finally {
      starters.shutdownNow();
    }
  }

  /** Applications that register interfaces alone; so many that we write without a pause. */
  private static List<String> registered(NacosServer server, int first) {
    RawRegistrations raw = new RawRegistrations(server.api(), "public");
    List<String> applications = new ArrayList<>();
    for (int number = first; number < first + AT_ONCE; number++) {
      for (int i = 0; i < INTERFACES.size(); i++) {
        String ip = "10.0.%d.%d".formatted(number / 200, 1 + number % 200);
        raw.provider27("shop-" + number, INTERFACES.get(i), ip, 20880 + i);
      }
      applications.add("shop-" + number);
    }
    return applications;
  }

  /** Whether the first program is. */
  private static boolean isRegistered(NacosServer server) {
    return !server
        .api()
        .get(
            "/v1/ns/instance/list", Map.of("serviceName", "providers:demo.GreetService:1.0.0:grpA"))
        .json()
        .path("hosts")
        .isEmpty();
  }

  private static void areIn(NacosServer server, List<String> applications) {
    for (String each : INTERFACES) {
      await()
          .alias(applications + " are in the mapping of " + each)
          .atMost(Steps.SOON)
          .until(() -> Steps.mapping(server, each).containsAll(applications));
    }
  }

  private ProviderProcess provider(DubboLine line, NacosServer server) {
    return ProviderProcess.start(line, ProviderSettings.of(server.address(), name(line)), work);
  }

  private static String name(DubboLine line) {
    return "prov-" + line.dubbo();
  }

  private static void switchOn(NacosServer server, String application) {
    Map<String, String> enabled = Map.of("application", application, "enabled", "true");
    await()
        .alias(application + " is switched on")
        .atMost(Steps.SOON)
        .until(() -> server.api().put("/landbridge/v1/translation", enabled).ok());
  }

  private static void isNamed(NacosServer server, List<String> applications) {
    for (String each : INTERFACES) {
      await()
          .alias("everybody is in the mapping of " + each)
          .atMost(Steps.SOON)
          .untilAsserted(
              () ->
                  assertThat(Steps.mapping(server, each))
                      .containsExactlyInAnyOrderElementsOf(applications));
    }
  }

  private static List<String> mappingsWith(NacosServer server, String application) {
    return INTERFACES.stream()
        .filter(each -> Steps.mapping(server, each).contains(application))
        .toList();
  }
}
