package io.landbridge.state;

import io.landbridge.command.Command;
import io.landbridge.command.Command.CompleteImport;
import io.landbridge.command.Command.ImportInstances;
import io.landbridge.command.Command.SwitchBridge;
import io.landbridge.command.Command.TakeBridge;
import io.landbridge.command.Result.Outcome;
import io.landbridge.model.ImportedInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The part of {@link Decider} that concerns the bridge. Pure. */
final class BridgeDecider {

  private BridgeDecider() {}

  static Decision decide(StateView view, Command command) {
    if (command instanceof SwitchBridge change) {
      Decision step = step(view, change.expected(), view.bridge().next(change));
      // Neither one that is stale nor the last one again is judged by where the bridge is now.
      return step.changes().isEmpty()
          ? step
          : BridgeSteps.refusal(view.bridge(), change.terms())
              .map(why -> Decision.rejected(Outcome.NOT_ALLOWED, why.detail()))
              .orElse(step);
    } else if (view.bridge().epoch() == 0) {
      // What it brought would be kept, and nobody would ever take it away again.
      return Decision.rejected(Outcome.NOT_FOUND, "there is no bridge");
    } else if (command instanceof TakeBridge take) {
      return step(view, take.expected(), view.bridge().takenBy(take.member()));
    } else if (command instanceof ImportInstances changes) {
      return importInstances(view, changes);
    } else if (command instanceof CompleteImport complete) {
      return complete(view, complete);
    }
    throw new AssertionError("a command without a decision: " + command.getClass());
  }

  /** The step that was the last one is not refused: its answer may have been lost on the way. */
  private static Decision step(StateView view, long expected, BridgeRecord next) {
    BridgeRecord before = view.bridge();
    if (before.epoch() == expected) {
      return Decision.applied(List.of(new Change.PutBridge(next)));
    }
    boolean repeated =
        before.epoch() == expected + 1
            && before.terms().equals(next.terms())
            && before.since() == next.since()
            && before.active().equals(next.active());
    return repeated ? Decision.applied(List.of()) : stale(expected, before);
  }

  private static Decision importInstances(StateView view, ImportInstances command) {
    BridgeRecord bridge = view.bridge();
    if (bridge.epoch() != command.epoch()) {
      return stale(command.epoch(), bridge);
    }
    SortedMap<ImportedInstance.Key, Optional<ImportedInstance>> after = new TreeMap<>();
    command.puts().forEach(put -> after.put(put.key(), Optional.of(put)));
    command.removals().forEach(key -> after.put(key, Optional.empty()));
    List<Change> changes = new ArrayList<>();
    after.forEach(
        (key, instance) -> {
          if (!instance.equals(view.imported(key))) {
            changes.add(
                instance
                    .<Change>map(Change.PutImported::new)
                    .orElseGet(() -> new Change.RemoveImported(key)));
          }
        });
    return Decision.applied(changes);
  }

  private static Decision complete(StateView view, CompleteImport command) {
    BridgeRecord bridge = view.bridge();
    if (bridge.epoch() != command.epoch()) {
      return stale(command.epoch(), bridge);
    }
    return bridge.isComplete()
        ? Decision.applied(List.of())
        : Decision.applied(List.of(new Change.PutBridge(bridge.completed(command.at()))));
  }

  private static Decision stale(long epoch, BridgeRecord bridge) {
    return Decision.rejected(
        Outcome.STALE_EPOCH,
        "the bridge is in epoch %d, not in %d any more".formatted(bridge.epoch(), epoch));
  }
}
