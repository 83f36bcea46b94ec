package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code compat-tests/bench push}. */
@Command(
    name = "push",
    mixinStandardHelpOptions = true,
    description =
        "How soon subscribers are told of a registration, natively and of what is derived from it,"
            + " in both directions.")
final class PushCommand extends BenchCommand.Benchmark {

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "100",
      description = "rounds that count, three registrations each (default: 100)")
  private int rounds;

  @Option(
      names = "--warm-ups",
      paramLabel = "N",
      defaultValue = "10",
      description = "rounds before them that do not (default: 10)")
  private int warmUps;

  @Option(
      names = "--interfaces",
      paramLabel = "N",
      defaultValue = "4",
      description = "interfaces of a provider (default: 4)")
  private int interfaces;

  @Option(
      names = "--instances",
      paramLabel = "N",
      defaultValue = "10",
      description = "providers of each application that are there all the time (default: 10)")
  private int instances;

  @Override
  Supplier<ObjectNode> prepare() {
    requireRange("--rounds", rounds, 1, 1_000);
    requireRange("--warm-ups", warmUps, 0, 100);
    requireRange("--interfaces", interfaces, 1, 40);
    requireRange("--instances", instances, 1, 100);
    Push.Settings settings = new Push.Settings(rounds, warmUps, interfaces, instances);
    return () -> new Push(settings, servers(), progress(Push.plannedSeconds(settings))).run();
  }
}
