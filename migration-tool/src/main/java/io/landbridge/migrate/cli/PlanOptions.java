package io.landbridge.migrate.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What part of a plan is meant, and where is written down what becomes of it. */
@Command
final class PlanOptions {

  private static final String ALL = "all";

  @Option(
      names = "--wave",
      paramLabel = "N|next|all",
      description = "With --plan: only this wave, the next one that is not done, or all of them.")
  String wave = ALL;

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      description =
          "With --plan: where is written down what is done; the name of the plan with .journal if"
              + " not given.")
  @Nullable Path journal;

  Path journal(Path plan) {
    return journal == null ? PlannedRun.journalOf(plan) : journal;
  }

  void refuseWithoutPlan() throws CommandException {
    if (!wave.equals(ALL) || journal != null) {
      throw CommandException.usage(
          "there are no waves and no journal without a plan",
          "--wave, --journal",
          "give --plan FILE; 'landbridge plan' makes one");
    }
  }
}
