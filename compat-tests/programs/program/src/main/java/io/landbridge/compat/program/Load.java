package io.landbridge.compat.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Calls one after the other for a while, each as soon as the one before it is answered. */
final class Load {

  private static final int MOST_FAILURES = 20;
  private static final long DIGITS = 100;

  private final References references;
  private final List<Call<?>> calls;

  Load(References references, List<Call<?>> calls) {
    this.references = references;
    this.calls = List.copyOf(calls);
  }

  /**
   * Calls.
   *
   * @return how many calls were made in how many nanoseconds, how many were not answered and the
   *     first of those, and how often a call took how many microseconds, in two digits
   */
  Map<String, Object> run(long millis) {
    SortedMap<Long, Long> micros = new TreeMap<>();
    List<String> failures = new ArrayList<>();
    long made = 0;
    long failed = 0;
    long start = System.nanoTime();
    long end = start + millis * 1_000_000;
    long now = start;
    while (now < end) {
      Call<?> call = calls.get((int) (made % calls.size()));
      Outcome outcome = references.perform(call);
      long then = System.nanoTime();
      made++;
      micros.merge(rounded((then - now) / 1_000), 1L, Long::sum);
      if (!(outcome instanceof Outcome.Answered)) {
        failed++;
        if (failures.size() < MOST_FAILURES) {
          failures.add(outcome.line());
        }
      }
      now = then;
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("calls", made);
    answer.put("nanos", now - start);
    answer.put("failed", failed);
    answer.put("failures", failures);
    answer.put("micros", micros);
    return answer;
  }

  /** So that there are not as many values as calls. */
  private static long rounded(long value) {
    long unit = 1;
    while (value / unit >= DIGITS) {
      unit *= 10;
    }
    return value / unit * unit;
  }
}
