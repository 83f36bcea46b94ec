package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code compat-tests/bench bridge}. */
@Command(
    name = "bridge",
    mixinStandardHelpOptions = true,
    description =
        "What the same 1.x clients cost a 1.4.1, a 3.1.0 with the plugin, without the bridge and"
            + " with it in DUAL_WRITE, and a 2.0.3 without and with its own double write; who is"
            + " missing meanwhile, and how soon each cluster shows what is registered at the"
            + " other.")
final class BridgeCommand extends BenchCommand.Benchmark {

  @Option(
      names = "--services",
      paramLabel = "N",
      defaultValue = "100",
      description = "services (default: 100)")
  private int services;

  @Option(
      names = "--instances",
      paramLabel = "N",
      defaultValue = "60",
      description = "instances of each (default: 60)")
  private int instances;

  @Option(
      names = "--beats",
      paramLabel = "N",
      defaultValue = "4",
      description = "of every instance in each of the three parts of a round (default: 4)")
  private int beats;

  @Option(
      names = "--interval",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "from one to the next (default: 5)")
  private int interval;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "6",
      description = "rounds that count (default: 6)")
  private int rounds;

  @Option(
      names = "--warm-ups",
      paramLabel = "N",
      defaultValue = "6",
      description = "rounds before them that do not (default: 6)")
  private int warmUps;

  @Option(
      names = "--probes",
      paramLabel = "N",
      defaultValue = "50",
      description = "registrations in each direction whose way is timed (default: 50)")
  private int probes;

  @Option(
      names = "--sides",
      paramLabel = "NAME,...",
      split = ",",
      description =
          "which take turns, of ${COMPLETION-CANDIDATES} (default: all but the last two); ratios"
              + " need both of theirs")
  private Set<BridgeLoad.Side> sides =
      EnumSet.range(BridgeLoad.Side.LEGACY, BridgeLoad.Side.DOUBLE_WRITE);

  @Override
  Supplier<ObjectNode> prepare() {
    requireRange("--services", services, 1, 1_000);
    requireRange("--instances", instances, 2, 100);
    requireRange("--beats", beats, 1, 100);
    requireRange("--interval", interval, 1, 10);
    requireRange("--rounds", rounds, 1, 50);
    requireRange("--warm-ups", warmUps, 0, 20);
    requireRange("--probes", probes, 1, 1_000);
    BridgeLoad.Settings settings =
        new BridgeLoad.Settings(
            services,
            instances,
            beats,
            Duration.ofSeconds(interval),
            rounds,
            warmUps,
            probes,
            EnumSet.copyOf(sides));
    return () ->
        new BridgeLoad(settings, servers(), progress(BridgeLoad.plannedSeconds(settings))).run();
  }
}
