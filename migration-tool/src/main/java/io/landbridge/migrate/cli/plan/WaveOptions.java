package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.Limits;
import io.landbridge.migrate.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How applications are put into waves. */
@Command
final class WaveOptions {

  private static final int MAX_MINUTES = 7 * 24 * 60;

  @Option(
      names = "--max-applications",
      paramLabel = "N",
      description = "Maximum number of applications per wave (default: 25).")
  int maxApplications = Limits.DEFAULT.maxApplications();

  @Option(
      names = "--max-percent",
      paramLabel = "P",
      description =
          "Maximum share of all processes per wave, in percent (default: 25). A single larger"
              + " application gets its own wave.")
  int maxPercent = Limits.DEFAULT.maxPercent();

  @Option(
      names = "--exclude",
      paramLabel = "APP",
      split = ",",
      description = "Exclude this application from the waves and list it as excluded (repeatable).")
  List<String> excluded = new ArrayList<>();

  @Option(
      names = "--first",
      paramLabel = "APP",
      split = ",",
      description = "Put this application into the first wave (repeatable).")
  List<String> first = new ArrayList<>();

  @Option(
      names = "--verify-within",
      paramLabel = "MINUTES",
      description =
          "Require a recorded verify of the previous wave before each wave, not older than MINUTES"
              + " and without differences. 'apply' refuses the wave without one.")
  int verifyWithin;

  @Option(
      names = "--show-to",
      paramLabel = "P[,P...]",
      split = ",",
      description =
          "Show each wave to these shares of the consumer processes before all, in percent"
              + " (ascending). The plugin selects the processes; 'apply' watches each share.")
  List<Integer> showTo = new ArrayList<>();

  /** The plan with the shares that its waves are shown to. */
  Plan showing(Plan plan) throws CommandException {
    return CommandException.orUsage(
        "--show-to", "give rising numbers from 1 to 99", () -> plan.showingTo(showTo));
  }

  /** How old the verify may be that a wave requires; 0 for none. */
  int verifyWithin() throws CommandException {
    if (verifyWithin < 0 || verifyWithin > MAX_MINUTES) {
      throw CommandException.usage(
          "invalid time " + verifyWithin,
          "--verify-within",
          "give 1 to %d minutes, or 0 to require none".formatted(MAX_MINUTES));
    }
    return verifyWithin;
  }

  Limits limits() throws CommandException {
    return CommandException.orUsage(
        "--max-applications, --max-percent",
        "use at least 1 application and 1 to 100 percent",
        () -> new Limits(maxApplications, maxPercent));
  }

  SortedMap<String, String> excluded(Inventory inventory) throws CommandException {
    Selection.of(excluded).in(inventory);
    SortedMap<String, String> reasons = new TreeMap<>();
    excluded.forEach(each -> reasons.put(each, "excluded by --exclude"));
    return reasons;
  }

  SortedSet<String> first(Inventory inventory) throws CommandException {
    Selection.of(first).in(inventory);
    return new TreeSet<>(first);
  }
}
