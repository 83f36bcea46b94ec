package io.landbridge.state;

import io.landbridge.command.BridgeTerms;
import io.landbridge.model.phase.Condition;
import io.landbridge.model.phase.Transition;
import java.util.Optional;

/**
 * Which steps of the bridge the catalog takes, by the table of {@link Transition}. Pure. The
 * conditions that concern one member, such as exports that are pending, are checked by the member
 * that proposes the step; those whose answer is in the catalog are checked here, whoever proposes
 * the step.
 */
public final class BridgeSteps {

  private BridgeSteps() {}

  /**
   * Why the catalog does not take a step.
   *
   * @param isIncomplete whether the request lacks something, rather than being at odds with the
   *     bridge as it is
   * @param detail one line for an operator
   */
  public record Refusal(boolean isIncomplete, String detail) {}

  /**
   * Checks a step.
   *
   * @param before the bridge as it is
   * @param wanted what an operator wants of it
   * @return empty if the catalog takes the step
   */
  public static Optional<Refusal> refusal(BridgeRecord before, BridgeTerms wanted) {
    BridgeTerms terms = before.terms();
    Optional<Transition> step = Transition.between(terms.phase(), wanted.phase());
    if (step.isEmpty() && wanted.phase() != terms.phase()) {
      return conflict(
          "the bridge is in %s; the next phase can be %s, not %s"
              .formatted(
                  terms.phase(),
                  Transition.all().stream()
                      .filter(each -> each.from() == terms.phase())
                      .map(Transition::to)
                      .toList(),
                  wanted.phase()));
    }
    if (!terms.servers().equals(wanted.servers()) && terms.phase().exports()) {
      return conflict(
          "the servers can be changed in OFF, SHADOW and DONE, not in " + terms.phase());
    }
    if (wanted.phase().imports() && wanted.servers().isEmpty()) {
      return Optional.of(
          new Refusal(true, Condition.LEGACY_KNOWN.unmet() + "; pass the servers in 'servers'"));
    }
    if (!before.isComplete()
        && step.filter(it -> it.conditions().contains(Condition.FIRST_SYNC)).isPresent()) {
      return conflict(Condition.FIRST_SYNC.unmet() + ": wait for 'firstSync'");
    }
    return Optional.empty();
  }

  private static Optional<Refusal> conflict(String detail) {
    return Optional.of(new Refusal(false, detail));
  }
}
