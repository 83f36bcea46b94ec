package io.landbridge.migrate.cli;

import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.RuleSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How the MigrationRules of consumers will be written. */
@Command
final class RuleOptions {

  @Option(names = "--no-rules", description = "Plan no MigrationRules: consumers stay as they are.")
  boolean noRules;

  @Option(
      names = "--rule-for",
      paramLabel = "APP",
      split = ",",
      description =
          "Plan a rule for this consumer also if nobody knows which Dubbo it runs; may be repeated."
              + " Dubbo 2.x does not read it.")
  List<String> ruleFor = new ArrayList<>();

  @Option(
      names = "--rule-step",
      paramLabel = "STEP",
      description =
          "APPLICATION_FIRST, which keeps the interface level at hand, or FORCE_APPLICATION;"
              + " APPLICATION_FIRST if not given.")
  String step = RuleSettings.DEFAULT.step();

  @Option(
      names = "--threshold",
      paramLabel = "P",
      description =
          "How many of its interface-level addresses a consumer must find at application level, in"
              + " percent of what is observed when its rule is written; 90 if not given.")
  int threshold = RuleSettings.DEFAULT.thresholdPercent();

  @Option(
      names = "--delay",
      paramLabel = "SECONDS",
      description = "How long a consumer waits for addresses before it compares; 10 if not given.")
  int delay = RuleSettings.DEFAULT.delaySeconds();

  @Option(
      names = "--proportion",
      paramLabel = "P[,P...]",
      split = ",",
      description =
          "The shares of calls that go to the application level, one after the other, in percent;"
              + " rising, the last one 100; 100 if not given.")
  List<Integer> proportions = new ArrayList<>(RuleSettings.DEFAULT.proportions());

  RuleSettings settings() throws CommandException {
    return CommandException.orUsage(
        "--rule-step, --threshold, --delay, --proportion",
        "see 'landbridge plan --help'",
        () -> new RuleSettings(step, threshold, delay, noRules ? List.of() : proportions));
  }

  /** The consumers that get a rule whatever is known of them; refuses who calls nobody. */
  SortedSet<String> consumers(Inventory inventory) throws CommandException {
    for (String each : ruleFor) {
      if (inventory.calls().stream().noneMatch(call -> call.consumer().equals(each))) {
        throw CommandException.precondition(
            "'%s' is not known to call anybody".formatted(each),
            "--rule-for, " + inventory.server(),
            "check its name; 'landbridge scan -o json' has who calls whom");
      }
    }
    return new TreeSet<>(ruleFor);
  }
}
