package io.landbridge.compat.translation;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What became of a cell.
 *
 * @param cell which
 * @param outcome passed, failed or skipped
 * @param summary what was expected, or why it was skipped
 * @param wrong what came instead, call by call; empty unless it failed
 */
public record Verdict(Cell cell, Outcome outcome, String summary, List<String> wrong) {

  private static final int SHOWN = 600;

  /** The three ends. */
  public enum Outcome {
    /** It came as expected. */
    PASSED,
    /** It did not. */
    FAILED,
    /** It was not tried. */
    SKIPPED
  }

  /** Copies the list. */
  public Verdict {
    wrong = List.copyOf(wrong);
  }

  static Verdict skipped(Cell cell, String why) {
    return new Verdict(cell, Outcome.SKIPPED, why, List.of());
  }

  /** One line, and one more for each call that went wrong. */
  @Override
  public String toString() {
    return outcome
        + " "
        + cell.label()
        + ": "
        + summary
        + wrong.stream()
            .map(each -> "\n    " + each.substring(0, Math.min(SHOWN, each.length())))
            .collect(Collectors.joining());
  }
}
