package io.landbridge.compat.load.suite;

import io.landbridge.compat.load.suite.Plot.Line;
import java.time.Duration;
import java.util.List;

/** All benchmarks, in the order in which they are run: the quick ones first. */
final class Benchmarks {

  private Benchmarks() {}

  static List<Benchmark> all() {
    return List.of(
        cliStart(),
        catalogSize(),
        push(),
        heap(),
        massStart(),
        raftWrite(),
        registrations(),
        restart(),
        v1Front(),
        bridge(),
        rpc(),
        scan(),
        attack());
  }

  private static Benchmark cliStart() {
    return of(
        "cli-start",
        "How long the landbridge command takes to start, next to a JVM that does nothing.",
        "",
        "--runs 3",
        10,
        List.of(
            Figure.of("landbridge --help, the middle one, ms", "/help_ms")
                .between("ms", "/help_ms", "/jvm_ms"),
            Figure.of(
                "landbridge --help without its archive of classes, ms",
                "/help_without_archive_ms")),
        List.of());
  }

  private static Benchmark catalogSize() {
    return of(
        "catalog-size",
        "What a catalog of a fleet's size takes in memory and on disk.",
        "",
        "--instances 300 --interfaces 3 --revisions 6",
        30,
        List.of(
            Figure.of("heap, MB", "/heap_mb"),
            Figure.of("memory of the database, MB", "/rocksdb_mb"),
            Figure.of("memory of an instance, bytes", "/bytes_per_instance"),
            Figure.of("on disk, MB", "/disk_mb")),
        List.of());
  }

  private static Benchmark push() {
    return of(
        "push",
        "How soon subscribers are told, of what was registered and of what is derived from it.",
        "",
        "--rounds 6 --warm-ups 0 --interfaces 2 --instances 2",
        25,
        List.of(
            Figure.of("derived / native, p50", "/ratio_p50")
                .between("ms", "/derived/p50_ms", "/native/p50_ms"),
            Figure.of("derived / native, p99", "/ratio_p99")
                .between("ms", "/derived/p99_ms", "/native/p99_ms"),
            Figure.of("native pushes with the plugin, p99, ms", "/native/p99_ms")
                .between("ms", "/native/p99_ms", "/stock/p99_ms")),
        List.of());
  }

  private static Benchmark heap() {
    return of(
        "heap",
        "Live heap and processor time of a server for the same providers at either level.",
        "",
        "--providers 12 --applications 2 --interfaces 2 --protocols 2 --subscribers 2",
        45,
        List.of(
            Figure.of(
                    "heap: application level with interface-level consumers / stock",
                    "/ratio_app_floor")
                .between("MB", "/plugin_downward/heap_added_mb", "/stock_application/heap_added_mb")
                .atMost(1.03),
            Figure.of("heap: stock interface level / application level", "/ratio_app_level")
                .between("MB", "/plugin_downward/heap_added_mb", "/stock_interface/heap_added_mb"),
            Figure.of("heap: everything switched on / stock interface level", "/ratio_translated")
                .between(
                    "MB", "/plugin_translated/heap_added_mb", "/stock_interface/heap_added_mb"),
            Figure.of("heap: processes of dubbo-go / of Dubbo in Java, stock", "/stock_ratio_go")
                .between(
                    "MB",
                    "/stock_application_go/heap_added_mb",
                    "/stock_application/heap_added_mb"),
            Figure.of("heap: processes of dubbo-go / of Dubbo in Java", "/ratio_go")
                .between(
                    "MB", "/plugin_downward_go/heap_added_mb", "/plugin_downward/heap_added_mb")
                .atMost(1.3),
            Figure.of("catalog: processes of dubbo-go / of Dubbo in Java", "/bytes_ratio_go")
                .between(
                    "bytes",
                    "/plugin_downward_go/catalog_bytes_per_provider",
                    "/plugin_downward/catalog_bytes_per_provider")
                .atMost(1.3),
            Figure.of(
                    "pushed when one comes back: process of dubbo-go / of Dubbo in Java",
                    "/restart_ratio_go")
                .between(
                    "KB",
                    "/plugin_downward_go/restart_kb_per_subscriber",
                    "/plugin_downward/restart_kb_per_subscriber")
                .atMost(1.3),
            Figure.of("processor time: everything switched on / stock", "/cpu_ratio_translated")
                .between("s", "/plugin_translated/cpu_seconds", "/stock_interface/cpu_seconds"),
            Figure.of("pushed to a consumer of both levels / before", "/bytes_ratio_during")
                .between(
                    "KB",
                    "/plugin_translated/restart_kb_per_subscriber",
                    "/stock_interface/restart_kb_per_subscriber"),
            Figure.of("pushed to a consumer of applications / before", "/bytes_ratio_after")
                .between(
                    "KB",
                    "/stock_application/restart_kb_per_subscriber",
                    "/stock_interface/restart_kb_per_subscriber"),
            Figure.of("processor time of the idle plugin, %", "/idle_cpu_percent")
                .between("s", "/plugin_idle/cpu_seconds", "/stock_interface/cpu_seconds")
                .atMost(1),
            Figure.of("heap of the idle plugin, MB", "/idle_heap_mb")
                .between("MB", "/plugin_idle/heap_full_mb", "/stock_interface/heap_full_mb")
                .atMost(8)),
        List.of());
  }

