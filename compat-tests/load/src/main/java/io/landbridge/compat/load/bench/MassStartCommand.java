package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code compat-tests/bench mass-start}. */
@Command(
    name = "mass-start",
    mixinStandardHelpOptions = true,
    description =
        "How long until every consumer knows a fleet that starts at once, at a stock server and"
            + " with every application switched on, and what takes the server's processors"
            + " meanwhile.")
final class MassStartCommand extends BenchCommand.Benchmark {

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
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "64",
      description = "providers that start at a time (default: 64)")
  private int inFlight;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "1",
      description = "how often both are measured, in turns; the median counts (default: 1)")
  private int repeats;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "1024",
      description = "maximum heap of each server (default: 1024)")
  private int heap;

  @Override
  Supplier<ObjectNode> prepare() {
    requireRange("--applications", applications, 1, 100);
    requireRange("--providers", providers, applications + 1, 5_000);
    requireRange("--interfaces", interfaces, 1, 40);
    requireRange("--protocols", protocols, 1, WideFleet.MAX_PROTOCOLS);
    requireRange("--url-bytes", urlBytes, 400, 8_192);
    requireRange("--subscribers", subscribers, 1, 100);
    requireRange("--in-flight", inFlight, 1, 5_000);
    requireRange("--repeats", repeats, 1, 9);
    requireRange("--heap", heap, 256, 4_096);
    MassStart.Settings settings =
        new MassStart.Settings(
            new WideFleet(applications, providers, interfaces, protocols, urlBytes),
            subscribers,
            inFlight,
            repeats,
            heap);
    return () ->
        new MassStart(settings, servers(), progress(MassStart.plannedSeconds(settings))).run();
  }
}
