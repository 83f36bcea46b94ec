package io.landbridge.compat.load.suite;

import java.util.List;
import java.util.Optional;

/**
 * What several runs gave of one number.
 *
 * @param minimum of all runs
 * @param median of all runs
 * @param maximum of all runs
 * @param runs how many had it
 */
record Spread(double minimum, double median, double maximum, int runs) {

  /** Of no run nothing. */
  static Optional<Spread> of(List<Double> values) {
    if (values.isEmpty()) {
      return Optional.empty();
    }
    double[] sorted = values.stream().mapToDouble(each -> each).sorted().toArray();
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return Optional.of(new Spread(sorted[0], median, sorted[sorted.length - 1], sorted.length));
  }

  @Override
  public String toString() {
    return runs == 1
        ? Numbers.text(median)
        : "%s (%s to %s)"
            .formatted(Numbers.text(median), Numbers.text(minimum), Numbers.text(maximum));
  }
}