  private static Benchmark massStart() {
    return of(
        "mass-start",
        "How long until every consumer knows a fleet that starts at once.",
        "",
        "--providers 12 --applications 2 --interfaces 2 --protocols 2 --subscribers 2",
        45,
        List.of(
            Figure.of("application level / stock interface level", "/ratio_application_level")
                .between(
                    "s",
                    "/plugin/seconds_until_application_level",
                    "/stock/seconds_until_interface_level")
                .atMost(1.1),
            Figure.of("interface level / stock interface level", "/ratio_interface_level")
                .between(
                    "s",
                    "/plugin/seconds_until_interface_level",
                    "/stock/seconds_until_interface_level"),
            Figure.of("last answer / stock", "/ratio_last_answer")
                .between(
                    "s", "/plugin/seconds_until_last_answer", "/stock/seconds_until_last_answer"),
            Figure.of("documents written / needed", "/ratio_documents").atMost(1.2),
            Figure.of("processor time of the server / stock", "/ratio_cpu")
                .between("s", "/plugin/cpu_seconds", "/stock/cpu_seconds")
                .atMost(1.1)),
        List.of(
            Plot.of(
                "Subscriptions that know every provider",
                "seconds since the first request",
                "% of all",
                new Line(
                    "stock, interfaces",
                    "/stock/timeline",
                    "second",
                    "interface_subscriptions",
                    true),
                new Line(
                    "plugin, interfaces",
                    "/plugin/timeline",
                    "second",
                    "interface_subscriptions",
                    true),
                new Line(
                    "plugin, applications",
                    "/plugin/timeline",
                    "second",
                    "application_subscriptions",
                    true)),
            Plot.of(
                "Processor time of the server",
                "seconds since the first request",
                "seconds",
                new Line("stock", "/stock/timeline", "second", "cpu_seconds", false),
                new Line("plugin", "/plugin/timeline", "second", "cpu_seconds", false))));
  }

