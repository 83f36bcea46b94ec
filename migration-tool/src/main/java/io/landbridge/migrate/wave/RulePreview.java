package io.landbridge.migrate.wave;

import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.rule.MalformedRuleException;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.migrate.rule.ServiceRule;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a dry run shows of the rules of consumers. */
public final class RulePreview {

  private static final int ALL_CALLS = 100;

  private RulePreview() {}

  /**
   * Who would be told to come back: nobody who was told nothing.
   *
   * @param kept is told who cannot be told
   */
  public static List<Outcome> ofRollback(
      List<Wave> waves, MigrationTarget target, KeptTranslated kept) throws RegistryException {
    List<Outcome> outcomes = new ArrayList<>();
    for (Wave wave : waves) {
      for (Rule rule : wave.rules()) {
        try {
          boolean changes = isToBeTakenBack(rule, target);
          outcomes.add(outcome(rule.key(), changes, changes ? ServiceRule.FORCE_INTERFACE : ""));
        } catch (RefusedRuleException e) {
          outcomes.add(kept.keep(rule, e));
        }
      }
    }
    return List.copyOf(outcomes);
  }

  private static boolean isToBeTakenBack(Rule rule, MigrationTarget target)
      throws RegistryException, RefusedRuleException {
    try {
      Optional<String> present = target.rule(rule.key());
      return !RuleText.back(present, rule.application(), rule.services())
          .text()
          .equals(present.orElse(""));
    } catch (MalformedRuleException e) {
      throw RefusedRuleException.of(rule.key(), e);
    } catch (RegistryException e) {
      if (!HeldConsumers.isAboutTheRule(e)) {
        throw e;
      }
      throw RefusedRuleException.of(e);
    }
  }

  /**
   * Who would be held or told to move: who has moved with all calls already stays so, and who is
   * not told to move yet is held.
   *
   * @param waves of the plan, or parts of them
   * @param now what is registered
   */
  public static List<Outcome> ofApply(
      Plan plan, List<Wave> waves, MigrationTarget target, Inventory now) throws RegistryException {
    SortedMap<String, Outcome> outcomes = new TreeMap<>();
    if (plan.rules().anyWanted()) {
      for (Wave wave : waves) {
        for (HeldConsumers.Held each : HeldConsumers.of(plan, wave.steps(), target, now).held()) {
          outcomes.putIfAbsent(
              each.consumer().toString(),
              outcome(each.consumer(), !each.kept(), ServiceRule.FORCE_INTERFACE));
        }
      }
    }
    for (Wave wave : waves) {
      for (Rule rule : wave.rules()) {
        outcomes.put(
            rule.key().toString(),
            outcome(rule.key(), !hasMoved(rule, target), plan.rules().step()));
      }
    }
    return List.copyOf(outcomes.values());
  }

  private static boolean hasMoved(Rule rule, MigrationTarget target) throws RegistryException {
    try {
      return RuleText.proportion(target.rule(rule.key()), rule.application(), rule.services())
          == ALL_CALLS;
    } catch (MalformedRuleException e) {
      // The checks before the wave say what is wrong with it.
      return false;
    }
  }

  private static Outcome outcome(ApplicationKey consumer, boolean changes, String after) {
    return new Outcome(
        consumer.namespace().value(),
        consumer.name().value(),
        changes ? Outcome.Result.WOULD_CHANGE : Outcome.Result.UNCHANGED,
        "",
        after,
        List.of());
  }
}
