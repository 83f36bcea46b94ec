package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;

/** Numbers that describe many. */
final class Percentiles {

  private final long[] sorted;

  private Percentiles(long[] sorted) {
    this.sorted = sorted;
  }

  static Percentiles of(List<long[]> nanos) {
    long[] all = nanos.stream().flatMapToLong(Arrays::stream).toArray();
    Arrays.sort(all);
    return new Percentiles(all);
  }

  int count() {
    return sorted.length;
  }

  /**
   * The smallest that is not exceeded by this share of all, in milliseconds; 0 when there are none.
   */
  double millis(double share) {
    if (sorted.length == 0) {
      return 0;
    }
    int rank = (int) Math.ceil(share * sorted.length);
    return round(sorted[Math.max(0, rank - 1)] / 1e6);
  }

  /** Adds {@code p50_ms}, {@code p99_ms} and {@code max_ms}. */
  void addTo(ObjectNode json) {
    json.put("p50_ms", millis(0.50)).put("p99_ms", millis(0.99)).put("max_ms", millis(1));
  }

  static double median(List<Double> values) {
    double[] ordered = values.stream().mapToDouble(each -> each).sorted().toArray();
    int middle = ordered.length / 2;
    return ordered.length % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2;
  }

  /** As many digits as mean something. */
  static double round(double value) {
    double unit = Math.abs(value) >= 100 ? 1 : 1_000;
    return Math.round(value * unit) / unit;
  }
}
