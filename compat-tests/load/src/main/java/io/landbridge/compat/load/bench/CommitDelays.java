package io.landbridge.compat.load.bench;

import java.util.Map;
import java.util.TreeMap;

/**
 * How long changes took from the moment the server saw them until they were committed, as its
 * metrics tell: how many took at most so many milliseconds.
 *
 * @param within by the bound; the last one is infinite
 */
record CommitDelays(TreeMap<Double, Double> within) {

  private static final String NAME = "landbridge_commit_delay_within_total";
  private static final String BOUND = "millis";

  /** Those of the time between two moments. */
  static CommitDelays between(ServerMetrics before, ServerMetrics after) {
    TreeMap<Double, Double> within = new TreeMap<>();
    for (ServerMetrics.Sample each : after.samples()) {
      String bound = each.labels().get(BOUND);
      if (each.name().equals(NAME) && bound != null) {
        within.put(
            bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound),
            after.since(before, NAME, Map.of(BOUND, bound)));
      }
    }
    return new CommitDelays(within);
  }

  double count() {
    return within.isEmpty() ? 0 : within.lastEntry().getValue();
  }

  /**
   * The delay that this share does not exceed, as {@code histogram_quantile} of Prometheus
   * estimates it: evenly between two bounds, and never more than the last finite one.
   */
  double millis(double share) {
    double rank = share * count();
    double lowerBound = 0;
    double lower = 0;
    for (Map.Entry<Double, Double> each : within.entrySet()) {
      double bound = each.getKey();
      double upper = each.getValue();
      if (upper >= rank && upper > lower) {
        return Double.isInfinite(bound)
            ? lowerBound
            : Percentiles.round(
                lowerBound + (bound - lowerBound) * (rank - lower) / (upper - lower));
      }
      if (!Double.isInfinite(bound)) {
        lowerBound = bound;
      }
      lower = upper;
    }
    return lowerBound;
  }
}
