package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.HttpWireClient;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code landbridge} against servers as they come, without the plugin: it reads and plans. */
class ScanE2E {

  private static final int SMALL_FLEET = 220;
  private static final int ONE_IN = 10;
  private static final int PER_NET = 250;
  private static final int PORT = 20880;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(NacosVersion.class)
  void showsApplicationsOfAnyServerAndChangesNothing(NacosVersion version) throws Exception {
    try (NacosEnsemble ensemble = NacosEnsemble.start(ServerSpec.of(version));
        Wire wire = Wire.open(1);
        HttpWireClient old =
            HttpWireClient.open(ensemble.member(0).api(), "public", HttpWireClient.JAVA)) {
      RawRegistrations fleet = new RawRegistrations(ensemble.member(0).api(), "public");
      fleet.provider27("prov-27", "demo.GreetService:1.0.0:grpA", "10.0.0.1", 20880);
      fleet.provider27("prov-27", "demo.OrderService:2.0.0:", "10.0.0.1", 20880);
      fleet.provider27("prov-27", "demo.PlainService", "10.0.0.1", 20880);
      fleet.provider27("prov-27", "demo.PlainService", "10.0.0.2", 20880);
      fleet.provider26("prov-26", "demo.OrderService:2.0.0", "10.0.0.3", 20880);
      fleet.consumer("cons-27", "demo.PlainService");
      fleet.register("providers:demo.Broken::", "10.0.1.1", 1, Map.of("application", "broken"));
      fleet.register(
          "providers:demo.Broken::",
          "10.0.1.2",
          1,
          Map.of("protocol", "dubbo", "side", "provider"));
      fleet.register(
          "providers:demo.Broken::",
          "10.0.1.3",
          1,
          Map.of("protocol", "dubbo", "application", "evil\u001b[2J"));
      fleet.register("spring-cloud-app", "10.0.2.1", 8080, Map.of());
      fleet.disabled(
          "providers:demo.PlainService::",
          "10.0.0.4",
          20880,
          Map.of("application", "prov-off", "protocol", "dubbo", "path", "demo.PlainService"));
      ServiceName plain = ServiceName.of("providers:demo.PlainService::");
      old.subscribe(plain, "", pushed -> {});
      if (version.line() > 1) {
        WireClient.connect(
                wire, ClientOptions.of(List.of(ServerEndpoint.parse(ensemble.member(0).address()))))
            .join()
            .subscribe(plain, pushed -> {})
            .join();
      }
      CommandLineTool landbridge = CommandLineTool.ofThisBuild(directory);
      String server = "127.0.0.1:" + ensemble.member(0).port();
      eventually(
          () -> {
            JsonNode scanned = scan(landbridge, server);
            assertThat(scanned.path("totals").path("registrations").asInt()).isEqualTo(6);
            assertThat(scanned.path("untranslatable")).hasSize(3);
            assertThat(scanned.path("totals").path("consumerServices").asInt()).isEqualTo(1);
            assertThat(scanned.path("totals").path("otherServices").asInt()).isEqualTo(1);
            assertThat(scanned.path("consumers").path("clients"))
                .hasSize(version.line() > 1 ? 2 : 1);
          });

      JsonNode found = scan(landbridge, server);

      assertThat(found.path("schema").asText()).isEqualTo("landbridge/scan/1");
      assertThat(found.path("serverVersion").asText()).startsWith(version.number());
      assertThat(texts(found.path("applications"), "application"))
          .containsExactly("broken", "prov-26", "prov-27", "prov-off");
      JsonNode prov27 = found.path("applications").get(2);
      assertThat(prov27.path("level").asText()).isEqualTo("INTERFACE");
      assertThat(texts(prov27.path("interfaces"), "service"))
          .containsExactly(
              "demo.OrderService:2.0.0", "demo.PlainService", "grpA/demo.GreetService:1.0.0");
      assertThat(prov27.path("registrations").asInt()).isEqualTo(4);
      assertThat(prov27.path("processes").asInt()).isEqualTo(2);
      assertThat(prov27.path("releases").get(0).asText()).isEqualTo("2.7.23");
      assertThat(texts(found.path("applications").get(1).path("interfaces"), "service"))
          .containsExactly("demo.OrderService:2.0.0");
      assertThat(texts(found.path("untranslatable"), "kind"))
          .containsExactlyInAnyOrder("NO_PROTOCOL", "NO_APPLICATION", "BAD_APPLICATION");
      assertThat(found.path("totals").path("consumerServices").asInt()).isEqualTo(1);
      assertThat(found.path("totals").path("otherServices").asInt()).isEqualTo(1);

      JsonNode consumers = found.path("consumers");
      assertThat(consumers.path("source").asText()).isEqualTo("SERVERS");
      assertThat(consumers.path("silent")).isEmpty();
      assertThat(consumers.path("clients"))
          .allSatisfy(
              each -> {
                assertThat(each.path("ip").asText()).isEqualTo("127.0.0.1");
                assertThat(texts(each.path("interfaces")))
                    .containsExactly("providers:demo.PlainService::");
              });
      assertThat(texts(consumers.path("clients"), "library")).contains(HttpWireClient.JAVA);
      assertThat(texts(consumers.path("clients"), "protocol"))
          .containsExactlyInAnyOrderElementsOf(
              version.line() > 1 ? List.of("GRPC", "HTTP_UDP") : List.of("HTTP_UDP"));

      upgradeHazardsAreNamed(landbridge, version, server);
      CommandLineTool.Run table = landbridge.run("scan", "--server", server, "--interfaces");
      assertThat(table.exitCode()).isZero();
      assertThat(table.err())
          .matches(
              "landbridge: read \\d+ services? with \\d+ instances? in [0-9.]+ s with \\d+ requests?"
                  + " \\(minimum: \\d+\\)\\n"
                  + "landbridge: read the subscribers of \\d+ services? from 1 member in [0-9.]+ s"
                  + " with \\d+ requests?\\n");
      assertThat(table.out())
          .contains("prov-27", "demo.OrderService:2.0.0", "2.6 or earlier", "NO_PROTOCOL")
          .contains("Subscribers by client library:", HttpWireClient.JAVA)
          .doesNotContain("\u001b");

      Path plan = directory.resolve("plan.yaml");
      CommandLineTool.Run planned =
          landbridge.run("plan", "--server", server, "--out", plan.toString(), "-o", "json");
      assertThat(planned.exitCode()).isZero();
      assertThat(planned.json().path("plan").path("savings").path("instancesBefore").asInt())
          .isEqualTo(6);
      assertThat(planned.json().path("plan").path("savings").path("instancesAfter").asInt())
          .isEqualTo(4);
      assertThat(Files.readString(plan))
          .contains(planned.json().path("plan").path("hash").asText());

      CommandLineTool.Run verified =
          landbridge.run("verify", "--server", server, "--application", "prov-27", "-o", "json");
      assertThat(verified.exitCode()).isEqualTo(3);
      assertThat(verified.json().path("applications").get(0).path("missing")).hasSize(4);

      assertThat(scan(landbridge, server)).isEqualTo(found);
    }
  }

