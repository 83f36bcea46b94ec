package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.terminal.CommandException;
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

  @Option(names = "--no-rules", description = "Plan no MigrationRules: consumers are not moved.")
  boolean noRules;

  @Option(
      names = "--rule-for",
      paramLabel = "APP",
      split = ",",
      description =
          "Plan a rule for this consumer even if its Dubbo version is unknown (repeatable). Dubbo"
              + " 2.x ignores the rule.")
  List<String> ruleFor = new ArrayList<>();

  @Option(
      names = "--rule-step",
      paramLabel = "STEP",
      description =
          "Step of the rules: APPLICATION_FIRST (default; keeps the interface level as a fallback)"
              + " or FORCE_APPLICATION.")
  String step = RuleSettings.DEFAULT.step();

  @Option(
      names = "--threshold",
      paramLabel = "P",
      description =
          "Minimum percentage of a consumer's interface-level addresses that are also at"
              + " application level (default: 90). Measured when the rule is written.")
  int threshold = RuleSettings.DEFAULT.thresholdPercent();

  @Option(
      names = "--delay",
      paramLabel = "SECONDS",
      description =
          "Seconds a consumer waits for addresses before it compares the levels (default:"
              + " 10).")
  int delay = RuleSettings.DEFAULT.delaySeconds();

  @Option(
      names = "--proportion",
      paramLabel = "P[,P...]",
      split = ",",
      description =
          "Shares of calls for the application level, in percent, step by step (default:"
              + " 20,60,100). Ascending; the last one is 100; 100 alone moves all calls at once.")
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
            "no calls of consumer '%s' are known".formatted(each),
            "--rule-for, " + inventory.server(),
            "check the name; 'landbridge scan -o json' lists all calls");
      }
    }
    return new TreeSet<>(ruleFor);
  }
}
