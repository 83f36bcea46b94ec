package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.load.bench.Registrations.Ramp;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code compat-tests/bench registrations}. */
@Command(
    name = "registrations",
    mixinStandardHelpOptions = true,
    description =
        "How many registrations a second a cluster makes durable, one by one and in batches: a ramp"
            + " until the 99th percentile of their delay, as the servers' metrics have it, is a"
            + " second.")
final class RegistrationsCommand extends BenchCommand.Benchmark {

  private static final int MAX_CONNECTIONS = 15_000;

  /** Ten times as many instances are in the catalog in the last step of batches. */
  private static final int MAX_PER_STEP = 30_000;

  @Option(
      names = "--members",
      paramLabel = "N,...",
      split = ",",
      defaultValue = "1,3",
      description = "members of the clusters, one after the other: 1, 3 or both (default: 1,3)")
  private List<Integer> members = List.of();

  @Option(
      names = "--applications",
      paramLabel = "N",
      defaultValue = "100",
      description = "applications they belong to, all switched on (default: 100)")
  private int applications;

  @Option(
      names = "--interfaces",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "interfaces a provider registers, one after the other; each is a registration"
              + " (default: 1)")
  private int interfaces;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "100",
      description = "instances that a client registers at once in the second ramp (default: 100)")
  private int batch;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "5",
      description = "of each step of a ramp (default: 5)")
  private int seconds;

  @Option(
      names = "--from",
      paramLabel = "N",
      defaultValue = "200",
      description =
          "single registrations a second in the first step, batches begin with ten times as many"
              + " instances, stock with a quarter (default: 200)")
  private int from;

  @Option(
      names = "--to",
      paramLabel = "N",
      defaultValue = "3000",
      description =
          "single registrations a second in the last step at most, ten times as many instances in"
              + " batches (default: 3000)")
  private int to;

  @Option(
      names = "--percent",
      paramLabel = "N",
      defaultValue = "30",
      description = "by how much each step is above the one before it (default: 30)")
  private int percent;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "2048",
      description =
          "heap of each server, half of it for what is young (default: 2048, as the server's own"
              + " script has it)")
  private int heap;

  @Override
  Supplier<ObjectNode> prepare() {
    require(
        !members.isEmpty() && members.stream().allMatch(each -> each == 1 || each == 3),
        "--members is %s; it can be 1, 3 or 1,3",
        members);
    requireRange("--applications", applications, 1, 1_000);
    requireRange("--interfaces", interfaces, 1, 40);
    requireRange("--batch", batch, 2, 500);
    requireRange("--seconds", seconds, 1, 60);
    requireRange("--from", from, 4, 10_000);
    requireRange("--percent", percent, 5, 900);
    require(
        to >= from && (long) to * seconds / interfaces <= MAX_CONNECTIONS,
        "--to is %d; it can be %d to %d: each provider of a step is a connection",
        to,
        from,
        MAX_CONNECTIONS * interfaces / seconds);
    require(
        (long) to * seconds <= MAX_PER_STEP,
        "--to times --seconds is %d; it can be %d at most",
        (long) to * seconds,
        MAX_PER_STEP);
    requireRange("--heap", heap, 512, 16_384);
    double factor = 1 + percent / 100.0;
    Registrations.Settings settings =
        new Registrations.Settings(
            List.copyOf(members),
            applications,
            interfaces,
            batch,
            seconds,
            new Ramp(from, to, factor),
            new Ramp(10 * from, 10 * to, factor),
            new Ramp(from / 4, to, factor),
            heap);
    return () ->
        new Registrations(settings, servers(), progress(Registrations.plannedSeconds(settings)))
            .run();
  }
}
