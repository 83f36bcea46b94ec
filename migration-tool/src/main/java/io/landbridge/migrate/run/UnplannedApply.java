package io.landbridge.migrate.run;

import io.landbridge.migrate.journal.MemoryJournal;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.progress.Meter;
import io.landbridge.migrate.wave.LeftOutApplications;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Switches translation on, and does nothing else: no consumer is told anything and nothing is
 * waited for. One application that cannot be translated does not keep the others from it. For one
 * thread.
 */
public final class UnplannedApply {

  private static final Duration POLL = Duration.ofSeconds(1);

  private final List<Operation> operations;
  private final ClusterLock lock;
  private final Recorder recorder = new Recorder(new MemoryJournal());
  private final Gate gate;
  private final Meter progress;
  private final List<Outcome> outcomes = new ArrayList<>();
  private final int refused;

  /**
   * Makes a run.
   *
   * @param refused what was asked for and cannot even be tried
   * @param lock keeps others away; is taken and given back
   * @param guard a measurement that must be in bounds before each application
   * @param progress gets a line of text per application
   */
  public UnplannedApply(
      List<Operation> operations,
      List<Outcome> refused,
      ClusterLock lock,
      Guard.Limited guard,
      Consumer<String> progress) {
    this.operations = List.copyOf(operations);
    this.outcomes.addAll(refused);
    this.refused = refused.size();
    this.lock = lock;
    this.progress = Meter.of(progress);
    this.gate =
        new Gate(
            lock, recorder, new Gate.Settings(Duration.ZERO, POLL, () -> false, guard), progress);
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
    progress.begin("apply", operations.size(), "applications");
    try {
      LockedRun.run(lock, recorder, "apply without a plan", this::switchOn);
    } finally {
      progress.end();
    }
  }

  private void switchOn() throws RegistryException, IOException, StoppedException {
    List<ApplicationKey> left =
        new ArrayList<>(operations.stream().map(Operation::target).toList());
    gate.begin(0, 0, left);
    for (Operation operation : operations) {
      if (left.size() < operations.size()) {
        gate.between();
      }
      left.remove(operation.target());
      if (!gate.begins(operation.target(), left)) {
        outcomes.add(Outcome.skipped(operation.target(), LeftOutApplications.SKIPPED));
        continue;
      }
      Outcome outcome = Execution.attempt(operation, Direction.APPLY);
      progress.part(
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
