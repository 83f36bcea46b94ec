package io.landbridge.state;

import io.landbridge.command.BridgeTerms;
import io.landbridge.model.phase.Condition;
import io.landbridge.model.phase.Transition;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which steps of the bridge the catalog takes, by the table of {@link Transition}. Pure. The
 * conditions that concern one member, such as exports that are pending, are checked by the member
 * that proposes the step; the others are checked here, whoever proposes it.
 */
public final class BridgeSteps {

  /** The conditions whose answer is in the catalog. */
  private static final Set<Condition> OF_THE_CATALOG =
      EnumSet.of(Condition.LEGACY_KNOWN, Condition.FIRST_SYNC);

  private BridgeSteps() {}

  /**
   * Why a step is refused.
   *
   * @param before the bridge as it is
   * @param wanted what an operator wants of it
   * @return one line for an operator; empty if the catalog takes the step
   */
  public static Optional<String> refusal(BridgeRecord before, BridgeTerms wanted) {
    BridgeTerms terms = before.terms();
    Optional<Transition> step = Transition.between(terms.phase(), wanted.phase());
    if (step.isEmpty() && wanted.phase() != terms.phase()) {
      return Optional.of(
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
      return Optional.of(
          "the servers can be changed in OFF, SHADOW and DONE, not in " + terms.phase());
    }
    if (wanted.phase().imports() && wanted.servers().isEmpty()) {
      return Optional.of(Condition.LEGACY_KNOWN.unmet() + "; pass the servers in 'servers'");
    }
    if (step.isEmpty()) {
      return Optional.empty();
    }
    Set<Condition> met = EnumSet.complementOf(EnumSet.copyOf(OF_THE_CATALOG));
    met.add(Condition.LEGACY_KNOWN);
    if (before.isComplete()) {
      met.add(Condition.FIRST_SYNC);
    }
    List<Condition> unmet = step.get().unmet(met);
    return unmet.isEmpty()
        ? Optional.empty()
        : Optional.of(unmet.get(0).unmet() + ": wait for 'firstSync'");
  }
}
