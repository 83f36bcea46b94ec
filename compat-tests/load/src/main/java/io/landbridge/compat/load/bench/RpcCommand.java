package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.load.migration.CallsDuringMigration;
import io.landbridge.compat.load.migration.CallsDuringMigration.Settings;
import io.landbridge.compat.load.migration.GeneratedFleet;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code compat-tests/bench rpc}. */
@Command(
    name = "rpc",
    mixinStandardHelpOptions = true,
    description =
        "How many calls real Dubbo programs make per second before, while and after a generated"
            + " fleet and they themselves are migrated; how long calls take, and how many fail.")
final class RpcCommand extends BenchCommand.ClusterBenchmark {

  @Option(
      names = "--applications",
      paramLabel = "N",
      defaultValue = "200",
      description = "generated applications (default: 200)")
  private int applications;

  @Option(
      names = "--interfaces",
      paramLabel = "N",
      defaultValue = "2000",
      description = "interfaces of all of them (default: 2000)")
  private int interfaces;

  @Option(
      names = "--processes",
      paramLabel = "N",
      defaultValue = "5000",
      description = "provider processes of all of them (default: 5000)")
  private int processes;

  @Option(
      names = "--per-wave",
      paramLabel = "N",
      defaultValue = "25",
      description = "applications of a wave at most (default: 25)")
  private int perWave;

  @Option(
      names = "--soak",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "how long landbridge looks for trouble after each change (default: 5)")
  private int soak;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "120",
      description = "measured before and after (default: 120)")
  private int seconds;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "of calls that do not count, before that (default: 60)")
  private int warmUp;

  @Override
  Supplier<ObjectNode> prepareCluster() {
    requireRange("--applications", applications, 2, 5_000);
    requireRange("--interfaces", interfaces, applications, 50_000);
    requireRange("--processes", processes, applications, 50_000);
    requireRange("--per-wave", perWave, 1, 5_000);
    requireRange("--soak", soak, 0, 3_600);
    requireRange("--seconds", seconds, 1, 3_600);
    requireRange("--warm-up", warmUp, 0, 3_600);
    Settings settings =
        new Settings(
            new GeneratedFleet(applications, interfaces, processes),
            members(),
            perWave,
            soak,
            seconds,
            warmUp);
    Progress progress = progress(0);
    return () ->
        new CallsDuringMigration(settings, servers(), work().resolve("rpc"), progress::note).run();
  }
}
