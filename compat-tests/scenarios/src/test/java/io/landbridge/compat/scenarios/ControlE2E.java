package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on a real server is guarded by a real Prometheus, and controlled from another machine. */
class ControlE2E {

  private static final List<String> APPLICATIONS = List.of("a", "b", "c");

  @TempDir Path work;
  @TempDir Path elsewhere;

  private volatile int errors = 9;

  @Test
  void runIsGuardedPausedSkippedAndGoneOnWith() throws Exception {
    ServerSpec spec = ServerSpec.of(NacosVersion.V3_1_0).withPlugin(Artifacts.locate().pluginJar());
    HttpServer exporter =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    exporter.createContext(
        "/metrics",
        exchange -> {
          byte[] body = "demo_errors %d\n".formatted(errors).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    exporter.start();
    int port = freePort();
    Process prometheus = prometheus(port, exporter.getAddress().getPort());
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      RawRegistrations fleet = new RawRegistrations(server.api(), "public");
      for (String each : APPLICATIONS) {
        fleet.provider27(each, "demo.S" + each, "10.0.0." + (int) each.charAt(0), 20880);
      }
      APPLICATIONS.forEach(each -> new Steps(work, each).isObserved(server));
      assertThat(run(work, server, "plan", "--out", "plan.yaml", "--max-percent", "100").exitCode())
          .isZero();
      List<String> guard =
          List.of(
              "--guard-url",
              "http://127.0.0.1:" + port,
              "--guard",
              "demo_errors > 5 or absent(demo_errors)");

      endsWhileItIsOutOfBounds(server, guard);
      isControlledFromElsewhere(server, guard);
      goesOn(server, guard);
      wavesWaitForAVerify(server);
      diagnosisLeadsOn(server);
    } finally {
      prometheus.destroy();
      prometheus.waitFor();
      exporter.stop(0);
    }
  }

  private void endsWhileItIsOutOfBounds(NacosServer server, List<String> guard) {
    CommandLineTool.Run ended = apply(server, guard, "--guard-for", "3s");

    assertThat(ended.exitCode()).as("%s", ended).isEqualTo(6);
    assertThat(ended.err()).contains("the guard has held the run for 3 s");
    isTranslated(server, List.of());
    CommandLineTool.Run late = run(elsewhere, server, "control", "pause");
    assertThat(late.exitCode()).as("%s", late).isEqualTo(5);
    assertThat(late.err()).contains("no run is under way");
  }

  private void isControlledFromElsewhere(NacosServer server, List<String> guard) {
    CompletableFuture<CommandLineTool.Run> applied =
        CompletableFuture.supplyAsync(
            () -> apply(server, guard, "--guard-for", "10m", "--throttle", "3600", "-o", "json"));
    eventually("it is held", () -> assertThat(phase(server)).isEqualTo("GUARDED"));
    isTranslated(server, List.of());
    errors = 0;
    eventually("the first is translated", () -> isTranslated(server, List.of("a")));

    control(server, "pause");
    control(server, "throttle", "0");
    control(server, "skip", "b");
    eventually("it is paused", () -> assertThat(phase(server)).isEqualTo("PAUSED"));
    isTranslated(server, List.of("a"));
    control(server, "resume");

    CommandLineTool.Run done = applied.join();
    assertThat(done.exitCode()).as("%s", done).isEqualTo(4);
    assertThat(done.err()).contains("skipped by an operator");
    assertThat(done.json().path("outcomes").findValuesAsText("result"))
        .containsExactly("CHANGED", "SKIPPED", "CHANGED");
    isTranslated(server, List.of("a", "c"));
    assertThat(status(server).path("run").isNull()).isTrue();
  }

  private void goesOn(NacosServer server, List<String> guard) {
    CommandLineTool.Run rest = apply(server, guard);
    assertThat(rest.exitCode()).as("%s", rest).isZero();
    isTranslated(server, APPLICATIONS);
    CommandLineTool.Run verified = run(work, server, "verify", "--plan", "plan.yaml", "-o", "json");
    assertThat(verified.exitCode()).as("%s", verified).isZero();
    assertThat(verified.json().path("next").path("command").asText())
        .startsWith("landbridge complete ");
    CommandLineTool.Run watched = run(elsewhere, server, "status", "--watch", "1", "--count", "2");
    assertThat(watched.out().lines())
        .hasSize(2)
        .allSatisfy(
            each -> assertThat(each).contains("1 ACTIVE", "3 TRANSLATED", "OFF", "run: none"));
  }

  /** The same command goes on after each verify. */
  private void wavesWaitForAVerify(NacosServer server) {
    assertThat(run(work, server, "rollback", "--plan", "plan.yaml", "--yes").exitCode()).isZero();
    assertThat(
            run(
                    work,
                    server,
                    "plan",
                    "--out",
                    "gated.yaml",
                    "--max-applications",
                    "1",
                    "--verify-within",
                    "30")
                .exitCode())
        .isZero();
    for (int wave = 1; wave <= 2; wave++) {
      CommandLineTool.Run refused = applyGated(server);
      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(5);
      assertThat(refused.err())
          .contains("the plan requires a verify of wave %d within 30 min".formatted(wave));
      isTranslated(server, APPLICATIONS.subList(0, wave));
      assertThat(refused.json().at("/next/command").asText())
          .startsWith("landbridge verify ")
          .endsWith(" --plan gated.yaml --wave " + wave);
      CommandLineTool.Run verified =
          run(
              work,
              server,
              "verify",
              "--plan",
              "gated.yaml",
              "--wave",
              String.valueOf(wave),
              "-o",
              "json");
      assertThat(verified.exitCode()).as("%s", verified).isZero();
      assertThat(verified.json().path("id").asText()).isNotEmpty();
    }
    CommandLineTool.Run done = applyGated(server);
    assertThat(done.exitCode()).as("%s", done).isZero();
    isTranslated(server, APPLICATIONS);

    CommandLineTool here = CommandLineTool.ofThisBuild(work);
    JsonNode runs =
        here.run("verify", "list", "--plan", "gated.yaml", "-o", "json").json().path("runs");
    assertThat(runs.findValuesAsText("asked"))
        .containsExactly("gated.yaml, wave 2", "gated.yaml, wave 1");
    CommandLineTool.Run shown = here.run("verify", "show", "--plan", "gated.yaml", "-o", "json");
    assertThat(shown.exitCode()).as("%s", shown).isZero();
    assertThat(shown.json().at("/applications/0/comparison/application").asText()).isEqualTo("b");
  }

  private CommandLineTool.Run applyGated(NacosServer server) {
    return run(
        work,
        server,
        "apply",
        "--plan",
        "gated.yaml",
        "--wave",
        "all",
        "--yes",
        "--soak",
        "0",
        "-o",
        "json");
  }

  private void diagnosisLeadsOn(NacosServer server) {
    assertThat(run(elsewhere, server, "doctor", "-o", "json").json().at("/next/command").asText())
        .startsWith("landbridge ");
    assertThat(
            run(elsewhere, server, "bridge", "status", "-o", "json")
                .json()
                .at("/next/command")
                .asText())
        .startsWith("landbridge bridge check ");
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private Process prometheus(int port, int target) throws IOException {
    Path configuration =
        Files.writeString(
            work.resolve("prometheus.yml"),
            """
            scrape_configs:
              - job_name: demo
                scrape_interval: 1s
                static_configs:
                  - targets: ['127.0.0.1:%d']
            """
                .formatted(target));
    return new ProcessBuilder(
            "prometheus",
            "--config.file=" + configuration,
            "--storage.tsdb.path=" + work.resolve("data"),
            "--web.listen-address=127.0.0.1:" + port)
        .redirectErrorStream(true)
        .redirectOutput(work.resolve("prometheus.log").toFile())
        .start();
  }

  private static CommandLineTool.Run run(Path where, NacosServer server, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--server", server.baseUrl()));
    return CommandLineTool.ofThisBuild(where).run(all.toArray(String[]::new));
  }

  private CommandLineTool.Run apply(NacosServer server, List<String> guard, String... more) {
    List<String> all =
        new ArrayList<>(List.of("apply", "--plan", "plan.yaml", "--yes", "--soak", "0"));
    all.addAll(guard);
    all.addAll(List.of(more));
    return run(work, server, all.toArray(String[]::new));
  }

  private void control(NacosServer server, String... order) {
    List<String> all = new ArrayList<>(List.of("control"));
    all.addAll(List.of(order));
    CommandLineTool.Run given = run(elsewhere, server, all.toArray(String[]::new));
    assertThat(given.exitCode()).as("%s", given).isZero();
  }

  private JsonNode status(NacosServer server) {
    return run(elsewhere, server, "status", "-o", "json").json();
  }

  private String phase(NacosServer server) {
    return status(server).path("run").path("phase").asText();
  }

  private void isTranslated(NacosServer server, List<String> expected) {
    List<String> translated = new ArrayList<>();
    status(server)
        .path("applications")
        .forEach(
            each -> {
              if (each.path("state").asText().equals("TRANSLATED")) {
                translated.add(each.path("application").asText());
              }
            });
    assertThat(translated).containsExactlyElementsOf(expected);
  }
}
