package io.landbridge.migrate.cli;

import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.Limits;
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

  @Option(
      names = "--max-applications",
      paramLabel = "N",
      description = "At most so many applications in a wave; 25 if not given.")
  int maxApplications = Limits.DEFAULT.maxApplications();

  @Option(
      names = "--max-percent",
      paramLabel = "P",
      description =
          "At most so much of all processes of the inventory in a wave, in percent, planned or not;"
              + " 25 if not given. One application alone may be more.")
  int maxPercent = Limits.DEFAULT.maxPercent();

  @Option(
      names = "--exclude",
      paramLabel = "APP",
      split = ",",
      description = "Leave this application out, and say so; may be repeated.")
  List<String> excluded = new ArrayList<>();

  @Option(
      names = "--first",
      paramLabel = "APP",
      split = ",",
      description = "Make this application the first wave; may be repeated.")
  List<String> first = new ArrayList<>();

  Limits limits() throws CommandException {
    return CommandException.orUsage(
        "--max-applications, --max-percent",
        "give at least 1 application and 1 to 100 percent",
        () -> new Limits(maxApplications, maxPercent));
  }

  SortedMap<String, String> excluded(Inventory inventory) throws CommandException {
    Selection.of(excluded).in(inventory);
    SortedMap<String, String> reasons = new TreeMap<>();
    excluded.forEach(each -> reasons.put(each, "left out because you asked for it (--exclude)"));
    return reasons;
  }

  SortedSet<String> first(Inventory inventory) throws CommandException {
    Selection.of(first).in(inventory);
    return new TreeSet<>(first);
  }
}
