package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code compat-tests/bench bridge}. */
@Command(
    name = "bridge",
    mixinStandardHelpOptions = true,
    description =
        "What the same 1.x clients cost a 1.4.1 alone, a 3.1.0 with the plugin alone, and both with"
            + " the bridge in DUAL_WRITE between them; who is missing meanwhile, and how soon each"
            + " shows what is registered at the other.")
final class BridgeCommand extends FleetBenchmark {

  @Option(
      names = "--beats",
      paramLabel = "N",
      defaultValue = "4",
      description = "of every instance in a round, 5 s apart (default: 4)")
  private int beats;

  @Option(
      names = "--warm-ups",
      paramLabel = "N",
      defaultValue = "1",
      description = "rounds before them that do not (default: 1)")
  private int warmUps;

  @Option(
      names = "--probes",
      paramLabel = "N",
      defaultValue = "50",
      description = "registrations in each direction whose way is timed (default: 50)")
  private int probes;

  @Override
  Supplier<ObjectNode> prepare() {
    requireRange("--services", services(), 1, 1_000);
    requireRange("--instances", instances(), 2, 100);
    requireRange("--beats", beats, 1, 100);
    requireRange("--rounds", rounds(), 1, 50);
    requireRange("--warm-ups", warmUps, 0, 20);
    requireRange("--probes", probes, 1, 1_000);
    BridgeLoad.Settings settings =
        new BridgeLoad.Settings(services(), instances(), beats, rounds(), warmUps, probes);
    return () ->
        new BridgeLoad(settings, new Progress(System.err, BridgeLoad.plannedSeconds(settings)))
            .run();
  }
}
