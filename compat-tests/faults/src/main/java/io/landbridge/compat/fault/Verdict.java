package io.landbridge.compat.fault;

import io.landbridge.compat.history.Violation;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What became of a fault.
 *
 * @param fault which
 * @param outcome passed, failed or skipped
 * @param summary in one line: numbers, or the reason it was skipped
 * @param violations what was broken, empty unless it failed
 */
public record Verdict(Fault fault, Outcome outcome, String summary, List<Violation> violations) {

  /** The three ends. */
  public enum Outcome {
    /** It was inflicted and nothing is broken. */
    PASSED,
    /** Something is broken. */
    FAILED,
    /** It cannot be had on this machine. */
    SKIPPED
  }

  /** Copies the list. */
  public Verdict {
    violations = List.copyOf(violations);
  }

  @Override
  public String toString() {
    return outcome
        + " "
        + fault.label()
        + ": "
        + summary
        + violations.stream()
            .limit(40)
            .map(violation -> "\n    " + violation)
            .collect(Collectors.joining());
  }
}
