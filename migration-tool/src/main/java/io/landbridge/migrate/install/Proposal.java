package io.landbridge.migrate.install;

import java.io.IOException;
import java.util.List;

/**
 * What an installation or its opposite found, and would change.
 *
 * @param home the home
 * @param plugin the version that is installed or taken out; empty when there is none
 * @param running the process ids of the servers that run from this home
 * @param outcomes the checks, in the order of their making
 * @param changes the changes, in the order of their making; none when there is an obstacle
 */
public record Proposal(
    NacosHome home,
    String plugin,
    List<Long> running,
    List<CheckOutcome> outcomes,
    List<FileChange> changes) {

  /** Copies the lists. */
  public Proposal {
    running = List.copyOf(running);
    outcomes = List.copyOf(outcomes);
    changes =
        outcomes.stream().anyMatch(CheckOutcome::isObstacle) ? List.of() : List.copyOf(changes);
  }

  /** Returns whether nothing stands in the way. */
  public boolean isReady() {
    return outcomes.stream().noneMatch(CheckOutcome::isObstacle);
  }

  /**
   * Makes the changes. One that is interrupted is completed when the same is asked for again.
   *
   * @throws IOException if a change fails; those before it stay
   */
  public void carryOut() throws IOException {
    for (FileChange each : changes) {
      each.make();
    }
  }
}
