package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

  @Mixin private WideFleetOptions fleet = new WideFleetOptions();

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

  @Override
  Supplier<ObjectNode> prepare() {
    fleet.require(this);
    requireRange("--in-flight", inFlight, 1, 5_000);
    requireRange("--repeats", repeats, 1, 9);
    MassStart.Settings settings =
        new MassStart.Settings(fleet.fleet(), fleet.subscribers(), inFlight, repeats, fleet.heap());
    return () ->
        new MassStart(settings, servers(), progress(MassStart.plannedSeconds(settings))).run();
  }
}
