package io.landbridge.migrate.cli;

import static io.landbridge.compat.waiting.Eventually.eventually;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One command controls another one, over the server alone. */
@Timeout(60)
class ControlIT {

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

  private int run(StringWriter out, StringWriter err, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--server", server.address()));
    return Main.run(
        new Terminal(new PrintWriter(out), new PrintWriter(err), Map.of(), false, false),
        all.toArray(String[]::new));
  }

  private int control(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    List<String> all = new ArrayList<>(List.of("control"));
    all.addAll(List.of(arguments));
    return run(out, err, all.toArray(String[]::new));
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(out.toString());
  }

  @Test
  void nothingToControlIsAPreconditionThatIsNotMet() {
    for (List<String> order :
        List.of(
            List.of("pause"),
            List.of("resume"),
            List.of("throttle", "3"),
            List.of("skip", "a"),
            List.of("stop"))) {
      assertThat(control(order.toArray(String[]::new))).isEqualTo(ExitCode.PRECONDITION);
      assertThat(err.toString())
          .contains("landbridge: error: no run is under way: ")
          .contains(server.address());
    }
    assertThat(server.changes).isEmpty();
    assertThat(control("throttle", "-1")).isEqualTo(ExitCode.USAGE);
    assertThat(control()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void rollbackUnderWayTakesNoOrders() throws Exception {
    server.configurations.put(
        "LANDBRIDGE/lock",
        ("{\"format\":1,\"journal\":\"j\",\"host\":\"h\",\"name\":\"anna\",\"doing\":\"rollback\","
                + "\"until\":%d}")
            .formatted(System.currentTimeMillis() + 60_000));

    assertThat(control("stop")).isEqualTo(ExitCode.PRECONDITION);
    assertThat(err.toString()).contains("the current run cannot be controlled: anna (rollback)");
    assertThat(server.changes).isEmpty();
    assertThat(run(out, err, "status", "-o", "json")).as("%s", err).isZero();
    assertThat(json().path("run").path("doing").asText()).isEqualTo("rollback");
    assertThat(json().path("run").path("takesOrders").asBoolean()).isFalse();
  }

  /** The run is told by its own progress what it has to do next. */
  @Test
  void runIsPausedShownThrottledSkippedAndStopped() throws Exception {
    server.providers.put("d", 20882);
    server.applications.put("d", false);
    Path plan = directory.resolve("plan.yaml");
    assertThat(run(out, err, "plan", "--out", plan.toString(), "--no-rules")).isZero();
    StringWriter said = new StringWriter();
    StringWriter result = new StringWriter();
    Path hook = directory.resolve("hook");
    Files.writeString(
        hook,
        "#!/bin/sh\ntouch %s/begun\nwhile [ ! -e %s/go ]; do sleep 0.05; done\n"
            .formatted(directory, directory));
    assertThat(hook.toFile().setExecutable(true)).isTrue();
    AtomicInteger code = new AtomicInteger(-1);
    Thread run =
        new Thread(
            () ->
                code.set(
                    run(
                        result,
                        said,
                        "apply",
                        "--plan",
                        plan.toString(),
                        "--yes",
                        "--progress",
                        "-o",
                        "json",
                        "--before-wave",
                        hook.toString())));
    run.start();
    eventually("the wave begins", () -> assertThat(directory.resolve("begun")).exists());

    assertThat(control("skip", "c")).isEqualTo(ExitCode.PRECONDITION);
    assertThat(err.toString()).contains("application 'c' is not waiting in the current wave");
    assertThat(control("throttle", "2", "-o", "json")).as("%s", err).isZero();
    assertThat(json().path("schema").asText()).isEqualTo("landbridge/control/1");
    assertThat(json().path("run").path("throttleSeconds").asInt()).isEqualTo(2);
    assertThat(control("skip", "a", "-o", "json")).as("%s", err).isZero();
    assertThat(json().path("run").path("skipped").get(0).asText()).isEqualTo("public/a");
    assertThat(json().path("next").path("command").asText())
        .isEqualTo("landbridge status --server " + server.address());
    assertThat(json().path("next").path("why").asText()).contains("run the same apply again");
    assertThat(control("skip", "public/a", "-o", "json")).as("%s", err).isZero();
    assertThat(json().path("result").asText()).isEqualTo("UNCHANGED");
    assertThat(control("pause")).as("%s", err).isZero();
    assertThat(out.toString())
        .contains("pause: ordered", "Run under way: apply of plan.yaml", "wave 1 of ")
        .contains("\nNext: landbridge control resume --server " + server.address() + "\n");
    Files.writeString(directory.resolve("go"), "");
    eventually(
        "it holds",
        () -> {
          assertThat(run(reset(out), err, "status", "-o", "json")).as("%s", err).isZero();
          assertThat(json().path("run").path("phase").asText()).isEqualTo("PAUSED");
        });
    assertThat(said.toString()).contains("holding: paused by an operator");
    assertThat(json().path("run").path("reason").asText()).startsWith("paused by an operator (");
    assertThat(run(reset(out), err, "status")).isZero();
    assertThat(out.toString())
        .contains("paused by an operator", "skipped by an operator: public/a");
    assertThat(server.changes).doesNotContain("on a", "on b");

    // It waits between two applications, and so cannot end before it is stopped.
    assertThat(control("throttle", "50")).as("%s", err).isZero();
    assertThat(control("resume")).as("%s", err).isZero();
    assertThat(control("stop")).as("%s", err).isZero();
    assertThat(out.toString())
        .contains("\nNext: landbridge status --server " + server.address() + "\n")
        .contains("the same apply continues where it stopped");
    run.join();

    assertThat(code.get()).isIn(ExitCode.FAILED, ExitCode.PARTIAL);
    assertThat(said.toString()).contains("stopped by an operator");
    assertThat(server.changes).doesNotContain("on a");
    assertThat(server.configurations.get("LANDBRIDGE/lock")).doesNotContain("orders");
    assertThat(Files.readString(directory.resolve("plan.yaml.journal")))
        .contains("\"event\":\"CONTROL\"", "paused by an operator");
    assertThat(run(reset(out), err, "status", "-o", "json")).isZero();
    assertThat(json().path("run").isNull()).isTrue();
  }

  private static StringWriter reset(StringWriter writer) {
    writer.getBuffer().setLength(0);
    return writer;
  }
}
