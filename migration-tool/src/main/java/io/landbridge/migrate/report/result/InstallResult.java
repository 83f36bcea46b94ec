package io.landbridge.migrate.report.result;

import io.landbridge.migrate.install.CheckOutcome;
import io.landbridge.migrate.install.FileChange;
import io.landbridge.migrate.install.Proposal;
import io.landbridge.migrate.operation.Outcome;
import java.util.List;

/**
 * What install and uninstall print.
 *
 * @param home the directory of the server
 * @param server the version of the server
 * @param plugin the version of the plugin that is installed or removed; empty when there is none
 * @param dryRun whether only checks were made
 * @param result FAILED when an obstacle was found; nothing is changed then
 * @param running the process ids of the servers that run from this directory
 * @param checks what was checked
 * @param changes the files that were changed, or would be
 */
public record InstallResult(
    String home,
    String server,
    String plugin,
    boolean dryRun,
    Outcome.Result result,
    List<Long> running,
    List<CheckOutcome> checks,
    List<Change> changes) {

  /** Copies the lists. */
  public InstallResult {
    running = List.copyOf(running);
    checks = List.copyOf(checks);
    changes = List.copyOf(changes);
  }

  /**
   * A file that was changed, or would be.
   *
   * @param action what happens to the file
   * @param path the file
   */
  public record Change(FileChange.Action action, String path) {}

  /** From what was found; what is ready is carried out, unless this is a dry run. */
  public static InstallResult of(Proposal proposal, boolean dryRun) {
    return new InstallResult(
        String.valueOf(proposal.home().root()),
        proposal.home().version(),
        proposal.plugin(),
        dryRun,
        result(proposal, dryRun),
        proposal.running(),
        proposal.outcomes(),
        proposal.changes().stream()
            .map(each -> new Change(each.action(), String.valueOf(each.path())))
            .toList());
  }

  private static Outcome.Result result(Proposal proposal, boolean dryRun) {
    if (!proposal.isReady()) {
      return Outcome.Result.FAILED;
    }
    if (proposal.changes().isEmpty()) {
      return Outcome.Result.UNCHANGED;
    }
    return dryRun ? Outcome.Result.WOULD_CHANGE : Outcome.Result.CHANGED;
  }
}
