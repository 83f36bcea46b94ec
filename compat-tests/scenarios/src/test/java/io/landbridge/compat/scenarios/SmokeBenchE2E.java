package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.load.bench.BenchCommand;
import io.landbridge.compat.load.suite.ReportedFigures;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The benchmarks at their smallest: they run, nothing is lost, and the keys of their JSON are those
 * that {@code compat-tests/README.md} documents. How fast is not looked at here; that is for {@code
 * compat-tests/bench} and {@code compat-tests/run nightly}.
 */
class SmokeBenchE2E {

  private static final Path COMPAT_TESTS = Artifacts.locate().root().resolve("compat-tests");
  private static final Path SCRIPT = COMPAT_TESTS.resolve("bench");
  private static final SmokeServers SERVERS = new SmokeServers();

  /** By the command, on one connection; a server closes one after a hundred. */
  private static final int SENT_TOGETHER = 32;

  /** For what must be refused before anything is started. */
  private static final ServerSource NO_SERVERS =
      spec -> {
        throw new AssertionError("started although the options are wrong: " + spec);
      };

  @TempDir private Path directory;

  @AfterAll
  static void endServers() {
    SERVERS.close();
  }

  @Test
  void raftWritePrintsOneObject() throws Exception {
    Run run =
        run(
            "raft-write --json --members 1 --heap 512 --providers 60 --applications 4 --persistent"
                + " 40 --batch 5 --in-flight 16 --interfaces 2 --rounds 1 --warm-ups 0");

    JsonNode json = run.result("raft-write");
    for (String ratio : List.of("ephemeral_ratio", "durable_ratio", "capacity_ratio")) {
      assertThat(json.path(ratio).asDouble()).as(ratio).isPositive();
    }
    assertThat(json.path("commit_lag_p99_ms").isNumber()).isTrue();
    assertThat(json.path("commit_lag").path("samples").asInt()).isEqualTo(15);
    for (String variant :
        List.of("stock_ephemeral", "plugin_ephemeral", "stock_persistent", "catalog_capacity")) {
      assertThat(json.path(variant).path("per_second").asDouble()).as(variant).isPositive();
      assertThat(json.path(variant).path("p99_ms").asDouble()).as(variant).isPositive();
    }
    assertThat(run.err()).contains("left]");
  }

  @Test
  void registrationsPrintsOneObject() throws Exception {
    Run run =
        run(
            "registrations --json --members 1 --applications 2 --seconds 1 --from 20 --to 26"
                + " --batch 10 --heap 512");

    JsonNode json = run.result("registrations");
    for (String ramp : List.of("individual", "batches", "stock_persistent")) {
      JsonNode steps = json.path("members_1").path(ramp).path("steps");
      assertThat(steps).as(ramp).isNotEmpty();
      for (JsonNode step : steps) {
        assertThat(step.path("per_second").asDouble()).as(ramp).isPositive();
        assertThat(step.path("p99_ms").asDouble()).as(ramp).isPositive();
        assertThat(step.path("errors").path("clients").asInt()).as(ramp).isZero();
        assertThat(step.path("errors").path("requests").asInt()).as(ramp).isZero();
      }
    }
    assertThat(json.at("/members_1/batches/steps/0/offered_per_second").asInt()).isEqualTo(200);
  }

  @Test
  void massStartPrintsOneObject() throws Exception {
    Run run =
        run(
            "mass-start --json --providers 12 --applications 2 --interfaces 2 --protocols 2"
                + " --subscribers 2 --heap 512");

    JsonNode json = run.result("mass-start");
    int addresses = 2 * 2 * 12 * 2;
    assertThat(json.at("/stock/received_addresses").asInt()).isEqualTo(addresses);
    assertThat(json.at("/plugin/received_addresses").asInt()).isEqualTo(addresses + 2 * 12);
    for (String side : List.of("stock", "plugin")) {
      JsonNode of = json.path(side);
      assertThat(of.path("requests").asInt()).as(side).isEqualTo(2 * 2 * (12 - 2));
      assertThat(of.path("seconds_until_interface_level").asDouble()).as(side).isPositive();
      assertThat(of.path("interface_level").path("pushes").asInt()).as(side).isPositive();
      assertThat(of.path("interface_level").path("pushed_mb").asDouble()).as(side).isPositive();
      assertThat(of.path("timeline")).as(side).isNotEmpty();
    }
    assertThat(json.at("/plugin/seconds_until_application_level").asDouble()).isPositive();
    assertThat(json.at("/plugin/documents").asInt())
        .isGreaterThanOrEqualTo(json.at("/plugin/documents_before").asInt());
    assertThat(json.at("/plugin/documents_before").asInt()).isGreaterThanOrEqualTo(2);
    assertThat(json.at("/plugin/puts").asInt()).isGreaterThanOrEqualTo(12 - 2);
  }

