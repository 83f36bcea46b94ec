package io.landbridge.compat.fault;

import io.landbridge.compat.RunCommand;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.fault.Verdict.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Every fault, or some: {@code compat-tests/run faults}. */
@Command(
    name = "faults",
    description =
        "Hurts a real cluster of three while clients work with it, and checks what is left. The last"
            + " line is 'N passed, N failed, N skipped'.",
    mixinStandardHelpOptions = true)
public final class FaultsCommand implements Callable<Integer> {

  @Option(names = "--only", paramLabel = "NAME", description = "this fault only; repeatable")
  private List<String> only = List.of();

  @Option(names = "--seed", paramLabel = "N", description = "of the order and of the workload")
  private long seed = new Random().nextInt(1_000_000);

  @Option(
      names = "--server",
      paramLabel = "VERSION",
      description = "3.1.0 or 2.2.4 (default: both)")
  private List<String> servers = List.of("3.1.0", "2.2.4");

  @Option(names = "--list", description = "only say which there are")
  private boolean list;

  private FaultsCommand() {}

  /**
   * Runs and exits: 0 nothing failed, 1 something did, 2 wrong usage.
   *
   * @param args as typed
   */
  public static void main(String[] args) {
    RunCommand.runAndExit(new FaultsCommand(), args);
  }

  @Override
  public Integer call() {
    Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
    RunCommand.say("seed " + seed);
    for (String server : servers) {
      NacosVersion version = NacosVersion.of(server);
      List<Fault> faults = new ArrayList<>(chosen(version));
      Collections.shuffle(faults, new Random(seed));
      if (list) {
        faults.stream()
            .map(Fault::label)
            .sorted()
            .forEach(label -> RunCommand.say(server + " " + label));
        continue;
      }
      try (FaultRuns runs = new FaultRuns(version, seed, faults, RunCommand.logs("faults"))) {
        for (Fault fault : faults) {
          RunCommand.say("..... " + server + " " + fault.label());
          Verdict verdict = runs.run(fault);
          counts.merge(verdict.outcome(), 1, Integer::sum);
          RunCommand.say(verdict.toString());
        }
      }
    }
    System.out.printf(
        "%d passed, %d failed, %d skipped%n",
        counts.getOrDefault(Outcome.PASSED, 0),
        counts.getOrDefault(Outcome.FAILED, 0),
        counts.getOrDefault(Outcome.SKIPPED, 0));
    return counts.containsKey(Outcome.FAILED) ? 1 : 0;
  }

  private List<Fault> chosen(NacosVersion version) {
    if (only.isEmpty()) {
      return FaultRuns.of(version);
    }
    List<Fault> named = only.stream().map(Fault::of).toList();
    return servers.size() > 1
        ? named.stream().filter(FaultRuns.of(version)::contains).toList()
        : named;
  }
}
