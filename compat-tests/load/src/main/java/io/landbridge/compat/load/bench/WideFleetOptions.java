package io.landbridge.compat.load.bench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of the benchmarks that have a {@link WideFleet} at one server after the other. */
@Command
final class WideFleetOptions {

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
      description = "protocols of an interface; a URL each (default: 5)")
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
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "1024",
      description = "maximum heap of each server (default: 1024)")
  private int heap;

  /** Refuses what is out of range. */
  void require(BenchCommand.Benchmark benchmark) {
    benchmark.requireRange("--applications", applications, 1, 100);
    benchmark.requireRange("--providers", providers, applications + 1, 5_000);
    benchmark.requireRange("--interfaces", interfaces, 1, 40);
    benchmark.requireRange("--protocols", protocols, 1, WideFleet.MAX_PROTOCOLS);
    benchmark.requireRange("--url-bytes", urlBytes, 400, 8_192);
    benchmark.requireRange("--subscribers", subscribers, 1, 100);
    benchmark.requireRange("--heap", heap, 256, 4_096);
  }

  WideFleet fleet() {
    return new WideFleet(applications, providers, interfaces, protocols, urlBytes);
  }

  int subscribers() {
    return subscribers;
  }

  /** The maximum heap of each server, in MB. */
  int heap() {
    return heap;
  }
}
