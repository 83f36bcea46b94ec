package io.landbridge.compat.nightly;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The parts of a nightly run. */
final class Parts {

  private static final Duration SMALL = Duration.ofMinutes(15);

  private static final String SMALL_BRIDGE =
      "--services 4 --instances 10 --beats 1 --interval 1 --rounds 1 --warm-ups 0 --probes 2";

  private final Path root;
  private final boolean small;
  private final List<Part> parts = new ArrayList<>();

  private Parts(Path root, boolean small) {
    this.root = root;
    this.small = small;
  }

  /**
   * All parts, in the order in which they are run.
   *
   * @param root of the build tree
   * @param small each at its smallest, which only shows that it runs
   */
  static List<Part> all(Path root, boolean small) {
    Parts all = new Parts(root, small);
    all.benches();
    all.runs();
    all.scenarios();
    return List.copyOf(all.parts);
  }

  private void benches() {
    bench("cli-start", 10, "--runs 3", "help_ms", "jvm_ms");
    bench(
        "catalog-size",
        30,
        "--instances 300 --interfaces 3 --revisions 6",
        "heap_mb",
        "rocksdb_mb",
        "bytes_per_instance");
    bench(
        "raft-write",
        45,
        "--members 1 --heap 512 --providers 60 --applications 4 --persistent 40 --batch 5"
            + " --interfaces 2 --rounds 1 --warm-ups 0",
        "ephemeral_ratio",
        "durable_ratio",
        "capacity_ratio",
        "commit_lag_p99_ms");
    bench(
        "registrations",
        90,
        "--members 1 --applications 2 --seconds 1 --from 20 --to 26 --batch 10 --heap 512",
        "individual_per_second",
        "batches_per_second",
        "stock_persistent_per_second");
    bench(
        "restart",
        45,
        "--members 1 --providers 60 --applications 4 --sizes 60",
        "expected",
        "recovered",
        "seconds_to_full");
    bench(
        "push",
        25,
        "--rounds 6 --warm-ups 0 --interfaces 2 --instances 2",
        "ratio_p50",
        "ratio_p99");
    bench(
        "heap",
        30,
        "--providers 12 --applications 2 --interfaces 2 --protocols 2 --subscribers 2",
        "ratio_translated",
        "ratio_app_level",
        "ratio_app_floor",
        "idle_cpu_percent");
    bench(
        "mass-start",
        30,
        "--providers 12 --applications 2 --interfaces 2 --protocols 2 --subscribers 2",
        "ratio_application_level",
        "ratio_documents",
        "ratio_cpu");
    bench(
        "v1-front",
        15,
        "--services 10 --seconds 1 --rounds 1 --warm-ups 0",
        "ratio_beats",
        "ratio_full_beats",
        "ratio_list");
    bench(
        "bridge",
        90,
        SMALL_BRIDGE,
        "cpu_ratio",
        "cpu_ratio_importing",
        "cpu_ratio_builtin",
        "stored_ratio",
        "lost");
    String after = "bridge --sides SINGLE_WRITE_AFTER,DOUBLE_WRITE_AFTER --json";
    add(
        "bench-bridge-after",
        "bench",
        small ? after + " " + SMALL_BRIDGE : after,
        45,
        "cpu_ratio_builtin_after",
        "lost");
    bench(
        "attack",
        45,
        "--members 1 --seconds 2 --providers 3",
        "ratio_native_p99",
        "ratio_derived_p99",
        "ratio_v1_p99",
        "lost",
        "restarted");
    bench(
        "rpc",
        45,
        "--applications 4 --interfaces 8 --processes 8 --members 1 --seconds 1 --warm-up 0"
            + " --soak 0",
        "tps_ratio",
        "tps_ratio_against_control",
        "p99_ratio",
        "failed_calls");
    bench(
        "scan",
        45,
        "--services 80 --instances 400 --heap 64",
        "seconds",
        "requests",
        "requests_needed",
        "server_cpu_share_limited_highest");
  }

  private void runs() {
    run("translation", 240, "--full", "--server 3.1.0 --only 2.7.23*->*3.3.6");
    run("faults", 90, "", "--server 3.1.0 --only kill-leader");
    churn("churn", "3.1.0");
    churn("churn-2.2.4", "2.2.4");
    run("upgrade", 90, "", "--server 3.1.0 --back-after 0");
    run("fuzz", 300, "--seconds 600", "--only AcknowledgementFuzz --executions 20000");
    run(
        "fleet",
        120,
        "",
        "--applications 4 --interfaces 8 --processes 8 --members 1 --per-wave 4 --soak 0 --kills"
            + " 1");
  }

  private void scenarios() {
    scenario("mixed-lists", "MixedListsE2E", 75, "landbridge.mixed.minutes=10");
    scenario("outage", "TakeoverE2E", 60, "landbridge.outage.minutes=5");
    scenario("odd-names", "ScanE2E", 60, "landbridge.odd.applications=5000");
    scenario("mapping", "MappingE2E", 60, "landbridge.mapping=all");
  }

  private void bench(String name, int minutes, String smallest, String... figures) {
    String options = small ? "--json " + smallest : "--json";
    add("bench-" + name, "bench", name + " " + options, minutes, figures);
  }

  private void run(String name, int minutes, String full, String smallest) {
    add(name, "run", name + " " + (small ? smallest : full), minutes);
  }

  private void churn(String name, String server) {
    add(
        name,
        "run",
        "churn --server " + server + (small ? " --operations 100" : ""),
        90,
        "convergence_p99_ms",
        "unexplained",
        "wrong");
  }

  /** A class of end-to-end tests; what is built before it is not tested. */
  private void scenario(String name, String test, int minutes, String full) {
    add(name, scenario(root, test, small ? List.of() : List.of("-D" + full)), minutes);
  }

  /** The command that runs a class of end-to-end tests. */
  static List<String> scenario(Path root, String test, List<String> properties) {
    List<String> command = new ArrayList<>();
    command.add(root.resolve("mvnw").toString());
    command.addAll(List.of("-B", "-ntp", "-pl", "compat-tests/scenarios", "-am", "verify"));
    command.addAll(List.of("-Dtest=None", "-Dsurefire.failIfNoSpecifiedTests=false"));
    command.addAll(List.of("-Dit.test=" + test, "-Dfailsafe.failIfNoSpecifiedTests=false"));
    command.addAll(properties);
    return List.copyOf(command);
  }

  private void add(String name, String script, String words, int minutes, String... figures) {
    List<String> command = new ArrayList<>();
    command.add(root.resolve("compat-tests").resolve(script).toString());
    command.addAll(List.of(words.strip().split(" +")));
    add(name, command, minutes, figures);
  }

  private void add(String name, List<String> command, int minutes, String... figures) {
    parts.add(
        new Part(name, command, small ? SMALL : Duration.ofMinutes(minutes), List.of(figures)));
  }
}
