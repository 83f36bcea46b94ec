package io.landbridge.compat.load.migration;

import java.time.Duration;
import java.util.List;

/**
 * What became of a fleet that was migrated twice.
 *
 * @param wanted how often the command was to be killed
 * @param killed how often it was
 * @param differences what is not the same in both ends
 * @param compared how many things were compared
 * @param waves of the plan
 * @param calls that real programs made
 * @param failures the first of those that were not answered, with the time of day
 * @param undisturbed how long the commands took when nobody killed them
 * @param disturbed how long they took otherwise
 * @param took from the first server's start to the end
 */
public record FleetMigrationReport(
    int wanted,
    int killed,
    List<String> differences,
    int compared,
    int waves,
    int calls,
    List<String> failures,
    Duration undisturbed,
    Duration disturbed,
    Duration took) {

  /** Copies the lists. */
  public FleetMigrationReport {
    differences = List.copyOf(differences);
    failures = List.copyOf(failures);
  }

  /** Whether both ended alike, after as many kills as wanted, and nobody was harmed. */
  public boolean isGood() {
    return differences.isEmpty() && failures.isEmpty() && killed == wanted && calls > 0;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        "killed %d of %d times; %d of %d things differ; %d waves; %d calls, %d failed; commands took %d s and %d s, all %d s%n"
            .formatted(
                killed,
                wanted,
                differences.size(),
                compared,
                waves,
                calls,
                failures.size(),
                undisturbed.toSeconds(),
                disturbed.toSeconds(),
                took.toSeconds()));
    differences.stream()
        .limit(50)
        .forEach(each -> text.append("differs: ").append(each).append('\n'));
    failures.forEach(each -> text.append("failed: ").append(each).append('\n'));
    return text.toString();
  }
}
