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

/** The whole command, with and without a plan, as far as it gets without a real server. */
@Timeout(60)
class ApplyIT {

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private PluginServer server;

  @BeforeEach
  void twoApplicationsAreRegistered() throws Exception {
    server = new PluginServer();
    server.providers.putAll(Map.of("a", 20880, "b", 20881));
    server.applications.putAll(Map.of("a", false, "b", false));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private int run(String verb, String... arguments) {
    List<String> all = new ArrayList<>(List.of(verb, "--server", server.address()));
    all.addAll(List.of(arguments));
    return Main.run(
        new Terminal(new PrintWriter(out), new PrintWriter(err), Map.of(), false, false),
        all.toArray(String[]::new));
  }

  private String plan(String... more) {
    Path file = directory.resolve("plan.yaml");
    List<String> arguments = new ArrayList<>(List.of("--out", file.toString(), "--no-rules"));
    arguments.addAll(List.of(more));
    assertThat(run("plan", arguments.toArray(String[]::new))).as("%s", err).isZero();
    out.getBuffer().setLength(0);
    return file.toString();
  }

  @Test
  void whereNoPlanWasEverCarriedOutNoLockStays() {
    assertThat(run("apply", "--application", "a", "--yes")).as("%s", err).isZero();

    assertThat(server.changes).containsExactly("on a");
  }

  @Test
  void ofSeveralOneThatIsNotKnownDoesNotKeepTheOthersFromBeingDone() {
    assertThat(run("apply", "--application", "a,nobody", "--yes"))
        .as("%s", err)
        .isEqualTo(ExitCode.PARTIAL);
    assertThat(server.changes).containsExactly("on a");
    assertThat(out.toString()).contains("nobody", "the application is not registered");

    assertThat(run("rollback", "--application", "a,nobody", "--yes"))
        .as("%s", err)
        .isEqualTo(ExitCode.PARTIAL);
    assertThat(server.changes).containsExactly("on a", "off a");
    assertThat(err.toString()).contains("unknown application 'nobody'");

    assertThat(run("apply", "--application", "nobody", "--yes")).isEqualTo(ExitCode.PRECONDITION);
    assertThat(server.changes).hasSize(2);
  }

  /** The clients of another framework would call the Dubbo port. */
  @Test
  void aDryRunNamesWhatTheSwitchWouldBeRefusedFor() {
    server.foreign.put("b", 8080);

    assertThat(run("apply", "--all")).as("%s", err).isEqualTo(ExitCode.PARTIAL);
    assertThat(out.toString())
        .contains("With --yes this changes 1 application ", "FOREIGN_INSTANCES at 10.0.0.1:8080");
    assertThat(run("apply", "--application", "b")).as("%s", err).isEqualTo(ExitCode.FAILED);
    assertThat(run("apply", "--application", "b", "--yes")).isEqualTo(ExitCode.FAILED);
    assertThat(server.changes).isEmpty();
    assertThat(run("apply", "--all", "--yes")).isEqualTo(ExitCode.PARTIAL);
    assertThat(server.changes).containsExactly("on a");
    out.getBuffer().setLength(0);

    assertThat(run("apply", "--all", "--force")).as("%s", err).isZero();
    assertThat(out.toString()).doesNotContain("FOREIGN_INSTANCES");
  }

  /** The plugin keeps nothing of a process whose document is too large for it, and says so. */
  @Test
  void ofSeveralOneWithTooLargeADocumentFailsAlone() {
    server.providers.put("mono", 20882);
    server.unknown.put(
        "mono", "application 'mono' is not known in namespace 'public': TOO_LARGE 10.0.0.1:20882");

    assertThat(run("apply", "--all", "--yes")).as("%s", err).isEqualTo(ExitCode.PARTIAL);
    assertThat(server.changes).containsExactly("on a", "on b");
    assertThat(out.toString()).contains("mono", "TOO_LARGE");
    out.getBuffer().setLength(0);

    assertThat(run("rollback", "--application", "a,b", "--yes")).as("%s", err).isZero();
    assertThat(run("apply", "--application", "a", "--application", "mono,b", "--yes"))
        .as("%s", err)
        .isEqualTo(ExitCode.PARTIAL);
    assertThat(server.changes).containsExactly("on a", "on b", "off a", "off b", "on a", "on b");
    assertThat(out.toString()).contains("mono", "TOO_LARGE");
  }

  /** Whether the catalog knows the application already or not. */
  @Test
  void tooLargeDocumentIsSkippedRefusedAndInStatus() throws Exception {
    server.providers.put("mono", 20882);
    server.applications.put("mono", false);
    server.losses.add(List.of("TOO_LARGE", "mono", "10.0.0.1:20882"));

    String plan = Files.readString(Path.of(plan()));
    assertThat(plan.substring(plan.indexOf("skipped:")))
        .contains("mono", "TOO_LARGE at 10.0.0.1:20882: as the plugin says");
    assertThat(plan.substring(0, plan.indexOf("skipped:"))).doesNotContain("mono");

    assertThat(run("apply", "--all", "--yes")).as("%s", err).isEqualTo(ExitCode.PARTIAL);
    assertThat(server.changes).containsExactly("on a", "on b");
    assertThat(out.toString()).contains("mono", "TOO_LARGE at 10.0.0.1:20882");
    assertThat(run("apply", "--application", "mono", "--yes")).isEqualTo(ExitCode.PRECONDITION);
    assertThat(err.toString()).contains("mono", "TOO_LARGE at 10.0.0.1:20882");
    assertThat(server.changes).hasSize(2);

    out.getBuffer().setLength(0);
    assertThat(run("verify", "--application", "mono")).as("%s", err).isEqualTo(ExitCode.DRIFT);
    assertThat(out.toString())
        .contains("is not translated: TOO_LARGE at 10.0.0.1:20882: as the plugin says")
        .doesNotContain("is translation switched on?");
    out.getBuffer().setLength(0);
    assertThat(run("status", "-o", "json")).as("%s", err).isZero();
    assertThat(problemsOf("mono"))
        .containsExactly("TOO_LARGE at 10.0.0.1:20882: as the plugin says");
    assertThat(problemsOf("a")).isEmpty();
    server.applications.remove("mono");
    out.getBuffer().setLength(0);
    assertThat(run("status", "-o", "json")).as("%s", err).isZero();
    assertThat(problemsOf("mono")).hasSize(1);
  }

  /** The server's line says which names can stand; nobody else suffers from one that cannot. */
  @ParameterizedTest
  @ValueSource(strings = {"orders v2", "..", "orders#1"})
  void aNameThatCannotStandIsNamedEverywhereAndFailsAlone(String name) throws Exception {
    server.providers.put(name, 20883);
    server.losses.add(
        List.of("BAD_APPLICATION", "providers:demo.S" + name + "::", "10.0.0.1:20883", name));

    String plan = Files.readString(Path.of(plan()));
    assertThat(plan.substring(plan.indexOf("skipped:")))
        .contains(name, "change dubbo.application.name in the provider");
    assertThat(plan.substring(0, plan.indexOf("skipped:"))).doesNotContain(name);

    assertThat(run("apply", "--all", "--yes")).as("%s", err).isEqualTo(ExitCode.PARTIAL);
    assertThat(server.changes).containsExactly("on a", "on b");
    assertThat(out.toString()).contains("failed", "application '" + name + "': it ");
    assertThat(run("apply", "--application", name, "--yes")).isEqualTo(ExitCode.PRECONDITION);
    assertThat(err.toString()).contains(name, "change dubbo.application.name");
    assertThat(server.changes).hasSize(2);

    out.getBuffer().setLength(0);
    assertThat(run("status", "-o", "json")).as("%s", err).isZero();
    assertThat(problemsOf(name)).containsExactly("BAD_APPLICATION: as the plugin says");

    out.getBuffer().setLength(0);
    assertThat(run("verify", "--all")).as("%s", err).isEqualTo(ExitCode.DRIFT);
    assertThat(out.toString()).contains("left out, BAD_APPLICATION: ");
  }

  /** It is no application that anything could be said of; its registration is named. */
  @Test
  void whatIsLeftOutOfAllIsNamed() {
    server.providers.put("x,y", 20884);

    assertThat(run("apply", "--all", "--yes")).as("%s", err).isZero();

    assertThat(server.changes).containsExactly("on a", "on b");
    assertThat(err.toString()).contains("BAD_APPLICATION: application 'x,y'", "left out");
  }

  /** The run itself would change nothing. */
  @Test
  void theDryRunOfARollbackRefusesWhatIsCompleted() {
    String plan = plan();
    server.applications.put("a", true);
    server.configurations.put(
        "LANDBRIDGE/completed", "{\"format\":1,\"applications\":[\"public/a\"]}");

    assertThat(run("rollback", "--plan", plan)).isEqualTo(ExitCode.PRECONDITION);
    assertThat(err.toString()).contains("public/a cannot be rolled back: completed");
    assertThat(out.toString()).doesNotContain("would");
    assertThat(run("rollback", "--plan", plan, "--yes")).isEqualTo(ExitCode.PRECONDITION);
    assertThat(switched()).isEmpty();
    assertThat(run("rollback", "--plan", plan, "--application", "b")).as("%s", err).isZero();
  }

  /** Also where no plan was ever carried out. */
  @Test
  void whatSomebodyElseSentToTheApplicationLevelIsNotTakenBack() {
    server.applications.put("a", true);
    server.configurations.put(
        "DUBBO_SERVICEDISCOVERY_MIGRATION/till.migration",
        "key: till\ninterfaces:\n- serviceKey: demo.Sa\n  step: FORCE_APPLICATION\n");
    assertThat(run("rollback", "--application", "a")).as("nobody of that name calls it").isZero();
    server.subscribers.add(
        Map.ofEntries(
            Map.entry("namespace", "public"),
            Map.entry("group", "DEFAULT_GROUP"),
            Map.entry("service", "providers:demo.Sa::"),
            Map.entry("level", "INTERFACE"),
            Map.entry("serviceInterface", "demo.Sa"),
            Map.entry("ip", "10.0.0.7"),
            Map.entry("application", "till"),
            Map.entry("client", "Nacos-Java-Client:v2.5.1"),
            Map.entry("protocol", "GRPC")));

    assertThat(run("rollback", "--application", "a")).isEqualTo(ExitCode.PRECONDITION);
    err.getBuffer().setLength(0);
    assertThat(run("rollback", "--application", "a", "--yes")).isEqualTo(ExitCode.PRECONDITION);

    assertThat(err.toString())
        .contains("'till' (a foreign entry of its rule has FORCE_APPLICATION for demo.Sa)");
    assertThat(switched()).isEmpty();
  }

  /** One fault has one name, whether all are meant or the one. */
  @ParameterizedTest
  @ValueSource(strings = {"a@@b", "consumers:x", "orders v2"})
  void aNameThatCannotStandIsCalledTheSameEverywhere(String name) {
    server.providers.put(name, 20884);
    run("apply", "--all");
    assertThat(out.toString() + err).contains("BAD_APPLICATION: application '" + name + "': ");

    for (List<String> verb :
        List.of(
            List.of("apply"), List.of("plan", "--out", directory.resolve("odd.yaml").toString()))) {
      List<String> arguments = new ArrayList<>(verb.subList(1, verb.size()));
      arguments.addAll(List.of("--application", name));
      out.getBuffer().setLength(0);
      err.getBuffer().setLength(0);
      run(verb.get(0), arguments.toArray(String[]::new));
      assertThat(out.toString() + err)
          .contains("BAD_APPLICATION: application '" + name + "': ")
          .doesNotContain("unknown application");
    }
    out.getBuffer().setLength(0);
    assertThat(run("apply", "--application", "a," + name)).isEqualTo(ExitCode.PARTIAL);
    assertThat(out.toString()).contains("BAD_APPLICATION: application '" + name + "': ");
  }

  private List<String> problemsOf(String application) throws Exception {
    for (JsonNode each : new ObjectMapper().readTree(out.toString()).path("applications")) {
      if (each.path("application").asText().equals(application)) {
        List<String> problems = new ArrayList<>();
        each.path("problems").forEach(problem -> problems.add(problem.asText()));
        return problems;
      }
    }
    throw new AssertionError(application + " is not in " + out);
  }

  @Test
  void withoutAPlanItHasTheLockAndSaysWhatItDoesNot() {
    server.configurations.put("LANDBRIDGE/lock", lock(0));

    assertThat(run("apply", "--application", "a", "--yes")).as("%s", err).isZero();

    assertThat(server.changes).filteredOn(each -> !each.contains("lock")).containsExactly("on a");
    assertThat(server.changes)
        .startsWith("write LANDBRIDGE/lock")
        .endsWith("write LANDBRIDGE/lock");
    assertThat(err.toString()).contains("no consumer rules", "no journal");
    assertThat(out.toString()).contains("changed");
  }

  @Test
  void withoutAPlanNobodyIsDisturbed() {
    server.configurations.put("LANDBRIDGE/lock", lock(System.currentTimeMillis() + 60_000));

    assertThat(run("apply", "--all", "--yes")).isEqualTo(ExitCode.PRECONDITION);

    assertThat(err.toString()).contains("another run is changing this cluster: somebody");
    assertThat(server.changes).isEmpty();
  }

  private static String lock(long until) {
    return ("{\"format\":1,\"journal\":\"j\",\"host\":\"h\",\"name\":\"somebody\",\"doing\":\"apply\","
            + "\"until\":%d}")
        .formatted(until);
  }

  @Test
  void aDryRunOfOneApplicationOfAPlanShowsThatOne() throws Exception {
    String plan = plan();

    assertThat(run("apply", "--plan", plan, "--application", "b", "-o", "json"))
        .as("%s", err)
        .isZero();

    JsonNode outcomes = new ObjectMapper().readTree(out.toString()).path("outcomes");
    assertThat(outcomes.findValuesAsText("application")).containsExactly("b");
    assertThat(server.changes).isEmpty();
  }

  @Test
  void aDryRunRefusesWhatTheRunWouldStopAt() {
    String plan = plan("--max-applications", "1", "--max-percent", "100");
    assertThat(run("apply", "--plan", plan, "--wave", "2")).as("%s", err).isZero();
    // Switched on, but nobody is told of it there.
    server.applications.put("a", true);

    assertThat(run("apply", "--plan", plan, "--wave", "2")).isEqualTo(ExitCode.PRECONDITION);

    assertThat(err.toString()).contains("a precondition of the plan is not met", "wave 2");
    assertThat(server.changes).isEmpty();
  }

  @Test
  void withoutAPlanNoConsumerIsMovedUnlessItIsAskedFor() throws Exception {
    server.subscribers.add(
        Map.of(
            "namespace",
            "public",
            "group",
            "DEFAULT_GROUP",
            "service",
            "providers:demo.Sa::",
            "level",
            "INTERFACE",
            "serviceInterface",
            "demo.Sa",
            "ip",
            "10.0.0.7",
            "client",
            "Nacos-Java-Client:v2.5.1",
            "protocol",
            "GRPC"));
    assertThat(run("apply", "--application", "a", "--yes")).as("%s", err).isZero();
    assertThat(switched()).as("no client of Dubbo 3").containsExactly("on a");
    server.applications.put("a", false);
    server.changes.clear();
    server.listened.put("till.migration+DUBBO_SERVICEDISCOVERY_MIGRATION", "");

    assertThat(run("apply", "--application", "a", "--yes")).isEqualTo(ExitCode.PRECONDITION);
    assertThat(err.toString())
        .contains("at once, with all their calls: 1: 'till' (clients: 1; demo.Sa)")
        .contains("--move-consumers");
    assertThat(run("apply", "--application", "b", "--yes")).as("%s", err).isZero();
    assertThat(switched()).containsExactly("on b");
    out.getBuffer().setLength(0);
    assertThat(run("apply", "--application", "a", "--move-consumers")).as("%s", err).isZero();
    assertThat(out.toString())
        .contains("this changes 1 application and 1 consumer (1 of them at once, held by no rule)");
    assertThat(run("apply", "--application", "a", "--yes", "--move-consumers"))
        .as("%s", err)
        .isZero();
    assertThat(switched()).containsExactly("on b", "on a");
  }

  @Test
  void oneWaveIsAppliedUnlessAllAreAskedFor() throws Exception {
    server.providers.put("c", 20882);
    server.applications.put("c", false);
    String plan = plan("--max-applications", "1", "--max-percent", "100");
    String[] once = {"--plan", plan, "--yes", "--soak", "0", "--timeout", "1"};

    assertThat(run("apply", "--plan", plan)).as("%s", err).isZero();
    assertThat(out.toString())
        .startsWith("With --yes this changes 1 application and 0 consumers in 1 wave (1).\n");
    // Both models are never equal there, so the wave stops once it is translated.
    run("apply", once);
    assertThat(switched()).containsExactly("on a");

    out.getBuffer().setLength(0);
    assertThat(run("apply", "--plan", plan, "--wave", "all")).isEqualTo(ExitCode.PRECONDITION);
    assertThat(err.toString()).contains("a precondition of the plan is not met", "wave 2");
    server.applications.put("a", false);
    assertThat(run("apply", "--plan", plan, "--wave", "all", "-o", "json")).as("%s", err).isZero();
    assertThat(new ObjectMapper().readTree(out.toString()).path("wouldApply")).hasSize(3);
  }

  private List<String> switched() {
    return server.changes.stream().filter(each -> each.startsWith("on ")).toList();
  }

  @Test
  void whereEveryWaveIsDoneItSaysSo() throws Exception {
    String plan = plan("--max-percent", "100");
    String journal = plan + ".journal";
    run("apply", "--plan", plan, "--yes", "--soak", "0", "--timeout", "1");
    String first = Files.readString(Path.of(journal)).lines().findFirst().orElseThrow();
    Files.writeString(
        Path.of(journal), first + "\n{\"seq\":1,\"event\":\"WAVE_DONE\",\"wave\":1}\n");

    assertThat(run("apply", "--plan", plan)).as("%s", err).isZero();

    assertThat(err.toString()).contains("every wave of the plan is done", "--wave all");
    assertThat(out.toString()).contains("With --yes this changes 0 applications and 0 consumers.");
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() {
    String plan = plan();

    assertThat(run("apply", "--plan", plan, "--application", "x")).isEqualTo(ExitCode.PRECONDITION);
    assertThat(err.toString()).contains("'x' is not in the plan");
    assertThat(run("apply", "--plan", plan, "--application", "a", "--wave", "1"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(run("apply", "--plan", plan, "--all")).isEqualTo(ExitCode.USAGE);
    assertThat(run("apply", "--all", "--application", "a")).isEqualTo(ExitCode.USAGE);
    assertThat(run("verify", "--plan", plan, "--application", "a")).isEqualTo(ExitCode.USAGE);
    assertThat(run("apply")).isEqualTo(ExitCode.USAGE);
    assertThat(server.changes).isEmpty();
  }

  @Test
  void oneApplicationOfAPlanIsTakenBack() {
    server.applications.putAll(Map.of("a", true, "b", true));

    assertThat(run("rollback", "--plan", plan(), "--application", "b", "--yes"))
        .as("%s", err)
        .isZero();

    assertThat(server.changes).contains("off b").doesNotContain("off a");
  }

  @Test
  void whatAppearsAfterThePlanIsDriftWhereItMattersAndSaidWhereItDoesNot() throws Exception {
    String plan = plan();
    server.providers.put("c", 20882);

    assertThat(run("apply", "--plan", plan)).as("%s", err).isZero();
    assertThat(err.toString()).contains("has changed since the plan was made");

    server.providers.remove("a");
    out.getBuffer().setLength(0);
    assertThat(run("apply", "--plan", plan, "--yes", "-o", "json")).isEqualTo(ExitCode.DRIFT);
    assertThat(new ObjectMapper().readTree(out.toString()).path("drifts")).hasSize(1);
    assertThat(server.changes).isEmpty();
    assertThat(run("apply", "--plan", plan, "--application", "b")).as("%s", err).isZero();
  }

  @Test
  void aMemberWithoutThePluginKeepsEverythingFromChanging() throws Exception {
    String plan = plan();
    try (PluginServer stock = new PluginServer()) {
      stock.plugin = false;
      server.neighbours.add(stock.address());

      assertThat(run("apply", "--plan", plan, "--yes")).isEqualTo(ExitCode.PRECONDITION);
      assertThat(run("apply", "--all", "--yes")).isEqualTo(ExitCode.PRECONDITION);

      assertThat(err.toString())
          .contains("a member of this cluster has no Landbridge plugin", stock.address());
      assertThat(server.changes).isEmpty();
    }
  }

  @Test
  void nothingIsBegunWhileThePauseFileIsThere() throws Exception {
    String plan = plan();
    Path pause = Files.writeString(directory.resolve("pause"), "");
    Thread operator =
        new Thread(
            () -> {
              while (!err.toString().contains("paused while the pause file exists")) {
                Thread.onSpinWait();
              }
              server.changes.add("unpaused");
              pause.toFile().delete();
            });
    operator.setDaemon(true);
    operator.start();

    run(
        "apply",
        "--plan",
        plan,
        "--yes",
        "--progress",
        "--pause-file",
        pause.toString(),
        "--soak",
        "0",
        "--timeout",
        "1");

    assertThat(server.changes).containsSubsequence("write LANDBRIDGE/lock", "unpaused", "on a");
  }
}
