package io.landbridge.state;

import io.landbridge.command.Command;
import io.landbridge.command.Command.EndSignatures;
import io.landbridge.command.Command.RequireSignatures;
import io.landbridge.command.Result.Outcome;
import io.landbridge.command.SignatureRequirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The part of {@link Decider} that concerns signatures. Pure. */
final class SignatureDecider {

  private SignatureDecider() {}

  static Decision decide(StateView view, Command command) {
    if (command instanceof RequireSignatures require) {
      return decide(view, require.expected(), Optional.of(require.requirement()));
    } else if (command instanceof EndSignatures end) {
      return decide(view, end.expected(), Optional.empty());
    }
    throw new AssertionError("a command without a decision: " + command.getClass());
  }

  /** A step that was the last one is not refused: its answer may have been lost on the way. */
  private static Decision decide(
      StateView view, long expected, Optional<SignatureRequirement> wanted) {
    Optional<SignatureRequirement> before = view.signatures();
    if (before.equals(wanted)) {
      return Decision.applied(List.of());
    }
    if (before.map(SignatureRequirement::nonce).orElse(0L) != expected) {
      return Decision.rejected(
          Outcome.STALE_EPOCH, "what is required of signatures has changed meanwhile");
    }
    List<Change> changes = new ArrayList<>();
    changes.add(
        wanted.<Change>map(Change.PutRequirement::new).orElseGet(Change.RemoveRequirement::new));
    // No entry that was signed under the old requirement is valid under the new one.
    view.signers().forEach(signer -> changes.add(new Change.RemoveSigner(signer)));
    return Decision.applied(changes);
  }
}
