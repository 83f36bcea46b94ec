package io.landbridge.migrate.report.result;

import io.landbridge.migrate.operation.Outcome.Result;

/**
 * What sign-entries prints.
 *
 * @param dryRun whether nothing was changed because {@code --yes} was not given
 * @param result what happened
 * @param before the id of the key that entries had to be signed with; empty for none
 * @param after the same afterwards
 */
public record SignatureResult(boolean dryRun, Result result, String before, String after) {

  /** Compares what was required with what is, or would be. */
  public static SignatureResult of(boolean dryRun, String before, String after) {
    Result changed = dryRun ? Result.WOULD_CHANGE : Result.CHANGED;
    return new SignatureResult(
        dryRun, before.equals(after) ? Result.UNCHANGED : changed, before, after);
  }
}
