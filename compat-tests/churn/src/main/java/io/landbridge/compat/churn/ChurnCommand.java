package io.landbridge.compat.churn;

import io.landbridge.compat.RunCommand;
import io.landbridge.compat.cluster.NacosVersion;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Churn on both sides of a bridge: {@code compat-tests/run churn}. */
@Command(
    name = "churn",
    description =
        "Registers, deregisters, edits, moves, silences and kills clients at random on both sides of"
            + " a bridge, explains every state that either side shows meanwhile, and compares both"
            + " in the end with a model and with each other. The last line is a JSON object.",
    mixinStandardHelpOptions = true)
public final class ChurnCommand implements Callable<Integer> {

  @Option(
      names = "--operations",
      paramLabel = "N",
      defaultValue = "10000",
      description = "how many (default: 10000)")
  private int operations;

  @Option(names = "--seed", paramLabel = "N", description = "what all of them follow from")
  private long seed = new Random().nextInt(1_000_000);

  @Option(
      names = "--server",
      paramLabel = "VERSION",
      defaultValue = "3.1.0",
      description = "of the newer side: 3.1.0 or 2.2.4 (default: 3.1.0)")
  private String server;

  @Option(
      names = "--members",
      paramLabel = "N",
      defaultValue = "1",
      description = "of the newer side (default: 1)")
  private int members;

  @Option(
      names = "--lanes",
      paramLabel = "N",
      defaultValue = "16",
      description = "sequences of operations at the same time, with 8 providers each (default: 16)")
  private int lanes;

  @Option(
      names = "--bound",
      paramLabel = "SECONDS",
      defaultValue = "20",
      description =
          "how long either side may show what was before; more where something has to expire"
              + " (default: 20)")
  private int bound;

  private ChurnCommand() {}

  /**
   * Runs and exits: 0 everything is explained and equal, 1 something is not, 2 wrong usage.
   *
   * @param args as typed
   */
  public static void main(String[] args) {
    RunCommand.runAndExit(new ChurnCommand(), args);
  }

  @Override
  public Integer call() {
    Churn.Settings settings =
        new Churn.Settings(
            NacosVersion.of(server),
            members,
            operations,
            seed,
            lanes,
            0.9,
            Duration.ofSeconds(bound));
    ChurnReport report = new Churn(settings, RunCommand::say).run();
    System.out.print(report);
    System.out.println(report.json());
    return report.isGood() ? 0 : 1;
  }
}