  /** By the script, as by hand, with two that need no server. */
  @Test
  void allKeepsAndReportsEachResult() throws Exception {
    Path results = directory.resolve("results");
    String arguments =
        "all --small --runs 2 --only cli-start,catalog-size --directory %s --write-docs %s"
            .formatted(results, directory.resolve("page.md"));

    Run first = script(arguments);

    assertThat(first.status()).as(first.toString()).isZero();
    assertThat(first.out()).contains("2 benchmarks", "report: " + results.resolve("report.html"));
    JsonNode report = new ObjectMapper().readTree(results.resolve("report.json").toFile());
    requireDocumented("all", report);
    for (JsonNode benchmark : report.path("benchmarks")) {
      for (JsonNode each : benchmark.path("runs")) {
        JsonNode file =
            new ObjectMapper().readTree(results.resolve(each.path("file").asText()).toFile());
        String name = benchmark.path("benchmark").asText();
        requireDocumented(name, file.path("result"));
        assertThat(ReportedFigures.missing(name, file.path("result"))).isEmpty();
      }
    }
    assertThat(Files.readString(results.resolve("report.html")))
        .contains("catalog-size", "The whole machine meanwhile");
    assertThat(Files.readString(directory.resolve("page.md"))).contains("## cli-start");

    Run second = script(arguments + " --resume");

    assertThat(second.status()).as(second.toString()).isZero();
    assertThat(second.err().lines().filter(line -> line.startsWith("finished before"))).hasSize(4);
  }

  @Test
  void cliStartPrintsOneObject() throws Exception {
    JsonNode json = script("cli-start --json --runs 3").result("cli-start");

    assertThat(json.path("runs").asInt()).isEqualTo(3);
    for (String each :
        List.of("help_ms", "help_worst_ms", "help_first_ms", "help_without_archive_ms", "jvm_ms")) {
      assertThat(json.path(each).asInt()).as(each).isPositive();
    }
  }

  @Test
  void catalogSizePrintsOneObject() throws Exception {
    JsonNode json =
        script("catalog-size --json --instances 300 --interfaces 3 --revisions 6")
            .result("catalog-size");

    assertThat(json.path("instances").asInt()).isEqualTo(300);
    assertThat(json.path("asked_instances").asInt()).isEqualTo(100);
  }

  /** By the script, as by hand, with a server of its own, which it kills. */
  @Test
  void restartPrintsOneObject() throws Exception {
    JsonNode json =
        script("restart --json --members 1 --providers 60 --applications 4 --sizes 60 --heap 512")
            .result("restart");

    assertThat(json.path("expected").asInt()).isEqualTo(60);
    assertThat(json.path("recovered").asInt()).isEqualTo(60);
    assertThat(json.path("seconds_to_full").asDouble()).isPositive();
    assertThat(json.path("stock_recovered_at_that_time").asInt()).isZero();
    assertThat(json.path("growth")).hasSize(1);
    assertThat(json.path("growth").path(0).path("log_bytes").asLong()).isPositive();
  }

