package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Names that a registry takes and that cannot stand elsewhere in the server: each is named wherever
 * an operator looks, none is translated, and everything else goes on.
 */
class NamesE2E {

  private static final int PORT = 20880;

  /** Applications whose names are allowed everywhere. */
  private static final List<String> FINE =
      List.of("a-app", "b-app", "con___x", "team/orders", "z-app");

  private static final List<String> BAD =
      List.of(".", "..", "orders v2", "providers:demo.Api::", "consumers:demo.Api::", "routers:x");

  /** Namespaces that a server of 2.2 takes registrations in and no configurations. */
  private static final List<String> BAD_NAMESPACES = List.of("a b", "ns/1", "ns#1", "../x", "..");

  /** Those that nobody can ask for. */
  private static final List<String> UNUSABLE = List.of("x".repeat(130), "ns\nforged\u202e");

  /** As they are shown. */
  private static final List<String> SHOWN = List.of("x".repeat(130), "ns?forged?");

  private static final String MADE_BY_NOBODY = "Prod-EU";

  @TempDir Path work;

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void whatCannotStandIsNamedAndEverythingElseIsMigrated(NacosVersion version) throws Exception {
    ServerSpec spec = ServerSpec.of(version).withPlugin(Artifacts.locate().pluginJar());
    boolean checked = version.line() > 2;
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      List<String> bad = new ArrayList<>();
      register(ensemble.api(0), checked, bad);
      int fine = FINE.size() + 1;
      await()
          .atMost(Steps.SOON)
          .until(() -> Steps.status(server).path("catalog").path("instances").asInt() == fine);

      isInEveryList(server, bad);
      if (!checked) {
        namespacesNobodyCanAskForAreNamed(server);
      }
      isPlannedWithout(server, bad);
      theRestIsMigratedByPlanAndByName(server, bad);
      List<String> named = new ArrayList<>(bad);
      if (!checked) {
        SHOWN.forEach(each -> named.add(each + "/far-app"));
      }
      isNeverTranslated(server, named);
      isNotCompared(server, bad);
      CommandLineTool.Run unknown = landbridge(server, "scan", "--namespace", "nope");
      if (checked) {
        assertThat(unknown.err()).contains("the server has " + MADE_BY_NOBODY + ", public");
      }
    }
  }

  /** Registers everything; adds what is bad as {@code namespace/application}. */
  private static void register(NacosApi api, boolean checked, List<String> bad) {
    RawRegistrations usual = new RawRegistrations(api, "public");
    int number = 0;
    for (String each : FINE) {
      usual.provider27(each, "demo.F" + number, "10.0.0." + ++number, PORT);
    }
    new RawRegistrations(api, MADE_BY_NOBODY).provider27("eu-app", "demo.Eu", "10.0.1.1", PORT);
    for (String each : BAD) {
      usual.provider27(each, "demo.B" + number, "10.0.2." + ++number, PORT);
      bad.add("public/" + each);
    }
    // It is in one service with somebody who is fine.
    usual.provider27("orders v2", "demo.F0", "10.0.3.1", PORT);
    usual.register("providers:demo.V7:1:0:", "10.0.4.1", PORT, provider("version", "1:0"));
    usual.register("providers:demo.X::g:h", "10.0.4.2", PORT, provider("group", "g:h"));
    if (!checked) {
      for (String each : BAD_NAMESPACES) {
        new RawRegistrations(api, each).provider27("ns-app", "demo.N", "10.0.5.1", PORT);
        bad.add(each + "/ns-app");
      }
      for (String each : UNUSABLE) {
        new RawRegistrations(api, each).provider27("far-app", "demo.N", "10.0.5.2", PORT);
      }
    }
  }

  private static Map<String, String> provider(String key, String value) {
    return Map.of("application", "a-app", "protocol", "dubbo", key, value);
  }

  private void isInEveryList(NacosServer server, List<String> bad) {
    CommandLineTool.Run scan = landbridge(server, "scan", "-o", "json");
    assertThat(scan.exitCode()).as("%s", scan).isZero();
    JsonNode losses = scan.json().path("untranslatable");
    JsonNode told =
        server.api().get("/landbridge/v1/losses", Map.of("limit", "1000")).json().path("data");
    for (JsonNode list : List.of(losses, told)) {
      assertThat(StreamSupport.stream(list.spliterator(), false))
          .as("%s", list)
          .extracting(each -> each.path("kind").asText() + " " + each.path("service").asText())
          .contains("BAD_SERVICE providers:demo.V7:1:0:", "BAD_SERVICE providers:demo.X::g:h");
      for (String each : bad) {
        assertThat(StreamSupport.stream(list.spliterator(), false))
            .as("%s in %s", each, list)
            .anyMatch(loss -> isOf(loss, each));
      }
    }
    assertThat(scan.json().path("totals").path("otherServices").asInt()).isZero();
  }

  private void namespacesNobodyCanAskForAreNamed(NacosServer server) {
    CommandLineTool.Run scan = landbridge(server, "scan", "-o", "json");
    assertThat(StreamSupport.stream(scan.json().path("untranslatable").spliterator(), false))
        .as("%s", scan)
        .extracting(each -> each.path("kind").asText() + " " + each.path("namespace").asText())
        .contains("UNREADABLE " + "x".repeat(130), "UNREADABLE ns?forged?");
    JsonNode told =
        server.api().get("/landbridge/v1/losses", Map.of("limit", "1000")).json().path("data");
    CommandLineTool.Run status = landbridge(server, "status", "-o", "json");
    for (String each : SHOWN) {
      // The members name every registration there, and what it says of its application.
      assertThat(StreamSupport.stream(told.spliterator(), false))
          .as("%s", told)
          .filteredOn(loss -> loss.path("namespace").asText().equals(each))
          .singleElement()
          .satisfies(
              loss -> {
                assertThat(loss.path("kind").asText()).isEqualTo("UNREADABLE");
                assertThat(loss.path("service").asText()).isEqualTo("providers:demo.N::");
                assertThat(loss.path("address").asText()).isEqualTo("10.0.5.2:" + PORT);
                assertThat(loss.path("detail").asText()).contains("its clients have to register");
              });
      assertThat(status.json().path("applications"))
          .as("%s", status)
          .anySatisfy(
              application -> {
                assertThat(application.path("namespace").asText()).isEqualTo(each);
                assertThat(application.path("application").asText()).isEqualTo("far-app");
                assertThat(application.path("problems").path(0).asText())
                    .startsWith("UNREADABLE: namespace '");
              });
    }
    CommandLineTool.Run planned = landbridge(server, "plan", "--out", "named.yaml");
    assertThat(planned.err()).contains("UNREADABLE: namespace 'ns?forged?'");
  }

  /** Whether a loss is of an application, in a namespace; the two may both be to blame. */
  private static boolean isOf(JsonNode loss, String application) {
    int slash = application.lastIndexOf('/');
    String namespace = application.substring(0, slash);
    String name = application.substring(slash + 1);
    return loss.path("namespace").asText().equals(namespace)
        && (namespace.equals("public")
            ? loss.path("kind").asText().equals("BAD_APPLICATION")
                && loss.path("detail").asText().contains("'" + name + "'")
            : loss.path("kind").asText().equals("BAD_NAMESPACE")
                && loss.path("detail").asText().contains("'" + namespace + "'"));
  }

  private void isPlannedWithout(NacosServer server, List<String> bad) {
    CommandLineTool.Run planned =
        landbridge(
            server,
            "plan",
            "--out",
            "plan.yaml",
            "--max-applications",
            "2",
            "--max-percent",
            "100",
            "-o",
            "json");
    assertThat(planned.exitCode()).as("%s", planned).isZero();
    JsonNode plan = planned.json().path("plan");
    assertThat(names(plan.path("skipped"))).containsExactlyInAnyOrderElementsOf(bad);
    assertThat(StreamSupport.stream(plan.path("waves").spliterator(), false))
        .flatExtracting(wave -> names(wave.path("steps")))
        .containsExactlyInAnyOrderElementsOf(fine());
    for (JsonNode each : plan.path("skipped")) {
      assertThat(each.path("reason").asText()).contains("; ");
    }
  }

  private static List<String> fine() {
    return Stream.concat(
            FINE.stream().map("public/"::concat), Stream.of(MADE_BY_NOBODY + "/eu-app"))
        .toList();
  }

  private void theRestIsMigratedByPlanAndByName(NacosServer server, List<String> bad) {
    CommandLineTool.Run applied =
        landbridge(
            server,
            "apply",
            "--plan",
            "plan.yaml",
            "--yes",
            "--soak",
            "0",
            "--wave",
            "all",
            "-o",
            "json");
    assertThat(applied.exitCode()).as("%s", applied).isZero();
    assertThat(applied.json().path("waves")).hasSize(3);
    CommandLineTool.Run all =
        landbridge(server, "apply", "--all", "--yes", "--move-consumers", "-o", "json");
    assertThat(all.exitCode()).as("%s", all).isEqualTo(4);
    List<JsonNode> failed = new ArrayList<>();
    all.json()
        .path("outcomes")
        .forEach(
            each -> {
              if (each.path("result").asText().equals("FAILED")) {
                failed.add(each);
              }
            });
    assertThat(failed).extracting(NamesE2E::name).containsExactlyInAnyOrderElementsOf(bad);
    assertThat(failed)
        .allSatisfy(each -> assertThat(each.path("problems").path(0).asText()).contains("; "));
  }

  private void isNeverTranslated(NacosServer server, List<String> bad) {
    CommandLineTool.Run status = landbridge(server, "status", "-o", "json");
    List<JsonNode> applications = new ArrayList<>();
    status.json().path("applications").forEach(applications::add);
    assertThat(applications)
        .filteredOn(each -> each.path("state").asText().equals("TRANSLATED"))
        .extracting(NamesE2E::name)
        .containsExactlyInAnyOrderElementsOf(fine());
    assertThat(applications)
        .filteredOn(each -> !each.path("problems").isEmpty())
        .extracting(NamesE2E::name)
        .containsExactlyInAnyOrderElementsOf(bad);
    assertThat(Steps.mapping(server, "demo.F0")).containsExactly("a-app");
  }

  private void isNotCompared(NacosServer server, List<String> bad) {
    CommandLineTool.Run verified = landbridge(server, "verify", "--all", "-o", "json");
    List<JsonNode> applications = new ArrayList<>();
    verified.json().path("applications").forEach(applications::add);
    List<String> unequal = new ArrayList<>(bad);
    // Two of its services have no names that anybody can tell apart.
    unequal.add("public/a-app");
    assertThat(applications)
        .filteredOn(each -> !each.path("equal").asBoolean())
        .extracting(NamesE2E::name)
        .containsExactlyInAnyOrderElementsOf(unequal);
    CommandLineTool.Run table = landbridge(server, "verify", "--all");
    assertThat(table.out()).contains("FINDING", "left out, BAD_APPLICATION: ");
  }

  /** Commands and the bridge name the namespaces of a 1.x cluster that cannot be carried over. */
  @Test
  void whatALegacyClusterHasUnderSuchNamesIsNamedByTheBridge() throws Exception {
    ServerSpec spec = ServerSpec.of(NacosVersion.V2_2_4).withPlugin(Artifacts.locate().pluginJar());
    try (NacosEnsemble old = NacosEnsemble.start(ServerSpec.of(NacosVersion.V1_4_1));
        NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      NacosApi legacy = old.api(0);
      new RawRegistrations(legacy, "public").provider27("a-app", "demo.F", "10.0.0.1", PORT);
      new RawRegistrations(legacy, "a b").provider27("ns-app", "demo.N", "10.0.5.1", PORT);
      for (String each : UNUSABLE) {
        new RawRegistrations(legacy, each).provider27("far-app", "demo.N", "10.0.5.2", PORT);
      }
      String address = old.member(0).baseUrl();
      CommandLineTool tool = CommandLineTool.ofThisBuild(work);

      CommandLineTool.Run scan = tool.run("scan", "--server", address, "-o", "json");
      assertThat(scan.json().path("untranslatable").findValuesAsText("namespace"))
          .as("%s", scan)
          .containsAll(SHOWN);
      CommandLineTool.Run check = landbridge(server, "bridge", "check", "--legacy", address);
      SHOWN.forEach(each -> assertThat(check.out()).contains(each.substring(0, 10)));
      assertThat(check.out()).contains("is skipped with everything in it");

      String servers = "127.0.0.1:" + old.member(0).port();
      Bridges.go(server, "SHADOW", servers);
      await().atMost(Steps.SOON).until(() -> Bridges.imported(server) == 2);
      Bridges.go(server, "DUAL_WRITE", servers);
      // Nothing is known of the new phase before both sides were compared in it.
      CommandLineTool.Run told =
          await()
              .atMost(Steps.SOON)
              .until(
                  () -> landbridge(server, "bridge", "diff", "-o", "json"),
                  run -> !run.err().contains("is not complete: wait a moment"));
      for (CommandLineTool.Run diff :
          List.of(told, landbridge(server, "bridge", "diff", "--legacy", address, "-o", "json"))) {
        assertThat(new TreeSet<>(diff.json().path("differences").findValuesAsText("namespace")))
            .as("%s", diff)
            .containsAll(SHOWN);
      }

      NacosApi.Answer refused = switchOn(server, "a b", "ns-app");
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.body()).contains("cannot be translated on this server: namespace 'a b'");
      assertThat(switchOn(server, "public", "a-app").status()).isEqualTo(200);
    }
  }

  private static NacosApi.Answer switchOn(
      NacosServer server, String namespace, String application) {
    return server
        .api()
        .put(
            "/landbridge/v1/translation",
            Map.of("namespace", namespace, "application", application, "enabled", "true"));
  }

  private static List<String> names(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(NamesE2E::name).toList();
  }

  private static String name(JsonNode each) {
    return each.path("namespace").asText() + "/" + each.path("application").asText();
  }

  private CommandLineTool.Run landbridge(NacosServer server, String... words) {
    List<String> arguments = new ArrayList<>();
    int verbs = words[0].equals("bridge") ? 2 : 1;
    arguments.addAll(List.of(words).subList(0, verbs));
    arguments.addAll(List.of("--server", server.baseUrl()));
    arguments.addAll(List.of(words).subList(verbs, words.length));
    return CommandLineTool.ofThisBuild(work).run(arguments.toArray(String[]::new));
  }
}
