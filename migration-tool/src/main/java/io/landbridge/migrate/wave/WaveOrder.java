package io.landbridge.migrate.wave;

import io.landbridge.dubbo.ServiceRange;
import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.wave.StoppedException.Kind;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps consumers from being told to move before all that they take is at application level. A plan
 * has a consumer in the wave of the last of those that offer what it calls; whoever picks waves may
 * leave an earlier one out.
 */
public final class WaveOrder {

  private final Plan plan;
  private final MigrationTarget target;
  private final Map<ApplicationKey, Boolean> known = new HashMap<>();

  /** Asks nothing yet. */
  public WaveOrder(Plan plan, MigrationTarget target) {
    this.plan = plan;
    this.target = target;
  }

  /**
   * Passes when waves can be applied in their order.
   *
   * @param numbers which, by their numbers
   * @throws StoppedException if a consumer of them calls an application of another wave that is not
   *     translated
   */
  public static void requireToApply(Plan plan, Set<Integer> numbers, MigrationTarget target)
      throws RegistryException, StoppedException {
    new WaveOrder(plan, target).require(numbers, numbers);
  }

  /** Passes when all that the consumers of these waves call is translated. */
  public static void requireToComplete(Plan plan, Set<Integer> numbers, MigrationTarget target)
      throws RegistryException, StoppedException {
    new WaveOrder(plan, target).require(numbers, Set.of());
  }

  private void require(Set<Integer> numbers, Set<Integer> translating)
      throws RegistryException, StoppedException {
    for (Wave wave : plan.waves()) {
      if (numbers.contains(wave.number())) {
        for (Rule rule : wave.rules()) {
          require(wave, rule, translating);
        }
      }
    }
  }

  private void require(Wave wave, Rule rule, Set<Integer> translating)
      throws RegistryException, StoppedException {
    for (Wave other : plan.waves()) {
      if (translating.contains(other.number()) && other.number() <= wave.number()) {
        continue;
      }
      for (Step step : other.steps()) {
        List<String> taken = taken(rule, step);
        if (!taken.isEmpty() && !isTranslated(step.key())) {
          throw new StoppedException(
              Kind.PRECONDITION,
              "consumer '%s' of wave %d calls %s of '%s', which is not translated"
                  .formatted(
                      rule.application(), wave.number(), Parity.text(taken), step.application()),
              "wave %d".formatted(other.number()),
              "nothing was changed; apply wave %d first".formatted(other.number()));
        }
      }
    }
  }

  private static List<String> taken(Rule rule, Step step) {
    return step.namespace().equals(rule.namespace())
        ? step.interfaces().stream()
            .filter(
                each ->
                    rule.services().stream().anyMatch(service -> Thresholds.covers(service, each)))
            .map(ServiceRange::withoutGroup)
            .distinct()
            .toList()
        : List.of();
  }

  /** Whether an application is translated or gone; asked once. */
  public boolean isTranslated(ApplicationKey key) throws RegistryException {
    Boolean answer = known.get(key);
    if (answer == null) {
      answer = look(key);
      known.put(key, answer);
    }
    return answer;
  }

  private boolean look(ApplicationKey key) throws RegistryException {
    try {
      Outcome preview = target.translation(key).preview(Direction.APPLY);
      // One that is translated and would now be forced keeps its state and would change.
      return preview.result() == Outcome.Result.UNCHANGED || preview.keepsState();
    } catch (RegistryException e) {
      if (e.kind() != RegistryException.Kind.NOT_FOUND) {
        throw e;
      }
      // Gone: nobody can wait for it, and what it offered is told to nobody.
      return true;
    }
  }
}