  @Test
  void pushPrintsOneObject() throws Exception {
    Run run = run("push --json --rounds 6 --warm-ups 0 --interfaces 2 --instances 2");

    JsonNode json = run.result("push");
    // Upward and downward, each to both kinds of subscriber.
    assertThat(json.path("native").path("samples").asInt()).isEqualTo(24);
    assertThat(json.path("derived").path("samples").asInt()).isEqualTo(24);
    assertThat(json.path("stock").path("samples").asInt()).isEqualTo(12);
    assertThat(json.path("by_kind").fieldNames())
        .toIterable()
        .containsExactly(
            "downward_grpc_to_grpc",
            "downward_grpc_to_udp",
            "upward_grpc_to_grpc",
            "upward_grpc_to_udp",
            "upward_http_to_grpc",
            "upward_http_to_udp",
            "upward_new_revision_grpc_to_grpc",
            "upward_new_revision_grpc_to_udp",
            "upward_new_revision_http_to_grpc",
            "upward_new_revision_http_to_udp");
    for (JsonNode kind : json.path("by_kind")) {
      assertThat(kind.path("derived").path("p99_ms").asDouble()).isPositive();
      assertThat(kind.path("ratio_p50").asDouble()).isPositive();
    }
    assertThat(json.path("ratio_p99").asDouble()).isPositive();
  }

  @Test
  void heapPrintsOneObject() throws Exception {
    Run run =
        run(
            "heap --json --providers 12 --applications 2 --interfaces 2 --protocols 2"
                + " --subscribers 2 --heap 512 --quiet 1");

    JsonNode json = run.result("heap");
    int addresses = 2 * 2 * 12 * 2;
    Map<String, Integer> received =
        Map.of(
            "stock_interface", addresses,
            "plugin_idle", addresses,
            "plugin_downward", addresses,
            "plugin_downward_go", addresses,
            "plugin_translated", addresses + 2 * 12,
            "stock_application", 2 * 12);
    for (String variant : received.keySet()) {
      JsonNode measured = json.path(variant);
      assertThat(measured.path("received_addresses").asInt())
          .as("subscribers x interfaces x providers x protocols of " + variant)
          .isEqualTo(received.get(variant));
      assertThat(measured.path("pushed_instances").asLong()).as(variant).isPositive();
      assertThat(measured.path("cpu_seconds").asDouble()).as(variant).isPositive();
      assertThat(measured.path("heap_full_mb").asDouble()).as(variant).isPositive();
      assertThat(measured.path("pushed_mb").asDouble()).as(variant).isPositive();
      // A provider with its interfaces is told of when it goes and when it is back.
      assertThat(measured.path("restart_kb_per_subscriber").asDouble()).as(variant).isPositive();
    }
    // A process more has no document of its own.
    for (String variant : List.of("plugin_downward", "plugin_downward_go")) {
      assertThat(json.path(variant).path("catalog_documents_added").asInt()).as(variant).isZero();
    }
    assertThat(json.path("bytes_ratio_go").asDouble()).isBetween(0.5, 1.5);
    assertThat(json.path("pushed_ratio_go").asDouble()).isPositive();
    assertThat(json.path("restart_ratio_go").asDouble()).isPositive();
    assertThat(json.path("bytes_ratio_during").asDouble()).isGreaterThan(1);
    assertThat(json.path("bytes_ratio_after").asDouble()).isLessThan(1);
    assertThat(json.path("ratio_app_level").isNumber()).isTrue();
    assertThat(json.path("cpu_ratio_app_level").asDouble()).isPositive();
  }

  @Test
  void v1FrontPrintsOneObject() throws Exception {
    Run run =
        run(
            "v1-front --json --services 4 --instances 3 --connections 4 --seconds 1 --rounds 1"
                + " --warm-ups 0 --waiters 200 --rest 1");

    JsonNode json = run.result("v1-front");
    assertThat(json.path("instances").asInt()).isEqualTo(12);
    for (String kind : List.of("beats", "full_beats", "list")) {
      assertThat(json.path("ratio_" + kind).asDouble()).as(kind).isPositive();
      assertThat(json.path(kind).path("front_per_second").asDouble()).as(kind).isPositive();
      assertThat(json.path(kind).path("stock_per_second").asDouble()).as(kind).isPositive();
    }
    for (String side : List.of("front", "stock")) {
      JsonNode polls = json.path("polls").path(side);
      assertThat(polls.path("missed").asInt()).as(side).isZero();
      assertThat(polls.path("told_few").path("max_ms").asDouble()).as(side).isPositive();
      assertThat(polls.path("told_all").path("max_ms").asDouble()).as(side).isPositive();
    }
  }

