package io.landbridge.migrate.report;

import io.landbridge.migrate.install.Proposal;
import java.util.Optional;

/** Decides what to do after a command: pure functions of what the command found. */
public final class NextSteps {

  private NextSteps() {}

  /**
   * After install.
   *
   * @param checkOnly whether only checks were made
   * @param again the same command without {@code --check}
   */
  public static NextStep afterInstall(Proposal proposal, boolean checkOnly, String again) {
    return repeated(proposal, checkOnly, again, "nothing stands in the way")
        .orElseGet(
            () ->
                new NextStep(
                    status(proposal),
                    restart(proposal, "load the plugin")
                        + " Go on with the next server once this one is ACTIVE, or"
                        + " WAITING_FOR_MEMBERS while fewer than half of the members have the"
                        + " plugin."));
  }

  /**
   * After uninstall.
   *
   * @param checkOnly whether only checks were made
   * @param again the same command without {@code --check}
   */
  public static NextStep afterUninstall(Proposal proposal, boolean checkOnly, String again) {
    return repeated(
            proposal,
            checkOnly,
            again,
            "nothing stands in the way once 'landbridge rollback' is done")
        .orElseGet(
            () ->
                new NextStep(
                    status(proposal),
                    restart(proposal, "run without the plugin")
                        + " Go on with the next server once this one answers and is MISSING."));
  }

  private static Optional<NextStep> repeated(
      Proposal proposal, boolean checkOnly, String again, String ready) {
    if (!proposal.isReady()) {
      return Optional.of(new NextStep(again, "remove the obstacles first"));
    }
    return checkOnly && !proposal.changes().isEmpty()
        ? Optional.of(new NextStep(again, ready))
        : Optional.empty();
  }

  private static String status(Proposal proposal) {
    return "landbridge status --server " + proposal.home().address();
  }

  private static String restart(Proposal proposal, String purpose) {
    return proposal.running().isEmpty()
        ? "Start this server first to %s.".formatted(purpose)
        : "Restart this server first, and no other one at the same time, to %s.".formatted(purpose);
  }
}
