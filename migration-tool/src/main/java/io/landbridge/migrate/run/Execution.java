package io.landbridge.migrate.run;

import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.progress.Meter;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs operations one after the other; one that fails does not keep the next from running. */
public final class Execution {

  private final Meter progress;

  /**
   * Makes an execution.
   *
   * @param progress gets a line of text per operation
   */
  public Execution(Consumer<String> progress) {
    this.progress = Meter.of(progress);
  }

  /** Looks what would change; of several, one that cannot be looked at does not end the others. */
  public List<Outcome> preview(List<Operation> operations, Direction direction)
      throws RegistryException {
    List<Outcome> outcomes = new ArrayList<>();
    for (Operation operation : operations) {
      try {
        outcomes.add(operation.preview(direction));
      } catch (RegistryException e) {
        if (operations.size() == 1 || !e.concernsOne()) {
          throw e;
        }
        outcomes.add(Outcome.failed(operation.target(), String.valueOf(e.getMessage())));
      }
    }
    return List.copyOf(outcomes);
  }

  /** Makes the changes. */
  public List<Outcome> run(List<Operation> operations, Direction direction)
      throws RegistryException {
    progress.begin(
        direction == Direction.APPLY ? "apply" : "rollback", operations.size(), "applications");
    try {
      return all(operations, direction);
    } finally {
      progress.end();
    }
  }

  private List<Outcome> all(List<Operation> operations, Direction direction)
      throws RegistryException {
    List<Outcome> outcomes = new ArrayList<>();
    for (Operation operation : operations) {
      Outcome outcome = attempt(operation, direction);
      progress.part(
          "%s: %s (%d of %d)"
              .formatted(
                  operation.target(), outcome.result(), outcomes.size() + 1, operations.size()));
      outcomes.add(outcome);
    }
    return List.copyOf(outcomes);
  }

  /** Being away is an outcome like others; being interrupted is not. */
  static Outcome attempt(Operation operation, Direction direction) throws RegistryException {
    try {
      return operation.run(direction);
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      return Outcome.failed(operation.target(), String.valueOf(e.getMessage()));
    }
  }
}