  /**
   * One application in ten has a name that somebody made up: it is named, all others are read, and
   * no command ends otherwise or takes longer. {@code -Dlandbridge.odd.applications=N} makes the
   * fleet larger, and has times compared as well.
   */
  @Test
  void oddNamesAreNamedAndDisturbNobody() throws Exception {
    int all = Integer.getInteger("landbridge.odd.applications", SMALL_FLEET);
    ServerSpec spec = ServerSpec.of(NacosVersion.V3_1_0).withPlugin(Artifacts.locate().pluginJar());
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      Steps.isActive(ensemble.member(0));
      RawRegistrations fleet = new RawRegistrations(ensemble.member(0).api(), "public");
      CommandLineTool landbridge =
          CommandLineTool.ofThisBuild(directory).withLimit(Duration.ofMinutes(10));
      String server = "127.0.0.1:" + ensemble.member(0).port();
      for (int i = 0; i < all; i++) {
        fleet.provider27("shop-" + i, "demo.S" + i, address(i), PORT);
      }
      eventually(() -> assertThat(scan(landbridge, server).path("applications")).hasSize(all));
      assertThat(applied(landbridge, server)).isZero();
      List<Commands> without = commands(landbridge, server, all);
      assertThat(without.get(0).exitCodes()).containsOnly(0);

      for (int i = 0; i < all; i += ONE_IN) {
        fleet.provider27(OddNames.at(i / ONE_IN), "demo.S" + i, address(i), PORT);
      }
      eventually(() -> allAreThereOrNamed(scan(landbridge, server), all));
      // Some have names that cannot be translated, and fail; the others are applied all the same.
      assertThat(applied(landbridge, server)).isEqualTo(4);
      List<Commands> with = commands(landbridge, server, all);

      double ratio = seconds(with) / seconds(without);
      System.out.printf(
          "%d applications, one in %d with an odd name: %.2f times as long%n", all, ONE_IN, ratio);
      assertThat(with.get(0).exitCodes()).isEqualTo(without.get(0).exitCodes());
      if (all > SMALL_FLEET) {
        assertThat(ratio).isLessThanOrEqualTo(1.2);
      }
    }
  }

  private static int applied(CommandLineTool landbridge, String server) {
    return landbridge
        .run("apply", "--server", server, "--all", "--yes", "--move-consumers")
        .exitCode();
  }

  private static String address(int number) {
    return "10.1.%d.%d".formatted(number / PER_NET, number % PER_NET + 1);
  }

  private static void allAreThereOrNamed(JsonNode found, int all) {
    Set<String> applications = Set.copyOf(texts(found.path("applications"), "application"));
    Set<String> refused = Set.copyOf(texts(found.path("untranslatable"), "address"));
    for (int i = 0; i < all; i++) {
      String name = i % ONE_IN == 0 ? OddNames.at(i / ONE_IN) : "shop-" + i;
      assertThat(applications.contains(name) || refused.contains(address(i) + ":" + PORT))
          .as("'%s' is an application or named", name)
          .isTrue();
    }
    assertThat(texts(found.path("untranslatable"), "detail"))
        .allMatch(each -> each.chars().noneMatch(Character::isISOControl));
  }

  /**
   * What came of reading all there is with each of the commands, in this order.
   *
   * @param nanos how long they took together
   */
  private record Commands(List<Integer> exitCodes, long nanos) {}

  /** Once, or several times where the shortest is to say something. */
  private List<Commands> commands(CommandLineTool landbridge, String server, int all) {
    List<Commands> rounds = new ArrayList<>();
    for (int i = 0; i < (all > SMALL_FLEET ? 3 : 1); i++) {
      String plan = directory.resolve("odd-%d.yaml".formatted(System.nanoTime())).toString();
      long began = System.nanoTime();
      List<Integer> exitCodes =
          Stream.of(
                  List.of("scan", "--server", server),
                  List.of("plan", "--server", server, "--out", plan),
                  List.of("verify", "--server", server, "--all"))
              .map(each -> landbridge.run(each.toArray(String[]::new)).exitCode())
              .toList();
      rounds.add(new Commands(exitCodes, System.nanoTime() - began));
    }
    return rounds;
  }

  private static double seconds(List<Commands> rounds) {
    return rounds.stream().mapToLong(Commands::nanos).min().orElseThrow() / 1e9;
  }

  /** The registrations are made over the HTTP API of 1.x, which a server of 1.x does not list. */
  private static void upgradeHazardsAreNamed(
      CommandLineTool landbridge, NacosVersion version, String server) {
    JsonNode diagnosed =
        landbridge.run("doctor", "--server", server, "--to", "3.3.1", "-o", "json").json();
    List<String> kinds = texts(diagnosed.path("findings"), "kind");

    assertThat(kinds)
        .as("%s", diagnosed)
        .contains("PLUGIN_MISSING", "UPGRADE_CLIENT_LOGIN", "UPGRADE_DATABASE", "UPGRADE_IDENTITY")
        .doesNotContain("UPGRADE_UNKNOWN");
    assertThat(kinds.contains("UPGRADE_PATH")).isEqualTo(version.line() == 1);
    assertThat(kinds.contains("UPGRADE_CONFIGURATIONS")).isEqualTo(version.line() < 3);
    assertThat(kinds.contains("UPGRADE_HTTP_CLIENTS"))
        .isEqualTo(version == NacosVersion.V2_2_4 || version == NacosVersion.V3_1_0);
    assertThat(landbridge.run("doctor", "--server", server, "--to", "newest").exitCode())
        .isEqualTo(2);
  }

  private static JsonNode scan(CommandLineTool landbridge, String server) {
    CommandLineTool.Run run = landbridge.run("scan", "--server", server, "-o", "json");
    assertThat(run.exitCode()).as(run.toString()).isZero();
    return run.json();
  }

  private static List<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
  }

  private static List<String> texts(JsonNode list, String field) {
    return new ArrayList<>(
        StreamSupport.stream(list.spliterator(), false)
            .map(each -> each.path(field).asText())
            .toList());
  }
}
