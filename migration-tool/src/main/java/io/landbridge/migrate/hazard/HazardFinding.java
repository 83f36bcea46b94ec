package io.landbridge.migrate.hazard;

import io.landbridge.migrate.inventory.Severity;
import java.util.Comparator;
import java.util.List;

/**
 * A hazard that was found. Its component names are the JSON that {@code scan} prints.
 *
 * @param severity how bad it is
 * @param kind what it is
 * @param namespace where
 * @param application the application; the first of several, by name
 * @param count how often it was found there
 * @param evidence some of what it is concluded from
 * @param advice what to do
 */
public record HazardFinding(
    Severity severity,
    HazardKind kind,
    String namespace,
    String application,
    int count,
    List<String> evidence,
    String advice)
    implements Comparable<HazardFinding> {

  private static final Comparator<HazardFinding> ORDER =
      Comparator.comparing(HazardFinding::severity)
          .thenComparing(HazardFinding::kind)
          .thenComparing(HazardFinding::namespace)
          .thenComparing(HazardFinding::application)
          .thenComparing(HazardFinding::count)
          .thenComparing(each -> String.join("\n", each.evidence()));

  /** Copies the list. */
  public HazardFinding {
    evidence = List.copyOf(evidence);
  }

  @Override
  public int compareTo(HazardFinding other) {
    return ORDER.compare(this, other);
  }
}
