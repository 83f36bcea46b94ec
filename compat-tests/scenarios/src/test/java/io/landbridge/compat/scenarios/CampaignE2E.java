package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A plan of several waves on a real server: killed, gone on with, taken back and completed. */
class CampaignE2E {

  private static final List<String> APPLICATIONS = List.of("a", "b", "c", "d", "e", "f");
  private static final int KILLS = 4;

  /** A version that is a field of its own where it is written into a rule as it is. */
  private static final String MORE_THAN_A_VERSION = "1.0\nstep: FORCE_APPLICATION\n#";

  /** Behind all others by its name. */
  private static final String INTRUDER = "zealot";

  private static final String RULES = "DUBBO_SERVICEDISCOVERY_MIGRATION";

  @TempDir Path work;

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void isCarriedOutWhateverHappens(NacosVersion version) throws Exception {
    ServerSpec spec = ServerSpec.of(version).withPlugin(Artifacts.locate().pluginJar());
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      RawRegistrations fleet = new RawRegistrations(server.api(), "public");
      for (String each : APPLICATIONS) {
        fleet.provider27(each, "demo.S" + each, "10.0.0." + (int) each.charAt(0), 20880);
      }
      caller(fleet, "web", "demo.Sa", "3.3.6");
      caller(fleet, "web", "demo.Sf", "3.3.6");
      caller(fleet, "f", "demo.Sb", "3.2.16");
      caller(fleet, "old", "demo.Sa", "2.7.23");
      caller(fleet, INTRUDER, "demo.Sf", "3.3.6");
      caller(fleet, INTRUDER, "demo.Sa", "3.3.6", Map.of("version", MORE_THAN_A_VERSION));
      APPLICATIONS.forEach(each -> new Steps(work, each).isObserved(server));

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
              "--delay",
              "0",
              "--proportion",
              "50,100",
              "-o",
              "json");
      JsonNode plan = planned.json().path("plan");
      assertThat(plan.path("waves")).as("%s", planned).hasSize(3);
      assertThat(plan.path("basis").path("members").path(0).asText()).isEqualTo(server.address());
      assertThat(plan.path("withoutRule").findValuesAsText("application")).contains("old");

      theVersionThatIsMoreIsNamed(server);

      dryRunChangesNothing(server);
      isRefusedWhileAnotherMachineIsAtWork(server);

      killedAtRandom(server);
      CommandLineTool.Run applied = apply(server, "--wave", "all", "-o", "json");
      assertThat(applied.exitCode()).as("%s", applied).isZero();
      assertThat(applied.json().path("waves")).as("%s", applied).hasSize(3);
      isTranslated(server, APPLICATIONS);
      hasRule(
          server,
          "web",
          "serviceKey: demo.Sa",
          "serviceKey: demo.Sf",
          "threshold: 0.9",
          "proportion: 100");
      isToldWhatIsItsOwn(server, "serviceKey: demo.Sf\n  step: APPLICATION_FIRST");
      assertThat(apply(server, "--wave", "all").out())
          .contains("unchanged")
          .doesNotContain(" changed");
      CommandLineTool.Run nothing = apply(server);
      assertThat(nothing.exitCode()).as("%s", nothing).isZero();
      assertThat(nothing.err()).contains("every wave of the plan is done");

