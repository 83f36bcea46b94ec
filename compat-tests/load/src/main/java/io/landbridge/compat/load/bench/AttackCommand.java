package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code compat-tests/bench attack}. */
@Command(
    name = "attack",
    mixinStandardHelpOptions = true,
    description =
        "What honest clients of a cluster with a bridge notice while strangers, providers that are"
            + " asked, a legacy cluster and administrators send it all that they should not.")
final class AttackCommand extends BenchCommand.ClusterBenchmark {

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "600",
      description = "with all attacks, and before them without (default: 600)")
  private int seconds;

  @Option(
      names = "--per-second",
      paramLabel = "N",
      defaultValue = "5",
      description =
          "how often each attack is made; none begins before the one before it has ended"
              + " (default: 5)")
  private int perSecond;

  @Option(
      names = "--providers",
      paramLabel = "N",
      defaultValue = "60",
      description = "honest providers that are there all the time (default: 60)")
  private int providers;

  @Override
  Supplier<ObjectNode> prepareCluster() {
    requireRange("--seconds", seconds, 1, 36_000);
    requireRange("--per-second", perSecond, 1, 100);
    requireRange("--providers", providers, 1, 1_000);
    AttackLoad.Settings settings =
        new AttackLoad.Settings(members(), seconds, perSecond, providers);
    return () ->
        new AttackLoad(settings, servers(), progress(AttackLoad.plannedSeconds(settings))).run();
  }
}