  private static Benchmark raftWrite() {
    return of(
        "raft-write",
        "What durable registrations cost, against a stock cluster under the same load.",
        "",
        "--members 1 --heap 512 --providers 60 --applications 4 --persistent 40 --batch 5"
            + " --interfaces 2 --rounds 1 --warm-ups 0",
        45,
        List.of(
            Figure.of("registrations / stock ephemeral", "/ephemeral_ratio")
                .between(
                    "per second", "/plugin_ephemeral/per_second", "/stock_ephemeral/per_second")
                .atLeast(0.95),
            Figure.of("processor time of one / stock ephemeral", "/ephemeral_processor_ratio")
                .between(
                    "ms",
                    "/plugin_ephemeral/processor_ms_each",
                    "/stock_ephemeral/processor_ms_each")
                .atMost(1.1),
            Figure.of("registrations / stock persistent", "/durable_ratio")
                .between(
                    "per second", "/plugin_ephemeral/per_second", "/stock_persistent/per_second")
                .atLeast(4),
            Figure.of("capacity of the catalog / stock persistent", "/capacity_ratio")
                .between(
                    "per second", "/catalog_capacity/per_second", "/stock_persistent/per_second")
                .atLeast(25),
            Figure.of("from the answer to the catalog, p99, ms", "/commit_lag_p99_ms")),
        List.of(
            Plot.of(
                "Registrations of each round",
                "round",
                "per second",
                new Line("stock, ephemeral", "/stock_ephemeral/rounds", "", "", false),
                new Line("plugin, until committed", "/plugin_ephemeral/rounds", "", "", false),
                new Line("stock, persistent", "/stock_persistent/rounds", "", "", false))));
  }

  private static Benchmark registrations() {
    return of(
        "registrations",
        "How many registrations a second a cluster makes durable, one by one and in batches.",
        "",
        "--members 1 --applications 2 --seconds 1 --from 20 --to 30 --batch 10 --heap 512",
        90,
        List.of(
            Figure.of("single registrations a second with p99 below 1 s", "/individual_per_second")
                .between("per second", "/individual_per_second", "/stock_persistent_per_second")
                .atLeast(1_100),
            Figure.of("instances a second in batches with p99 below 1 s", "/batches_per_second")
                .between("per second", "/batches_per_second", "/stock_persistent_per_second")
                .atLeast(11_000)),
        List.of(
            ramp("Single registrations: p99 as more of them come", "individual", true),
            ramp("Batches: p99 as more of them come", "batches", false)));
  }

  private static Plot ramp(String title, String key, boolean withStock) {
    Line one =
        new Line(
            "plugin, one member",
            "/members_1/" + key + "/steps",
            "offered_per_second",
            "p99_ms",
            false);
    Line three =
        new Line(
            "plugin, three members",
            "/members_3/" + key + "/steps",
            "offered_per_second",
            "p99_ms",
            false);
    Line stock =
        new Line(
            "stock persistent, three members",
            "/members_3/stock_persistent/steps",
            "offered_per_second",
            "p99_ms",
            false);
    return new Plot(
        title,
        "offered a second",
        "p99, ms",
        withStock ? List.of(one, three, stock) : List.of(one, three));
  }

  private static Benchmark restart() {
    return of(
        "restart",
        "What is known after all servers were killed, and how soon.",
        "",
        "--members 1 --providers 60 --applications 4 --sizes 60",
        45,
        List.of(
            Figure.of("instances recovered", "/recovered")
                .between("instances", "/recovered", "/stock_recovered_at_that_time"),
            Figure.of("seconds until the catalog is whole", "/seconds_to_full")),
        List.of(
            Plot.of(
                "Until the catalog is whole, by its size",
                "instances",
                "seconds",
                new Line(
                    "from the start of the processes",
                    "/growth",
                    "instances",
                    "seconds_to_full",
                    false),
                new Line(
                    "from when the server is ready",
                    "/growth",
                    "instances",
                    "seconds_from_ready_to_full",
                    false))));
  }