      takesAWaveBackAndAppliesItAgain(server, plan);
      takesOneBackWithoutThePlan(server);
      completes(server);
      refusesWhatDoesNotFit(server, fleet, plan);
      RampedConsumers.moveAsTheyAreTold(
          server,
          work,
          version == NacosVersion.V3_1_0
              ? List.of(DubboLine.DUBBO_3_0, DubboLine.DUBBO_3_2, DubboLine.DUBBO_3_3)
              : List.of(DubboLine.DUBBO_3_3),
          version == NacosVersion.V2_2_4);
    }
  }

  /** Not registered by the helper: the version of Dubbo matters. */
  private static void caller(
      RawRegistrations fleet, String application, String service, String release) {
    caller(fleet, application, service, release, Map.of());
  }

  private static void caller(
      RawRegistrations fleet,
      String application,
      String service,
      String release,
      Map<String, String> more) {
    Map<String, String> metadata =
        new HashMap<>(
            Map.of(
                "application",
                application,
                "interface",
                service,
                "category",
                "consumers",
                "protocol",
                "consumer",
                "side",
                "consumer",
                "release",
                release));
    metadata.putAll(more);
    fleet.register(
        "consumers:" + service + "::", "10.0.9." + (int) application.charAt(0), 0, metadata);
  }

  private void theVersionThatIsMoreIsNamed(NacosServer server) {
    CommandLineTool.Run scan = landbridge(server, "scan", "-o", "json");
    assertThat(scan.exitCode()).as("%s", scan).isZero();
    assertThat(scan.json().path("untranslatable").findValuesAsText("kind"))
        .as("%s", scan)
        .containsExactly("BAD_SERVICE");
    assertThat(scan.json().path("untranslatable").path(0).path("detail").asText())
        .contains("consumer '" + INTRUDER + "'", "version")
        .doesNotContain("\n");
  }

  /** A rule has a name and entries, and no field that anybody's version has put there. */
  private static void isToldWhatIsItsOwn(NacosServer server, String entry) {
    hasRule(server, INTRUDER, entry);
    assertThat(rule(server, INTRUDER).lines().filter(each -> each.matches("[^\\s#-].*")))
        .containsExactly("key: " + INTRUDER, "interfaces:");
    assertThat(rule(server, INTRUDER)).doesNotContain("FORCE_APPLICATION", "demo.Sa");
  }

  private void dryRunChangesNothing(NacosServer server) {
    CommandLineTool.Run next = landbridge(server, "apply", "--plan", "plan.yaml");
    assertThat(next.exitCode()).as("%s", next).isZero();
    assertThat(next.out())
        .startsWith("With --yes this changes 2 applications")
        .contains("in 1 wave (1).");
    CommandLineTool.Run preview =
        landbridge(server, "apply", "--plan", "plan.yaml", "--wave", "all");
    assertThat(preview.exitCode()).as("%s", preview).isZero();
    assertThat(preview.out())
        .startsWith("With --yes this changes 6 applications")
        .contains("in 3 waves (1, 2, 3).", "would change", "web");
    assertThat(Files.exists(work.resolve("plan.yaml.journal"))).isFalse();
    isTranslated(server, List.of());
  }

  private void isRefusedWhileAnotherMachineIsAtWork(NacosServer server) {
    String lock = "/landbridge/v1/configuration?group=LANDBRIDGE&dataId=lock&expected=absent";
    long until = System.currentTimeMillis() + 600_000;
    NacosApi.Answer written =
        server
            .api()
            .putText(
                lock,
                "{\"format\":1,\"journal\":\"x\",\"host\":\"h\",\"name\":\"someone@h\",\"doing\":\"apply\",\"until\":%d}"
                    .formatted(until));
    assertThat(written.json().path("data").path("written").asBoolean()).as("%s", written).isTrue();
    CommandLineTool.Run refused = apply(server);
    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(5);
    assertThat(refused.err()).contains("another run is changing this cluster: someone@h");
    isTranslated(server, List.of());
    // As its holder does in the end.
    String hash = written.json().path("data").path("content").asText();
    assertThat(
            server
                .api()
                .putText(
                    "/landbridge/v1/configuration?group=LANDBRIDGE&dataId=lock&expected="
                        + sha256(hash),
                    hash.replaceFirst("\"until\":\\d+", "\"until\":0"))
                .json()
                .path("data")
                .path("written")
                .asBoolean())
        .isTrue();
  }

  private void killedAtRandom(NacosServer server) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int killed = 0;
    for (int i = 0; i < KILLS; i++) {
      Duration after = Duration.ofMillis(1200 + random.nextInt(2500));
      if (CommandLineTool.ofThisBuild(work)
          .runAndKill(
              after, arguments(server, "apply", "--plan", "plan.yaml", "--wave", "all", "--yes"))) {
        killed++;
      }
    }
    System.out.printf("killed %d of %d times (seed %d)%n", killed, KILLS, seed);
  }

  private void takesAWaveBackAndAppliesItAgain(NacosServer server, JsonNode plan) {
    List<String> second = plan.path("waves").path(1).path("steps").findValuesAsText("application");
    List<String> others = new ArrayList<>(APPLICATIONS);
    others.removeAll(second);
    CommandLineTool.Run back =
        landbridge(server, "rollback", "--plan", "plan.yaml", "--wave", "2", "--yes");
    assertThat(back.exitCode()).as("%s", back).isZero();
    isTranslated(server, others);

    CommandLineTool.Run again = apply(server, "-o", "json");
    assertThat(again.exitCode()).as("%s", again).isZero();
    assertThat(again.json().path("waves").path(0).asInt()).isEqualTo(2);
    isTranslated(server, APPLICATIONS);
  }

  private void takesOneBackWithoutThePlan(NacosServer server) {
    CommandLineTool.Run preview = landbridge(server, "rollback", "--application", "f");
    assertThat(preview.exitCode()).as("%s", preview).isZero();
    assertThat(preview.out()).contains("web", "FORCE_INTERFACE", "--yes");
    assertThat(rule(server, "web")).doesNotContain("FORCE_INTERFACE");

    CommandLineTool.Run back = landbridge(server, "rollback", "--application", "f", "--yes");
    assertThat(back.exitCode()).as("%s", back).isZero();
    hasRule(
        server,
        "web",
        "serviceKey: demo.Sa\n  step: APPLICATION_FIRST",
        "serviceKey: demo.Sf\n  step: FORCE_INTERFACE");
    isToldWhatIsItsOwn(server, "serviceKey: demo.Sf\n  step: FORCE_INTERFACE");
    isTranslated(server, APPLICATIONS.stream().filter(each -> !each.equals("f")).toList());

    CommandLineTool.Run one;
    try (Wire wire = Wire.open(1);
        WireClient waiting = subscriber(wire, server, "providers:demo.Sf::");
        WireClient moved = subscriber(wire, server, "providers:demo.Sf::", "f")) {
      one = apply(server, "--application", "f", "-o", "json");
    }
    assertThat(one.exitCode()).as("%s", one).isZero();
    assertThat(one.json().path("rules").path(0).path("problems").toString())
        .contains("clients without an application name that use the interface level only: 1");
    assertThat(one.err()).doesNotContain("has changed since the plan was made");
    assertThat(one.json().path("outcomes").findValuesAsText("application")).containsExactly("f");
    assertThat(one.json().path("waves")).as("no wave is whole by that").isEmpty();
    isTranslated(server, APPLICATIONS);
    hasRule(server, "web", "serviceKey: demo.Sf\n  step: APPLICATION_FIRST");
    CommandLineTool.Run again = apply(server, "--wave", "all");
    assertThat(again.exitCode()).as("%s", again).isZero();
    assertThat(again.out()).contains("unchanged").doesNotContain(" changed");
  }

  private static WireClient subscriber(Wire wire, NacosServer server, String... services) {
    WireClient client =
        WireClient.connect(wire, ClientOptions.of(List.of(ServerEndpoint.parse(server.address()))))
            .join();
    for (String each : services) {
      client.subscribe(ServiceName.of(each), pushed -> {}).join();
    }
    return client;
  }

  private void completes(NacosServer server) {
    CommandLineTool.Run preview =
        landbridge(server, "complete", "--plan", "plan.yaml", "--wave", "1");
    assertThat(preview.exitCode()).as("%s", preview).isZero();
    assertThat(preview.out())
        .contains("Cannot be undone", "No client uses interface-level discovery");
    JsonNode asJson =
        landbridge(server, "complete", "--plan", "plan.yaml", "--wave", "1", "-o", "json").json();
    assertThat(asJson.path("schema").asText()).isEqualTo("landbridge/completion/1");
    CommandLineTool.Run done =
        landbridge(server, "complete", "--plan", "plan.yaml", "--wave", "1", "--yes");
    assertThat(done.exitCode()).as("%s", done).isZero();
    JsonNode again =
        landbridge(server, "complete", "--plan", "plan.yaml", "--wave", "1", "--yes", "-o", "json")
            .json();
    assertThat(again.path("outcomes").findValuesAsText("result")).containsOnly("UNCHANGED");
    assertThat(
            landbridge(server, "status", "-o", "json")
                .json()
                .path("applications")
                .findValuesAsText("state"))
        .contains("COMPLETED", "TRANSLATED");

    CommandLineTool.Run refused = landbridge(server, "rollback", "--plan", "plan.yaml", "--yes");
    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(5);
    assertThat(refused.err()).contains("cannot be rolled back", "completed");
    assertThat(landbridge(server, "rollback", "--application", "a", "--yes").exitCode())
        .isEqualTo(5);
    isTranslated(server, APPLICATIONS);
    CommandLineTool.Run rest =
        landbridge(
            server, "rollback", "--plan", "plan.yaml", "--wave", "2,3", "--yes", "-o", "json");
    assertThat(rest.exitCode()).as("%s", rest).isZero();
    assertThat(rest.json().path("schema").asText()).isEqualTo("landbridge/rollback/1");
    hasRule(server, "web", "FORCE_INTERFACE");
  }

  private void refusesWhatDoesNotFit(NacosServer server, RawRegistrations fleet, JsonNode plan) {
    CommandLineTool.Run early =
        landbridge(server, "complete", "--plan", "plan.yaml", "--wave", "2", "--yes");
    assertThat(early.exitCode()).as("%s", early).isEqualTo(5);
    assertThat(early.err()).contains("is not translated", "wave 2");

    List<String> first = plan.path("waves").path(0).path("steps").findValuesAsText("application");
    String other =
        APPLICATIONS.stream().filter(each -> !first.contains(each)).findFirst().orElseThrow();
    fleet.provider27(other, "demo.New", "10.0.0." + (int) other.charAt(0), 20880);
    await()
        .atMost(Steps.SOON)
        .untilAsserted(
            () -> {
              CommandLineTool.Run drifted = apply(server, "--wave", "all", "-o", "json");
              assertThat(drifted.exitCode()).as("%s", drifted).isEqualTo(3);
              assertThat(drifted.json().path("drifts").findValuesAsText("application"))
                  .contains(other);
            });
    isTranslated(server, first);
  }

  private void isTranslated(NacosServer server, List<String> applications) {
    for (String each : APPLICATIONS) {
      await()
          .alias(each)
          .atMost(Steps.SOON)
          .until(
              () ->
                  new Steps(work, each).instancesShownBy(server)
                      == (applications.contains(each) ? 1 : 0));
    }
  }

  /** A server serves what was written a moment later. */
  private static void hasRule(NacosServer server, String consumer, String... parts) {
    await()
        .alias("the rule of " + consumer)
        .atMost(Steps.SOON)
        .untilAsserted(() -> assertThat(rule(server, consumer)).contains(parts));
  }

  /** As a consumer reads it. */
  private static String rule(NacosServer server, String consumer) {
    boolean three = server.version().line() == 3;
    String dataId = consumer + ".migration";
    NacosApi.Answer answer =
        server
            .api()
            .get(
                three ? "/v3/client/cs/config" : "/v1/cs/configs",
                three
                    ? Map.of("dataId", dataId, "groupName", RULES, "namespaceId", "public")
                    : Map.of("dataId", dataId, "group", RULES));
    return three ? answer.json().path("data").path("content").asText() : answer.body();
  }

  private CommandLineTool.Run apply(NacosServer server, String... options) {
    List<String> all = new ArrayList<>(List.of("--plan", "plan.yaml", "--yes", "--soak", "0"));
    all.addAll(List.of(options));
    return landbridge(server, "apply", all.toArray(String[]::new));
  }

  private CommandLineTool.Run landbridge(NacosServer server, String verb, String... options) {
    return CommandLineTool.ofThisBuild(work).run(arguments(server, verb, options));
  }

  private static String[] arguments(NacosServer server, String verb, String... options) {
    List<String> arguments = new ArrayList<>(List.of(verb, "--server", server.baseUrl()));
    arguments.addAll(List.of(options));
    return arguments.toArray(String[]::new);
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every platform has it", e);
    }
  }
}
