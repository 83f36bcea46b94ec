package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code compat-tests/bench heap}. */
@Command(
    name = "heap",
    mixinStandardHelpOptions = true,
    description =
        "Live heap and processor time of a server for the same providers at either level, with and"
            + " without the plugin.")
final class HeapCommand extends BenchCommand.Benchmark {

  @Mixin private WideFleetOptions fleet = new WideFleetOptions();

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
      names = "--quiet",
      paramLabel = "SECONDS",
      defaultValue = "3",
      description = "without a push, after which a server is taken to be done (default: 3)")
  private int quiet;

  @Override
  Supplier<ObjectNode> prepare() {
    fleet.require(this);
    requireRange("--repeats", repeats, 1, 5);
    requireRange("--quiet", quiet, 1, 60);
    Heap.Settings settings =
        new Heap.Settings(
            fleet.fleet(),
            fleet.subscribers(),
            List.copyOf(variants),
            repeats,
            fleet.heap(),
            Duration.ofSeconds(quiet));
    return () -> new Heap(settings, servers(), progress(Heap.plannedSeconds(settings))).run();
  }
}
