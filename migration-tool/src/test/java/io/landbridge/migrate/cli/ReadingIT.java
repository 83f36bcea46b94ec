package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** The verbs that read, on one server: who may, how often, and what they find. */
@Timeout(60)
class ReadingIT {

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private PluginServer server;

  @BeforeEach
  void start() throws Exception {
    server = new PluginServer();
    server.providers.put("shop", 20880);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private int run(String... arguments) {
    return run(Map.of(), arguments);
  }

  private int run(Map<String, String> variables, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--server", server.address()));
    return Main.run(
        new Terminal(new PrintWriter(out), new PrintWriter(err), variables, false, false),
        all.toArray(String[]::new));
  }

  @Test
  void consumersAreThoseOfTheNamespacesThatAreWanted() {
    assertThat(run("consumers")).as("%s", err).isZero();
    assertThat(run("consumers", "--namespace", "one,two")).as("%s", err).isZero();
    assertThat(run(Map.of("LANDBRIDGE_NAMESPACE", "three"), "consumers")).as("%s", err).isZero();

    assertThat(server.consumersOf).containsExactly("", "one", "two", "three");
  }

  @Test
  void whatThePluginCannotTranslateIsInAScan() throws Exception {
    server.losses.add(List.of("NO_DOCUMENT", "alone", "10.0.0.7:20880"));
    server.losses.add(List.of("TRIPLE_ONLY", "shop", "10.0.0.1:20880"));
    server.losses.add(List.of("OF_TOMORROW", "alone", "10.0.0.7:20880"));
    // What this command could not find itself counts as well.
    server.losses.add(List.of("NO_PROTOCOL", "providers:demo.A::", "10.0.0.8:20880"));
    server.others.add("127.0.0.1:1");

    assertThat(run("scan", "-o", "json")).as("%s", err).isZero();

    JsonNode scanned = new ObjectMapper().readTree(out.toString());
    assertThat(scanned.path("untranslatable").findValuesAsText("kind"))
        .containsExactly("NO_DOCUMENT", "OF_TOMORROW", "NO_PROTOCOL");
    JsonNode lost = scanned.path("untranslatable").path(0);
    assertThat(lost.path("service").asText()).isEqualTo("alone");
    assertThat(lost.path("detail").asText()).isEqualTo("as the plugin says");
    assertThat(lost.path("advice").asText()).contains("metadata-type=remote");
    assertThat(scanned.path("applications").path(0).path("losses").findValuesAsText("kind"))
        .containsExactly("TRIPLE_ONLY");
    assertThat(err.toString())
        .containsOnlyOnce("a member does not report its losses")
        .contains("127.0.0.1:1");
  }

  /** No URL can have a host name with an underscore. */
  @Test
  void aMemberThatNobodyCanBeAskedAtKeepsNoOtherFromBeingAsked() {
    server.losses.add(List.of("NO_DOCUMENT", "alone", "10.0.0.7:20880"));
    server.others.add("nacos_2:8848");
    server.others.add("");

    assertThat(run("scan")).as("%s", err).isZero();
    assertThat(out.toString()).contains("NO_DOCUMENT");
    assertThat(err.toString())
        .contains("nacos_2:8848", "(no address)", "the member list has no usable address for it");

    out.getBuffer().setLength(0);
    run("doctor");
    assertThat(out.toString()).contains("nacos_2:8848", "the member list has no usable address");

    out.getBuffer().setLength(0);
    run("consumers");
    assertThat(out.toString() + err).contains("nacos_2:8848").doesNotContain("internal error");
  }

  /** No request of the command reads it, so that its members alone can name it. */
  @Test
  void whatMembersHaveInANamespaceThatNobodyCanAskForIsNamed() throws Exception {
    server.losses.add(
        List.of("UNREADABLE", "providers:demo.N::", "10.0.0.7:20880", "far-app", "ns?forged?"));
    Path plan = directory.resolve("plan.yaml");

    assertThat(run("scan", "-o", "json")).as("%s", err).isZero();
    JsonNode scanned = new ObjectMapper().readTree(out.toString());
    assertThat(scanned.path("untranslatable"))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.path("kind").asText()).isEqualTo("UNREADABLE");
              assertThat(each.path("namespace").asText()).isEqualTo("ns?forged?");
              assertThat(each.path("address").asText()).isEqualTo("10.0.0.7:20880");
            });
    // It is none that anybody could read.
    assertThat(scanned.path("namespaces").toString()).doesNotContain("forged");

    out.getBuffer().setLength(0);
    assertThat(run("plan", "--out", plan.toString())).as("%s", err).isZero();
    assertThat(err.toString()).contains("UNREADABLE", "ns?forged?", "not part of the plan");

    out.getBuffer().setLength(0);
    assertThat(run("status", "-o", "json")).as("%s", err).isZero();
    assertThat(new ObjectMapper().readTree(out.toString()).path("applications"))
        .anySatisfy(
            each -> {
              assertThat(each.path("namespace").asText()).isEqualTo("ns?forged?");
              assertThat(each.path("application").asText()).isEqualTo("far-app");
              assertThat(each.path("problems").path(0).asText())
                  .isEqualTo("UNREADABLE: as the plugin says");
            });
  }

  /** The server lists no namespace that nobody made, and imports are in no list of clients. */
  @Test
  void namespacesThatOnlyImportsUseAreRead() throws Exception {
    server.bridge =
        Map.of(
            "phase",
            "DUAL_WRITE",
            "imported",
            Map.of("namespaces", List.of("Legacy-NS", "a b", "public")));
    server.refusedNamespaces.add("a b");
    Path plan = directory.resolve("plan.yaml");

    assertThat(run("scan", "-o", "json")).as("%s", err).isZero();
    assertThat(run("plan", "--out", plan.toString())).as("%s", err).isZero();

    JsonNode scanned = new ObjectMapper().readTree(out.toString());
    assertThat(scanned.path("applications").findValuesAsText("namespace"))
        .contains("Legacy-NS", "public");
    assertThat(scanned.path("untranslatable"))
        .anySatisfy(
            each -> {
              assertThat(each.path("kind").asText()).isEqualTo("UNREADABLE");
              assertThat(each.path("namespace").asText()).isEqualTo("a b");
              assertThat(each.path("detail").asText()).contains("mismatch the pattern");
            });
    assertThat(Files.readString(plan)).contains("Legacy-NS");
    assertThat(err.toString()).contains("a b");
  }

  @Test
  void whoeverIsNoAdministratorCanPlan() throws Exception {
    server.administrator = false;
    Path plan = directory.resolve("plan.yaml");

    assertThat(run("plan", "--out", plan.toString())).as("%s", err).isZero();

    assertThat(Files.readString(plan)).contains("shop");
    assertThat(err.toString().lines())
        .allMatch(each -> each.startsWith("landbridge: warning: "))
        .anyMatch(each -> each.contains("calls between applications"))
        .anyMatch(each -> each.contains("the member list of the cluster"));
  }

  /** Of several names the unknown ones fail, and nothing else. */
  @ParameterizedTest
  @ValueSource(strings = {"table", "json"})
  void ofSeveralOneThatIsNotKnownFailsAlone(String format) throws Exception {
    String plan = directory.resolve("plan.yaml").toString();

    assertThat(run("plan", "--application", "shop,nope", "--out", plan, "-o", format))
        .as("%s", err)
        .isEqualTo(ExitCode.PARTIAL);
    assertThat(out.toString()).contains("nope", "shop");
    assertThat(Files.readString(Path.of(plan))).contains("shop").doesNotContain("nope");
    assertThat(err.toString())
        .contains("warning: unknown application 'nope'", "not part of the plan");

    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    assertThat(run("verify", "--application", "shop,nope", "-o", format))
        .as("%s", err)
        .isEqualTo(ExitCode.PARTIAL);
    assertThat(out.toString()).contains("nope", "shop", "demo.Sshop");
    assertThat(err.toString()).contains("warning: unknown application 'nope'", "not compared");
    if (format.equals("json")) {
      assertThat(new ObjectMapper().readTree(out.toString()).path("unknown").toString())
          .isEqualTo("[\"nope\"]");
    }
  }

  @Test
  void whereNoneIsKnownNothingIsDone() {
    Path plan = directory.resolve("plan.yaml");

    assertThat(run("plan", "--application", "nobody,nope", "--out", plan.toString()))
        .isEqualTo(ExitCode.PRECONDITION);
    assertThat(plan).doesNotExist();
    assertThat(run("verify", "--application", "nobody,nope")).isEqualTo(ExitCode.PRECONDITION);
    assertThat(out.toString()).isEmpty();
  }

  /** What is gone since a plan was made does not keep the rest from being compared. */
  @Test
  void ofAPlanOneThatIsGoneFailsAlone() throws Exception {
    server.providers.put("pay", 20881);
    String plan = directory.resolve("plan.yaml").toString();
    assertThat(run("plan", "--out", plan)).as("%s", err).isZero();
    server.providers.remove("pay");
    out.getBuffer().setLength(0);

    assertThat(run("verify", "--plan", plan, "--watch", "1", "--count", "2", "-o", "json"))
        .as("%s", err)
        .isEqualTo(ExitCode.PARTIAL);
    for (String each : out.toString().lines().toList()) {
      assertThat(new ObjectMapper().readTree(each).path("unknown").toString())
          .isEqualTo("[\"pay\"]");
      assertThat(new ObjectMapper().readTree(each).findValuesAsText("application"))
          .containsExactly("shop");
    }
    assertThat(err.toString()).containsOnlyOnce("unknown application 'pay'");

    server.providers.clear();
    assertThat(run("verify", "--plan", plan)).isEqualTo(ExitCode.PRECONDITION);
  }

  @Test
  void nobodyUsesWhatThereIsAndWhatThereIsNotIsUnknown() {
    server.applications.put("shop", false);

    assertThat(run("consumers", "--application", "shop")).as("%s", err).isZero();
    assertThat(out.toString()).contains("No consumer has subscribed.");

    out.getBuffer().setLength(0);
    assertThat(run("consumers", "--application", "nope")).isEqualTo(ExitCode.PRECONDITION);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("unknown application 'nope'", "landbridge scan");
  }

  @Test
  void whereAMemberIsSilentNobodyIsUnknown() {
    server.others.add("127.0.0.1:1");

    assertThat(run("consumers", "--application", "nope")).isEqualTo(ExitCode.PARTIAL);
  }

  @Test
  void aConsumerThatNobodyCallsIsKnown() {
    server.subscribers.add(
        Map.of("namespace", "public", "service", "providers:demo.Sshop::", "application", "web"));
    server.answered = query -> query.isEmpty();

    assertThat(run("consumers", "--application", "web")).as("%s", err).isZero();
    assertThat(out.toString()).contains("No consumer has subscribed.");
    assertThat(err.toString()).contains("application 'web' is a consumer only");
  }

  @Test
  void consumersMoveStepByStepUnlessToldOtherwise() throws Exception {
    String plan = directory.resolve("plan.yaml").toString();

    assertThat(run("plan", "--out", plan, "-o", "json")).as("%s", err).isZero();
    assertThat(new ObjectMapper().readTree(out.toString()).at("/plan/rules/proportions").toString())
        .isEqualTo("[20,60,100]");

    out.getBuffer().setLength(0);
    assertThat(run("plan", "--out", plan, "--proportion", "100", "-o", "json")).isZero();
    assertThat(new ObjectMapper().readTree(out.toString()).at("/plan/rules/proportions").toString())
        .isEqualTo("[100]");
  }

  @Test
  void aStreamOfComparisonsGoesOverAFailure() throws Exception {
    // The first one is asked for when the connection is made, or not: failures are counted here.
    server.lists = number -> number != 2;

    assertThat(run("verify", "--all", "--watch", "1", "--count", "3", "-o", "json"))
        .as("%s", err)
        .isEqualTo(ExitCode.DRIFT);

    List<String> lines = out.toString().lines().toList();
    assertThat(lines).hasSize(2);
    for (String each : lines) {
      JsonNode document = new ObjectMapper().readTree(each);
      assertThat(document.path("schema").asText()).isEqualTo("landbridge/verify/1");
      assertThat(document.path("applications").path(0).path("missing")).hasSize(1);
    }
    assertThat(err.toString()).startsWith("landbridge: warning: ").containsOnlyOnce("\n");
  }

  @Test
  void aStreamOfYamlDocuments() {
    assertThat(run("verify", "--all", "--watch", "1", "--for", "2", "-o", "yaml"))
        .isEqualTo(ExitCode.DRIFT);

    assertThat(new Yaml().loadAll(out.toString()))
        .hasSizeBetween(1, 3)
        .allSatisfy(each -> assertThat(each.toString()).contains("schema=landbridge/verify/1"));
  }

  @Test
  void aClockThatIsWrongHere() throws Exception {
    server.clockAheadMillis = -60_000;

    assertThat(run("doctor", "-o", "json")).as("%s", err).isEqualTo(ExitCode.PARTIAL);

    assertThat(
            new ObjectMapper().readTree(out.toString()).path("findings").findValuesAsText("kind"))
        .containsExactly("OWN_CLOCK_DIFFERS");
    assertThat(server.changes).isEmpty();
  }

  @Test
  void theDoctorFindsTheMembersThroughOneWithoutThePlugin() throws Exception {
    try (PluginServer bare = new PluginServer()) {
      bare.plugin = false;
      bare.listed.add(server.address());
      server.neighbours.add(bare.address());
      server.applications.put("a", true);

      assertThat(
              Main.run(
                  new Terminal(new PrintWriter(out), new PrintWriter(err), Map.of(), false, false),
                  "doctor",
                  "--server",
                  bare.address(),
                  "-o",
                  "json"))
          .as("%s", err)
          .isEqualTo(ExitCode.FAILED);
    }
    JsonNode found = new ObjectMapper().readTree(out.toString());
    assertThat(found.path("members").findValuesAsText("member")).contains(server.address());
    assertThat(found.path("findings").findValuesAsText("kind"))
        .contains("PLUGIN_MISSING")
        .doesNotContain("NOT_EXAMINED");
  }

  @Test
  void theDoctorLooksAtTheBridgeAndAtRunsThatWereInterrupted() throws Exception {
    server.bridge =
        Map.of(
            "phase",
            "DUAL_WRITE",
            "active",
            server.address(),
            "firstSync",
            1,
            "lasting",
            1,
            "servers",
            List.of("old:8848"),
            "problems",
            List.of("old:8848 cannot be reached"));
    server.configurations.put(
        "LANDBRIDGE/lock",
        "{\"format\":1,\"journal\":\"j\",\"host\":\"box\",\"name\":\"kim@box\",\"doing\":\"apply\",\"until\":5}");

    assertThat(run("doctor", "-o", "json")).as("%s", err).isEqualTo(ExitCode.FAILED);

    JsonNode found = new ObjectMapper().readTree(out.toString());
    assertThat(found.path("healthy").asBoolean()).isFalse();
    assertThat(found.path("findings").findValuesAsText("kind"))
        .containsExactly("BRIDGE_STALLED", "RUN_INTERRUPTED");
    assertThat(server.changes).isEmpty();
  }

  @Test
  void theDoctorFindsARunThatWaitsForSomebody() throws Exception {
    long until = System.currentTimeMillis() + 60_000;
    for (String phase : List.of("PAUSED", "GUARDED")) {
      server.configurations.put(
          "LANDBRIDGE/lock",
          "{\"format\":1,\"journal\":\"j\",\"host\":\"box\",\"name\":\"kim@box\",\"doing\":\"apply\","
              + "\"until\":%d,\"run\":{\"id\":\"r\",\"state\":{\"phase\":\"%s\",\"reason\":\"so\"}}}"
                  .formatted(until, phase));

      assertThat(run("doctor", "-o", "json")).as("%s", err).isEqualTo(ExitCode.PARTIAL);

      JsonNode found = new ObjectMapper().readTree(out.toString());
      assertThat(found.path("findings").findValuesAsText("kind")).containsExactly("RUN_HELD");
      assertThat(found.path("findings").get(0).path("evidence").asText())
          .isEqualTo("kim@box: apply: so");
    }
  }

  /** A page is pasted again, and clients of both clusters go on finding each other. */
  @Test
  void whoStartsABridgeAgainTakesNothingFromClients() throws Exception {
    for (String phase : List.of("DUAL_WRITE", "CUT_OVER")) {
      server.bridge =
          Map.of("phase", phase, "active", server.address(), "servers", List.of("old:8848"));

      for (String legacy : List.of("http://old:8848", "old")) {
        out.getBuffer().setLength(0);
        assertThat(run("bridge", "start", "--legacy", legacy, "--yes", "-o", "json")).isZero();
        assertThat(new ObjectMapper().readTree(out.toString()).path("result").asText())
            .isEqualTo("UNCHANGED");
      }
      assertThat(run("bridge", "start", "--yes")).isZero();

      out.getBuffer().setLength(0);
      assertThat(run("bridge", "start", "--legacy", "other", "--yes"))
          .isEqualTo(ExitCode.PRECONDITION);
      assertThat(out.toString()).contains("bridge back");
      assertThat(server.changes).isEmpty();
    }
  }

  @Test
  void aNoteIsNoProblem() {
    server.bridge =
        Map.of("phase", "DUAL_WRITE", "active", server.address(), "firstSync", 1, "lasting", 1);
    server.damaged = 2;

    assertThat(run("doctor")).as("%s", err).isZero();

    assertThat(out.toString())
        .contains(
            "no problems found",
            "NOTE bridge differs for good: " + server.address(),
            "NOTE damaged entries: " + server.address());
  }
}