  @Test
  void attacksCostHonestClientsNothingTheyHave() throws Exception {
    Run run = run("attack --json --members 1 --seconds 2 --providers 3");

    JsonNode json = run.result("attack");
    assertThat(json.path("lost").asInt()).isZero();
    assertThat(json.path("restarted").asInt()).isZero();
    assertThat(json.path("attacks")).isNotEmpty();
    json.path("attacks")
        .fields()
        .forEachRemaining(
            each -> {
              assertThat(each.getValue().path("sent").asInt()).as(each.getKey()).isPositive();
              assertThat(each.getValue().path("failed").asInt()).as(each.getKey()).isZero();
            });
  }

  @Test
  void bridge() throws Exception {
    Run run =
        run(
            "bridge --services 4 --instances 10 --beats 1 --interval 1 --rounds 1 --warm-ups 0"
                + " --probes 2 --json");

    JsonNode json = run.result("bridge");
    assertThat(json.path("providers").asInt()).isEqualTo(40);
    assertThat(json.path("lost").asInt()).isZero();
    assertThat(json.path("stored_ratio").asDouble()).isEqualTo(1);
    assertThat(json.path("stored_ratio_builtin").asDouble()).isEqualTo(2);
    for (String ratio :
        List.of("cpu_ratio", "cpu_ratio_importing", "cpu_ratio_builtin", "cpu_ratio_legacy")) {
      assertThat(json.path(ratio).asDouble()).as(ratio).isPositive();
    }
    assertThat(json.path("convergence_p99_ms").asDouble()).isBetween(1.0, 60_000.0);
  }

  @Test
  void rpcPrintsOneObject() throws Exception {
    Run run =
        run(
            "rpc --json --applications 4 --interfaces 8 --processes 8 --members 1 --per-wave 10"
                + " --soak 0 --seconds 1 --warm-up 0");

    JsonNode json = run.result("rpc");
    assertThat(json.path("failed_calls").asInt()).as(run.toString()).isZero();
    for (String field :
        List.of(
            "tps_ratio",
            "tps_ratio_against_control",
            "p99_ratio",
            "processor_time_ratio",
            "tps_before")) {
      assertThat(json.path(field).asDouble()).as(field).isPositive();
    }
    assertThat(json.at("/control/failed_calls").asInt()).as(run.toString()).isZero();
    assertThat(json.at("/control/tps_before").asInt()).isPositive();
    assertThat(json.path("calls").asLong()).isGreaterThan(100);
    assertThat(json.path("waves").asInt()).isPositive();
  }

  @Test
  void scanPrintsOneObject() throws Exception {
    Run run = run("scan --json --services 80 --instances 400 --heap 64 --limit 60");

    JsonNode json = run.result("scan");
    assertThat(json.path("services").asInt()).isEqualTo(80);
    assertThat(json.path("instances").asInt()).isEqualTo(400);
    // A page, each service, and the two applications.
    assertThat(json.path("requests_needed").asInt()).isEqualTo(1 + 80 + 2);
    // A few are for the server itself. Where one connection carries nearly all of them, the server
    // closes it once amid those that were sent together, and these are sent again.
    int again = SENT_TOGETHER - 1;
    assertThat(json.path("requests").asInt()).isBetween(83, 95 + again);
    assertThat(json.path("consumer_requests").asInt()).isBetween(81, 95 + again);
    for (String field :
        List.of(
            "seconds",
            "seconds_limited",
            "consumer_seconds",
            "consumer_seconds_limited",
            "server_cpu_share",
            "server_cpu_share_limited",
            "server_cpu_share_limited_highest",
            "limit")) {
      assertThat(json.path(field).asDouble()).as(field).isPositive();
    }
  }

