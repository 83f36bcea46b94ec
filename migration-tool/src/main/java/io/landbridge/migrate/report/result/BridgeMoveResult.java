package io.landbridge.migrate.report.result;

import java.util.List;

/**
 * What the verbs print that change the bridge.
 *
 * @param dryRun whether nothing was changed because {@code --yes} was not given
 * @param result {@code CHANGED}, {@code UNCHANGED}, {@code WOULD_CHANGE} or {@code FAILED}
 * @param before the phase before
 * @param after the phase now, or that would be
 * @param paused whether the bridge stands still now, or would
 * @param effect what the change does
 * @param problems why it cannot be done
 */
public record BridgeMoveResult(
    boolean dryRun,
    String result,
    String before,
    String after,
    boolean paused,
    String effect,
    List<String> problems) {

  /** Copies the list. */
  public BridgeMoveResult {
    problems = List.copyOf(problems);
  }
}
