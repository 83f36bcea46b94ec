package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.plan.Limits;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.PlanCodec;
import io.landbridge.migrate.plan.PlanRequest;
import io.landbridge.migrate.plan.Planner;
import io.landbridge.migrate.plan.RuleSettings;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.migrate.rule.ServiceRule;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole command, without a plan. */
@Timeout(60)
class RollbackIT {

  private static final String RULES = "DUBBO_SERVICEDISCOVERY_MIGRATION/";

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private PluginServer server;

  @BeforeEach
  void twoApplicationsAreTranslated() throws Exception {
    server = new PluginServer();
    server.applications.putAll(Map.of("a", true, "b", true, "c", false));
    server.configurations.put(RULES + "web.migration", told("web", "demo.Sa", "demo.Sb"));
    server.configurations.put(RULES + "job.migration", told("job", "demo.Sb"));
    server.configurations.put(RULES + "x.json", "something else");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static String told(String consumer, String... services) throws Exception {
    return RuleText.with(
            Optional.empty(),
            consumer,
            List.of(services).stream()
                .map(each -> new ServiceRule(each, "FORCE_APPLICATION", 0.9, 100, 0))
                .toList())
        .text();
  }

  private int run(String... arguments) {
    return Main.run(
        new Terminal(new PrintWriter(out), new PrintWriter(err), Map.of(), false, false),
        arguments);
  }

  @Test
  void aDryRunSaysWhoWouldBeTold() {
    assertThat(run("rollback", "--server", server.address(), "--application", "a", "-o", "json"))
        .isZero();

    assertThat(out.toString().replaceAll("\\s", ""))
        .contains("\"application\":\"web\",\"result\":\"WOULD_CHANGE\"", "FORCE_INTERFACE")
        .doesNotContain("\"application\":\"job\"");
    assertThat(server.changes).isEmpty();
  }

  @Test
  void consumersAreToldFirst() {
    assertThat(run("rollback", "--server", server.address(), "--application", "a", "--yes"))
        .isZero();

    assertThat(server.changes)
        .containsExactly(
            "write LANDBRIDGE/lock",
            "write " + RULES + "web.migration",
            "off a",
            "write LANDBRIDGE/lock");
    assertThat(server.configurations.get(RULES + "web.migration"))
        .containsSubsequence("demo.Sa", "FORCE_INTERFACE", "demo.Sb", "FORCE_APPLICATION");
    assertThat(server.applications).containsEntry("b", true);
  }

  @Test
  void whereNobodyWasToldAnythingNothingStays() {
    server.configurations.keySet().removeIf(each -> each.endsWith(".migration"));
    Map<String, String> before = Map.copyOf(server.configurations);

    assertThat(run("rollback", "--server", server.address(), "--application", "a", "--yes"))
        .isZero();

    assertThat(server.changes).containsExactly("off a");
    assertThat(server.configurations).isEqualTo(before);
    assertThat(out.toString()).contains("a", "changed");
  }

  @Test
  void allTakesBackAllThatIsTranslated() {
    assertThat(run("rollback", "--server", server.address(), "--all", "--yes")).isZero();

    assertThat(server.changes)
        .containsSubsequence(
            "write " + RULES + "job.migration",
            "write " + RULES + "web.migration",
            "off a",
            "off b")
        .doesNotContain("off c");
    assertThat(server.configurations.get(RULES + "web.migration"))
        .doesNotContain("FORCE_APPLICATION");
  }

  @Test
  void whoeverIsAtWorkIsNotDisturbed() {
    server.configurations.put(
        "LANDBRIDGE/lock",
        "{\"format\":1,\"journal\":\"j\",\"host\":\"h\",\"name\":\"somebody\",\"doing\":\"apply\","
            + "\"until\":%d}".formatted(System.currentTimeMillis() + 60_000));

    assertThat(run("rollback", "--server", server.address(), "--all", "--yes"))
        .isEqualTo(ExitCode.PRECONDITION);

    assertThat(err.toString()).contains("another run is changing this cluster: somebody");
    assertThat(server.changes).isEmpty();
  }

  @Test
  void whatIsCompletedStays() {
    server.configurations.put(
        "LANDBRIDGE/completed", "{\"format\":1,\"applications\":[\"public/a\"]}");

    assertThat(run("rollback", "--server", server.address(), "--all", "--yes"))
        .isEqualTo(ExitCode.PRECONDITION);

    assertThat(server.changes).isEmpty();
  }

  /** Five consumers, and the configuration of the second is no rule any more. */
  @Test
  void aRuleThatCannotBeReadKeepsWhatItsConsumerCallsAndNothingElse() throws Exception {
    List<String> callers = List.of("bar", "good-front", "shop", "till", "zoo");
    Plan plan =
        Planner.plan(
            InventoryBuilder.of(
                Registrations.untranslated(
                    List.of(
                        Registrations.of("a", "demo.Sa", "10.0.0.1", 20880),
                        Registrations.of("b", "demo.Sb", "10.0.0.2", 20880)),
                    callers.stream()
                        .map(
                            each ->
                                Registrations.consumer(
                                    each, each.equals("good-front") ? "demo.Sb" : "demo.Sa", "3.3"))
                        .toList())),
            new PlanRequest(
                each -> true,
                new TreeMap<>(),
                new TreeSet<>(),
                new Limits(10, 100),
                new RuleSettings("APPLICATION_FIRST", 90, 0, List.of(100)),
                new TreeSet<>(),
                List.of(server.address()),
                "test",
                "now"));
    Path file = directory.resolve("plan.yaml");
    Files.writeString(file, new PlanCodec().toYaml(plan));
    server.configurations.clear();
    for (String each : callers) {
      server.configurations.put(RULES + each + ".migration", told(each, "demo.Sa", "demo.Sb"));
    }
    server.configurations.put(RULES + "good-front.migration", "a: [b\n: c");
    String[] command = {"rollback", "--server", server.address(), "--plan", file.toString()};

    assertThat(run(command)).as("%s", err).isEqualTo(ExitCode.PARTIAL);
    assertThat(server.changes).isEmpty();
    isSaid();

    assertThat(run(Stream.concat(Stream.of(command), Stream.of("--yes")).toArray(String[]::new)))
        .as("%s", err)
        .isEqualTo(ExitCode.PARTIAL);
    assertThat(server.applications).containsEntry("a", false).containsEntry("b", true);
    assertThat(server.changes)
        .containsSubsequence("write " + RULES + "zoo.migration", "off a")
        .doesNotContain("off b");
    assertThat(out.toString()).contains("1 done, 1 failed");
    isSaid();

    server.configurations.remove(RULES + "good-front.migration");
    assertThat(run(Stream.concat(Stream.of(command), Stream.of("--yes")).toArray(String[]::new)))
        .as("%s", err)
        .isZero();
    assertThat(server.applications).containsEntry("b", false);
  }

  private void isSaid() {
    assertThat(out.toString())
        .contains(
            "stays translated: a consumer was not told to come back",
            "fix or remove configuration " + RULES + "good-front.migration",
            "then run rollback again");
    assertThat(err.toString())
        .contains("consumers that cannot be moved back to the interface level: 1")
        .contains("fix or remove the configurations, then run rollback again");
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
  }

  /** Where nothing else is to be taken back it is a precondition that is not met. */
  @Test
  void whereAllIsKeptNothingIsDone() {
    server.configurations.keySet().removeIf(each -> each.endsWith(".migration"));
    server.providers.put("a", 20880);
    server.configurations.put(RULES + "web.migration", "a: [b\n: c");
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
            "10.0.0.9",
            "protocol",
            "GRPC",
            "client",
            "Nacos-Java-Client:v2.5.1",
            "application",
            "web"));

    for (String yes : List.of("--no-color", "--yes")) {
      assertThat(run("rollback", "--server", server.address(), "--application", "a", yes))
          .as("%s", err)
          .isEqualTo(ExitCode.PRECONDITION);
    }
    assertThat(server.applications).containsEntry("a", true);
  }
}
