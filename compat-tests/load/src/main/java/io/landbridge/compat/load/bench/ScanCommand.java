package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code compat-tests/bench scan}. */
@Command(
    name = "scan",
    mixinStandardHelpOptions = true,
    description =
        "What landbridge scan takes on a large stock 3.1.0 server: time, requests, memory, and the"
            + " server's processor time with and without a limit for it.")
final class ScanCommand extends BenchCommand.Benchmark {

  /** Addresses are made of the number of a process. */
  private static final int MAX_INSTANCES = 1_000_000;

  @Option(
      names = "--services",
      paramLabel = "N",
      defaultValue = "50000",
      description = "services (default: 50000)")
  private int services;

  @Option(
      names = "--instances",
      paramLabel = "N",
      defaultValue = "500000",
      description = "instances of all of them (default: 500000)")
  private int instances;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "256",
      description = "maximum heap of the command (default: 256)")
  private int heap;

  @Option(
      names = "--limit",
      paramLabel = "PERCENT",
      defaultValue = "20",
      description = "of the processors, which the server may take the second time (default: 20)")
  private int limit;

  @Override
  Supplier<ObjectNode> prepare() {
    requireRange("--services", services, 1, 100_000);
    requireRange("--instances", instances, services, MAX_INSTANCES);
    require(
        instances % services == 0 && instances / services <= 500,
        "--instances is %d; it can be up to 500 times --services, a multiple",
        instances);
    requireRange("--heap", heap, 32, 4_096);
    requireRange("--limit", limit, 1, 99);
    ScanBench.Settings settings =
        new ScanBench.Settings(services, instances / services, heap, limit);
    return () ->
        new ScanBench(
                settings,
                servers(),
                work().resolve("scan"),
                progress(ScanBench.plannedSeconds(settings)))
            .run();
  }
}
