package io.landbridge.compat.nightly;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The result of one part.
 *
 * @param part its name
 * @param outcome passed, failed or skipped
 * @param took how long
 * @param figures numbers worth a place in the table, in order
 * @param why it failed or was skipped; empty if it passed
 * @param log all it printed
 */
record Result(
    String part,
    Outcome outcome,
    Duration took,
    Map<String, Double> figures,
    String why,
    Path log) {

  /** How it ended. */
  enum Outcome {
    PASSED,
    FAILED,
    SKIPPED
  }

  Result {
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }
}