  @Test
  void serverThatEndsIsNamedAndNotWhatFollowsFromThat() {
    List<String> killed = new ArrayList<>();
    ServerSource mortal =
        spec -> {
          NacosEnsemble servers = SERVERS.start(spec);
          killed.add(servers.member(0).toString());
          servers.member(0).kill9();
          return servers;
        };

    Run run = run(mortal, "bridge --json --sides LEGACY --services 1 --instances 2");

    assertThat(run.status()).as(run.toString()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(killed).hasSize(1);
    assertThat(run.err())
        .contains("bench: a server ended while the benchmark ran: " + killed.get(0) + ": see its");
  }

  private static final String BAD_OPTIONS =
      """
      raft-write --providers 0 | --providers is 0; it can be 100 to
      raft-write --rounds many | --rounds
      raft-write --heap 256    | --heap is 256; it can be 512 to
      raft-write --members 2   | --members is 2; it can be 1 or 3
      registrations --members 2 | --members is [2]; it can be 1, 3 or 1,3
      registrations --to 9000  | --to is 9000; it can be 200 to 3000
      mass-start --providers 3 | --providers is 3; it can be 11 to 5000
      restart --sizes 1000,70000 | --sizes is 70000; it can be 1 to 60000
      restart --bogus          | --bogus
      push --rounds 0          | --rounds is 0; it can be 1 to 1000
      heap --variants FOO      | --variants
      heap --protocols 6       | --protocols is 6; it can be 1 to 5
      v1-front --seconds 0     | --seconds is 0; it can be 1 to 60
      v1-front --rest 16       | --rest is 16; it can be 1 to 15
      attack --per-second 0    | --per-second is 0; it can be 1 to 100
      bridge --instances 1     | --instances is 1; it can be 2 to 100
      rpc --applications 1      | --applications is 1; it can be 2 to 5000
      scan --instances 7        | --instances is 7; it can be 50000 to
      """;

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = BAD_OPTIONS)
  void badOptionsAreNamed(String arguments, String expected) {
    Run run = run(NO_SERVERS, arguments);

    assertThat(run.status()).as(run.toString()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bridge --instances 1     | --instances is 1; it can be 2 to 100",
        "cli-start --runs none    | cli-start takes --runs 1 to 9999",
        "all --only nothing       | --only has nothing; it can have cli-start, catalog-size",
        "all --runs 0             | --runs is 0; it can be 1 to 99",
        "all --small --write-docs | --write-docs with --small",
        "nothing                  | nothing"
      })
  void scriptNamesBadOptions(String arguments, String expected) throws Exception {
    Run run = script(arguments);

    assertThat(run.status()).as(run.toString()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(expected);
  }

  private Run run(String arguments) {
    return run(SERVERS, arguments);
  }

  /** In this process. */
  private Run run(ServerSource servers, String arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        BenchCommand.run(
            servers,
            Path.of(System.getProperty(NacosEnsemble.WORK, "target/ensembles"))
                .toAbsolutePath()
                .resolve("bench-" + System.currentTimeMillis()),
            new PrintWriter(out),
            new PrintWriter(err),
            words(arguments));
    return new Run(status, out.toString(), err.toString());
  }

  private static String[] words(String arguments) {
    return arguments.strip().split(" +");
  }

  private Run script(String arguments) throws IOException, InterruptedException {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
    command.addAll(List.of(words(arguments)));
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(20, TimeUnit.MINUTES)) {
      // SIGTERM: it ends its servers.
      process.destroy();
      process.waitFor(1, TimeUnit.MINUTES);
    }
    return new Run(process.waitFor(), Files.readString(out), Files.readString(err));
  }

  private static void requireDocumented(String benchmark, JsonNode json) throws IOException {
    assertThat(
            DocumentedKeys.below(
                    "`" + benchmark + "`", Files.readString(COMPAT_TESTS.resolve("README.md")))
                .differences(json))
        .as("keys of %s in compat-tests/README.md: %s", benchmark, json)
        .isEmpty();
  }

  private record Run(int status, String out, String err) {

    /** The one object that a benchmark printed, which has the keys that are documented. */
    JsonNode result(String benchmark) throws IOException {
      assertThat(status).as(toString()).isZero();
      assertThat(out.lines()).as(out).hasSize(1);
      JsonNode json = new ObjectMapper().readTree(out);
      requireDocumented(benchmark, json);
      assertThat(ReportedFigures.missing(benchmark, json))
          .as("figures of %s that the report of all benchmarks takes", benchmark)
          .isEmpty();
      return json;
    }
  }
}
