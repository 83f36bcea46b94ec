package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code compat-tests/bench heap}. */
@Command(
    name = "heap",
    mixinStandardHelpOptions = true,
    description =
        "Live heap and processor time of a server for the same providers at either level, with and"
            + " without the plugin.")
final class HeapCommand extends BenchCommand.Benchmark {

  @Option(
      names = "--providers",
      paramLabel = "N",
      defaultValue = "500",
      description = "provider processes, each with a connection (default: 500)")
  private int providers;

  @Option(
      names = "--applications",
      paramLabel = "N",
      defaultValue = "10",
      description = "applications they belong to (default: 10)")
  private int applications;

  @Option(
      names = "--interfaces",
      paramLabel = "N",
      defaultValue = "8",
      description = "interfaces of a provider (default: 8)")
  private int interfaces;

  @Option(
      names = "--protocols",
      paramLabel = "N",
      defaultValue = "5",
      description = "protocols of an interface (default: 5)")
  private int protocols;

  @Option(
      names = "--url-bytes",
      paramLabel = "N",
      defaultValue = "1024",
      description = "length of each URL (default: 1024)")
  private int urlBytes;

  @Option(
      names = "--subscribers",
      paramLabel = "N",
      defaultValue = "20",
      description = "subscribers of everything (default: 20)")
  private int subscribers;

  @Option(
      names = "--variants",
      paramLabel = "NAME,...",
      split = ",",
      description =
          "which to measure (default: all): ${COMPLETION-CANDIDATES}; ratios need both sides")
  private List<Heap.Variant> variants = List.of(Heap.Variant.values());

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "1",
      description = "how often each variant is measured; the median counts (default: 1)")
  private int repeats;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "1024",
      description = "maximum heap of each server (default: 1024)")
  private int heap;

  @Option(
      names = "--quiet",
      paramLabel = "SECONDS",
      defaultValue = "3",
      description = "without a push, after which a server is taken to be done (default: 3)")
  private int quiet;

  @Override
  Supplier<ObjectNode> prepare() {
    requireRange("--applications", applications, 1, 100);
    requireRange("--providers", providers, applications + 1, 5_000);
    requireRange("--interfaces", interfaces, 1, 40);
    requireRange("--protocols", protocols, 1, WideFleet.MAX_PROTOCOLS);
    requireRange("--url-bytes", urlBytes, 400, 8_192);
    requireRange("--subscribers", subscribers, 1, 100);
    requireRange("--repeats", repeats, 1, 5);
    requireRange("--heap", heap, 256, 4_096);
    requireRange("--quiet", quiet, 1, 60);
    Heap.Settings settings =
        new Heap.Settings(
            new WideFleet(applications, providers, interfaces, protocols, urlBytes),
            subscribers,
            List.copyOf(variants),
            repeats,
            heap,
            Duration.ofSeconds(quiet));
    return () -> new Heap(settings, servers(), progress(Heap.plannedSeconds(settings))).run();
  }
}
