package io.landbridge.migrate.wave;

import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.wave.StoppedException.Kind;
import io.landbridge.model.ApplicationKey;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The applications that a rollback leaves translated, because a consumer that calls them could not
 * be told to come back and may still use their application level. Everything else is taken back.
 * For one thread.
 */
public final class KeptTranslated {

  private final List<Step> steps;
  private final SortedMap<ApplicationKey, String> consumers = new TreeMap<>();
  private final SortedMap<String, SortedSet<String>> reasons = new TreeMap<>();

  /**
   * Makes it for one run; nothing is kept yet.
   *
   * @param steps what is to be taken back
   */
  public KeptTranslated(Collection<Step> steps) {
    this.steps = List.copyOf(steps);
  }

  /** Keeps what a consumer calls; says what became of the consumer. */
  public Outcome keep(Rule rule, RefusedRuleException refusal) {
    consumers.put(rule.key(), refusal.what());
    for (Step step : steps) {
      if (calls(rule, step)) {
        reasons
            .computeIfAbsent(step.key().toString(), none -> new TreeSet<>())
            .add("'%s' (%s)".formatted(rule.application(), refusal.what()));
      }
    }
    return Outcome.failed(
        rule.key(), "%s; %s, then run rollback again".formatted(refusal.what(), refusal.advice()));
  }

  /**
   * Keeps what a consumer calls that somebody else has sent to the application level alone.
   *
   * @param outcomes gets what became of the consumer, in place of what it was told besides
   */
  public void keepForced(Rule forced, List<Outcome> outcomes) {
    if (!consumers.containsKey(forced.key())) {
      outcomes.removeIf(
          each ->
              each.namespace().equals(forced.namespace())
                  && each.application().equals(forced.application()));
      outcomes.add(keep(forced, RefusedRuleException.forced(forced)));
    }
  }

  private static boolean calls(Rule rule, Step step) {
    return step.namespace().equals(rule.namespace())
        && step.interfaces().stream()
            .anyMatch(
                offered ->
                    rule.services().stream().anyMatch(each -> Thresholds.covers(each, offered)));
  }

  /** Whether an application has to stay as it is. */
  public boolean keeps(Step step) {
    return reasons.containsKey(step.key().toString());
  }

  /**
   * What becomes of an application, in place of what would become of it alone: one that is kept has
   * failed, unless there is nothing to take back of it.
   */
  public Outcome instead(Outcome preview) {
    SortedSet<String> callers = reasons.get(preview.namespace() + "/" + preview.application());
    return callers == null || preview.result() == Outcome.Result.UNCHANGED
        ? preview
        : Outcome.failed(
            preview.namespace(),
            preview.application(),
            "stays translated: a consumer was not told to come back to the interface level: "
                + String.join("; ", callers));
  }

  /**
   * Passes when every consumer could be told.
   *
   * @throws StoppedException names the consumers that could not
   */
  public void requireNone() throws StoppedException {
    if (consumers.isEmpty()) {
      return;
    }
    List<String> named =
        consumers.entrySet().stream()
            .map(each -> "'%s' (%s)".formatted(each.getKey().name(), each.getValue()))
            .toList();
    throw new StoppedException(
        Kind.HELD,
        "consumers that cannot be moved back to the interface level: %d: %s"
            .formatted(named.size(), Parity.text(named)),
        Parity.text(consumers.keySet().stream().map(RefusedRuleException::where).toList()),
        "only the applications that these consumers call stay translated; fix or remove the"
            + " configurations, then run rollback again");
  }
}
