package io.landbridge.compat.upgrade;

import io.landbridge.compat.stall.Deviation;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;

/**
 * What an upgrade did to those who worked meanwhile.
 *
 * @param calls that a Dubbo 2.7 consumer made
 * @param failures the first of those that were not answered, with the time of day
 * @param failed how many were not answered
 * @param lists that the auditor looked at
 * @param missing lists in which somebody who was registered was missing or not well
 * @param deviations when each of the failures and of the incomplete lists was seen
 * @param ranges the least and the most that was listed, by service and version of the server
 * @param left what of the bridge was still there at the end
 * @param took from the first server's start to the end
 */
public record UpgradeReport(
    int calls,
    List<String> failures,
    int failed,
    int lists,
    List<String> missing,
    List<Deviation> deviations,
    SortedMap<String, String> ranges,
    List<String> left,
    Duration took) {

  /** Copies the lists. */
  public UpgradeReport {
    failures = List.copyOf(failures);
    missing = List.copyOf(missing);
    deviations = List.copyOf(deviations);
    left = List.copyOf(left);
  }

  /** Whether nobody was harmed and nothing is left. */
  public boolean isGood() {
    return failed == 0 && missing.isEmpty() && left.isEmpty();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        "%d calls, %d failed; %d lists, %d incomplete; %d s%n"
            .formatted(calls, failed, lists, missing.size(), took.toSeconds()));
    ranges.forEach((key, range) -> text.append("  %s %s%n".formatted(range, key)));
    failures.forEach(each -> text.append("failed: ").append(each).append('\n'));
    missing.forEach(each -> text.append("incomplete: ").append(each).append('\n'));
    left.forEach(each -> text.append("left over: ").append(each).append('\n'));
    return text.toString();
  }
}
