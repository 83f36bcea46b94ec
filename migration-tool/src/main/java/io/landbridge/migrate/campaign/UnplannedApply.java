package io.landbridge.migrate.campaign;

import io.landbridge.migrate.journal.MemoryJournal;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.registry.RegistryException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Switches translation on, and does nothing else: no consumer is told anything and nothing is
 * waited for. One application that cannot be translated does not keep the others from it. For one
 * thread.
 */
public final class UnplannedApply {

  private final List<Operation> operations;
  private final ClusterLock lock;
  private final Consumer<String> progress;
  private final List<Outcome> outcomes = new ArrayList<>();
  private final int refused;

  /**
   * Makes a run.
   *
   * @param refused what was asked for and cannot even be tried
   * @param lock keeps others away; is taken and given back
   * @param progress gets a line of text per application
   */
  public UnplannedApply(
      List<Operation> operations,
      List<Outcome> refused,
      ClusterLock lock,
      Consumer<String> progress) {
    this.operations = List.copyOf(operations);
    this.outcomes.addAll(refused);
    this.refused = refused.size();
    this.lock = lock;
    this.progress = progress;
  }

  /** What was done so far; also after it stopped. */
  public CampaignResult result() {
    return new CampaignResult(outcomes, List.of(), List.of());
  }

  /**
   * Does it.
   *
   * @throws StoppedException if somebody else is at work on the cluster
   */
  public void run() throws RegistryException, IOException, StoppedException {
    LockedRun.run(lock, new Recorder(new MemoryJournal()), "apply without a plan", this::switchOn);
  }

  private void switchOn() throws RegistryException, StoppedException {
    for (Operation operation : operations) {
      lock.renew();
      Outcome outcome = Campaign.attempt(operation);
      progress.accept(
          "%s: %s (%d of %d)"
              .formatted(
                  operation.target(),
                  outcome.result(),
                  outcomes.size() + 1 - refused,
                  operations.size()));
      outcomes.add(outcome);
    }
  }
}
