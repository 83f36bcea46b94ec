package io.landbridge.migrate.report;

import io.landbridge.migrate.operation.Outcome.Result;
import io.landbridge.migrate.report.result.BackupResult;
import io.landbridge.migrate.report.result.ConsumersResult;
import io.landbridge.migrate.report.result.SignatureResult;
import io.landbridge.migrate.report.result.SkippedEntryResult;
import io.landbridge.migrate.report.result.SuspensionResult;

/**
 * Decides what to do after the verbs that look after a running cluster: pure functions of what they
 * found.
 */
public final class MaintenanceNextSteps {

  private MaintenanceNextSteps() {}

  /** After suspend. */
  public static NextStep afterSuspend(SuspensionResult result, Invocation typed) {
    return after(
        result,
        typed,
        new NextStep(
            typed.of("resume"),
            "this shows derived instances again; find out first why they had to be hidden"));
  }

  /** After resume. */
  public static NextStep afterResume(SuspensionResult result, Invocation typed) {
    return after(
        result,
        typed,
        new NextStep(typed.of("status"), "this shows whether every member is ACTIVE again"));
  }

  private static NextStep after(SuspensionResult result, Invocation typed, NextStep done) {
    if (result.failed() > 0) {
      return doctor(typed, "not every member was reached: find the cause, then run this again");
    }
    return result.outcomes().stream().anyMatch(each -> each.result() == Result.WOULD_CHANGE)
        ? yes(typed)
        : done;
  }

  /** After skip-entry. */
  public static NextStep afterSkippedEntry(SkippedEntryResult result, Invocation typed) {
    if (result.failed() > 0) {
      return doctor(typed, "not every member agrees: find the cause, then run this again");
    }
    return result.dryRun()
        ? new NextStep(
            typed.again() + " --yes",
            "this skips the entry on every member, which cannot be undone")
        : new NextStep(typed.of("status"), "the members go on with the entries after it");
  }

  /** After sign-entries. */
  public static NextStep afterSignatures(SignatureResult result, Invocation typed) {
    return result.result() == Result.WOULD_CHANGE
        ? yes(typed)
        : doctor(typed, "this shows whether every member signs as required");
  }

  /** After backup. */
  public static NextStep afterBackup(BackupResult.Written result, Invocation typed) {
    return new NextStep(
        typed.of("restore") + " " + Invocation.quoted(result.file()),
        "keep the file with the backup of the servers' database; this shows what of it the catalog"
            + " lacks, and changes nothing");
  }

  /** After restore. */
  public static NextStep afterRestore(BackupResult.Restored result, Invocation typed) {
    long added =
        (long) result.instances().added()
            + result.publications().added()
            + result.switches().added();
    return result.dryRun() && added > 0
        ? yes(typed)
        : new NextStep(typed.of("status"), "the catalog has everything that is in the backup");
  }

  /** After consumers. */
  public static NextStep afterConsumers(ConsumersResult result, Invocation typed) {
    if (result.members().stream().anyMatch(each -> !each.answered())) {
      return doctor(typed, "not every member has told its clients: find the cause");
    }
    long left =
        result.consumers().stream()
            .filter(each -> each.level().equals("INTERFACE") && !each.provides())
            .count();
    return left > 0
        ? new NextStep(
            typed.again(),
            "subscriptions to the interface level above: %d. Look again after you have moved"
                    .formatted(left)
                + " these consumers")
        : new NextStep(typed.of("status"), "nobody above uses the interface level");
  }

  private static NextStep yes(Invocation typed) {
    return new NextStep(
        typed.again() + " --yes", "nothing was changed; this makes the changes above");
  }

  private static NextStep doctor(Invocation typed, String why) {
    return new NextStep(typed.of("doctor"), why);
  }
}
