package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.rule.RuleText;
import io.landbridge.migrate.rule.ServiceRule;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole command, without a plan. */
@Timeout(60)
class RollbackIT {

  private static final String RULES = "DUBBO_SERVICEDISCOVERY_MIGRATION/";

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
}
