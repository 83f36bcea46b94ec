package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code compat-tests/bench v1-front}. */
@Command(
    name = "v1-front",
    mixinStandardHelpOptions = true,
    description =
        "How many beats and lists of 1.x clients a 3.1.0 whose own API for them is off answers with"
            + " the plugin, against the API of a stock 2.2.4.")
final class V1FrontCommand extends BenchCommand.Benchmark {

  @Option(
      names = "--services",
      paramLabel = "N",
      defaultValue = "100",
      description = "services (default: 100)")
  private int services;

  @Option(
      names = "--instances",
      paramLabel = "N",
      defaultValue = "20",
      description = "instances of each (default: 20)")
  private int instances;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "32",
      description = "connections, each with one request under way (default: 32)")
  private int connections;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "4",
      description = "of each kind of request in a round (default: 4)")
  private int seconds;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "rounds that count (default: 5)")
  private int rounds;

  @Option(
      names = "--warm-ups",
      paramLabel = "N",
      defaultValue = "2",
      description = "rounds before them that do not (default: 2)")
  private int warmUps;

  @Option(
      names = "--waiters",
      paramLabel = "N",
      defaultValue = "19000",
      description =
          "clients that wait for a change of a configuration, each with a connection"
              + " (default: 19000, of the 20,000 files that a process may often open)")
  private int waiters;

  @Option(
      names = "--rest",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description =
          "for how long a server at rest is measured, with them and without (default: 10)")
  private int rest;

  /** Jars, databases and logs of a server. */
  private static final int OTHER_FILES = 1_000;

  /** What this process may open, and hence the servers. */
  private static long files() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : Long.MAX_VALUE;
  }

  @Override
  Supplier<ObjectNode> prepare() {
    requireRange("--waiters", waiters, 1, 100_000);
    long files = files();
    require(
        waiters + OTHER_FILES <= files,
        "--waiters is %d; it can be %d where a process may open %d files (ulimit -n)",
        waiters,
        files - OTHER_FILES,
        files);
    requireRange("--rest", rest, 1, 15);
    requireRange("--services", services, 1, 1_000);
    requireRange("--instances", instances, 1, 100);
    requireRange("--connections", connections, 1, 512);
    requireRange("--seconds", seconds, 1, 60);
    requireRange("--rounds", rounds, 1, 50);
    requireRange("--warm-ups", warmUps, 0, 20);
    V1Front.Settings settings =
        new V1Front.Settings(
            services,
            instances,
            connections,
            seconds,
            rounds,
            warmUps,
            waiters,
            Duration.ofSeconds(rest));
    return () -> new V1Front(settings, servers(), progress(V1Front.plannedSeconds(settings))).run();
  }
}