  private static Benchmark v1Front() {
    return of(
        "v1-front",
        "Beats and lists of 1.x clients, against the API of a stock 2.2.4.",
        "",
        "--services 10 --seconds 1 --rounds 1 --warm-ups 0 --waiters 200 --rest 1",
        20,
        List.of(
            Figure.of("short beats / stock", "/ratio_beats")
                .between("per second", "/beats/front_per_second", "/beats/stock_per_second")
                .atLeast(1),
            Figure.of("full beats / stock", "/ratio_full_beats")
                .between(
                    "per second", "/full_beats/front_per_second", "/full_beats/stock_per_second")
                .atLeast(1),
            Figure.of("lists / stock", "/ratio_list")
                .between("per second", "/list/front_per_second", "/list/stock_per_second")
                .atLeast(1),
            Figure.of("heap of clients that wait / stock", "/ratio_polls_heap")
                .between("MB", "/polls/front/heap_added_mb", "/polls/stock/heap_added_mb")
                .atMost(1.05),
            Figure.of("until all who wait are told, ms", "/polls_told_all_ms").atMost(1_000),
            Figure.of("until all who wait are told / stock", "/ratio_polls_told_all")
                .between("ms", "/polls/front/told_all/max_ms", "/polls/stock/told_all/max_ms")),
        List.of());
  }

  private static Benchmark bridge() {
    return of(
        "bridge",
        "What the bridge costs a server, and its own double write a 2.0.3.",
        "",
        "--services 4 --instances 10 --beats 1 --interval 1 --rounds 1 --warm-ups 0 --probes 2",
        90,
        List.of(
            Figure.of("processor time with the bridge / without", "/cpu_ratio").atMost(1.2),
            Figure.of(
                "processor time of the double write of 2.0.3 / without", "/cpu_ratio_builtin"),
            Figure.of("stored with the bridge / without", "/stored_ratio").atMost(1.05),
            Figure.of("stored by the double write of 2.0.3 / without", "/stored_ratio_builtin"),
            Figure.of("instances lost", "/lost").atMost(0),
            Figure.of("from one cluster to the other, p99, ms", "/convergence_p99_ms")),
        List.of());
  }

  private static Benchmark rpc() {
    return of(
        "rpc",
        "Calls of real Dubbo programs before and while a fleet is migrated.",
        "",
        "--applications 4 --interfaces 8 --processes 8 --members 1 --seconds 1 --warm-up 0"
            + " --soak 0",
        45,
        List.of(
            Figure.of(
                    "calls a second while migrated / before, against the control",
                    "/tps_ratio_against_control")
                .between("while migrated / before", "/tps_ratio", "/control/tps_ratio")
                .atLeast(0.97),
            Figure.of("calls a second while migrated", "/tps_during")
                .between("per second", "/tps_during", "/tps_before"),
            Figure.of("p99 while migrated / before", "/p99_ratio")
                .between("ms", "/p99_during_ms", "/p99_before_ms"),
            Figure.of("failed calls", "/failed_calls").atMost(0)),
        List.of());
  }

  private static Benchmark scan() {
    return of(
        "scan",
        "What landbridge scan takes on a large stock server.",
        "",
        "--services 80 --instances 400 --heap 64",
        45,
        List.of(
            Figure.of("seconds", "/seconds"),
            Figure.of("requests", "/requests"),
            Figure.of("share of the server's processors with a limit", "/server_cpu_share_limited"),
            Figure.of("memory of the command, MB", "/cli_peak_rss_mb")),
        List.of());
  }

  private static Benchmark attack() {
    return of(
        "attack",
        "What honest clients notice while everything hostile is sent to a cluster.",
        "",
        "--members 1 --seconds 2 --providers 3",
        45,
        List.of(
            Figure.of("native pushes attacked / alone, p99", "/ratio_native_p99")
                .between("ms", "/native/attacked/p99_ms", "/native/alone/p99_ms"),
            Figure.of("derived pushes attacked / alone, p99", "/ratio_derived_p99")
                .between("ms", "/derived/attacked/p99_ms", "/derived/alone/p99_ms"),
            Figure.of("honest providers lost", "/lost").atMost(0),
            Figure.of("servers that ended", "/restarted").atMost(0)),
        List.of());
  }

  private static Benchmark of(
      String name,
      String what,
      String full,
      String small,
      int minutes,
      List<Figure> figures,
      List<Plot> plots) {
    return new Benchmark(
        name, what, words(full), words(small), Duration.ofMinutes(minutes), figures, plots);
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split(" +"));
  }
}
