package io.landbridge.compat.load.suite;

import java.time.Duration;
import java.util.List;

/**
 * One benchmark.
 *
 * @param name as {@code compat-tests/bench} knows it
 * @param what it measures, a sentence
 * @param full options of a run that counts
 * @param small options of a run that shows that it works
 * @param limit after which a run is ended
 * @param figures worth a place in the report
 * @param plots of its time series
 */
record Benchmark(
    String name,
    String what,
    List<String> full,
    List<String> small,
    Duration limit,
    List<Figure> figures,
    List<Plot> plots) {

  /** Copies the lists. */
  Benchmark {
    full = List.copyOf(full);
    small = List.copyOf(small);
    figures = List.copyOf(figures);
    plots = List.copyOf(plots);
  }

  List<String> options(boolean smallest) {
    return smallest ? small : full;
  }
}
