package io.landbridge.migrate.run;

import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.plan.Planner;
import io.landbridge.migrate.plan.Precondition;
import io.landbridge.migrate.plan.SharedRules;
import io.landbridge.migrate.rule.MalformedRuleException;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.migrate.wave.MigrationTarget;
import io.landbridge.migrate.wave.Parity;
import io.landbridge.migrate.wave.RequiredVerify;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.migrate.wave.StoppedException.Kind;
import io.landbridge.migrate.wave.WaveOrder;
import io.landbridge.registry.RegistryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks whether what a plan asks for is so, before anything of a wave is changed. */
public final class Preconditions {

  /** How the applications of a wave are compared. */
  @FunctionalInterface
  interface Comparison {

    /** What the application level lacks of those, for people. */
    List<String> lacking(Wave wave) throws RegistryException, StoppedException;
  }

  private final Plan plan;
  private final MigrationTarget target;
  private final boolean forced;
  private final Comparison comparison;
  private final RequiredVerify verified;

  /**
   * Makes it for one run.
   *
   * @param forced whether others than Dubbo's may share the service of an application
   * @param comparison how the wave before is looked at
   * @param verified whether the recorded verifies are there that waves require
   */
  Preconditions(
      Plan plan,
      MigrationTarget target,
      boolean forced,
      Comparison comparison,
      RequiredVerify verified) {
    this.plan = plan;
    this.target = target;
    this.forced = forced;
    this.comparison = comparison;
    this.verified = verified;
  }

  /**
   * Passes when all waves could begin now, as far as that can be said before the first of them is
   * carried out. Nothing is waited for, and no lock is needed.
   *
   * @param waves which
   * @param now what is registered
   * @param forced whether others than Dubbo's may share the service of an application
   * @param verified whether the recorded verifies are there that waves require
   * @throws StoppedException if one could not
   */
  public static void requireToBegin(
      Plan plan,
      List<Wave> waves,
      MigrationTarget target,
      Inventory now,
      boolean forced,
      RequiredVerify verified)
      throws RegistryException, StoppedException {
    Preconditions preconditions =
        new Preconditions(plan, target, forced, wave -> Watch.lacking(target, wave), verified);
    for (Wave wave : waves) {
      preconditions.require(wave, now);
    }
  }

  /**
   * Passes when all is so.
   *
   * @param wave what is going to be applied
   * @param now what is registered
   * @throws StoppedException if something is not
   */
  void require(Wave wave, Inventory now) throws RegistryException, StoppedException {
    // Asked anew for each wave: the one before has changed meanwhile.
    WaveOrder order = new WaveOrder(plan, target);
    requireVerify(wave, order);
    List<String> unmet = new ArrayList<>();
    for (Precondition each : plan.preconditions()) {
      unmet.addAll(unmet(each, wave, wave.steps(), now, order));
    }
    for (Step step : wave.steps()) {
      for (Precondition each : step.preconditions()) {
        unmet.addAll(unmet(each, wave, List.of(step), now, order));
      }
    }
    if (!unmet.isEmpty()) {
      throw new StoppedException(
          Kind.PRECONDITION,
          "a precondition of the plan is not met: " + Parity.text(unmet),
          "wave %d".formatted(wave.number()),
          "this wave was not changed; fix the problem and run the command again");
    }
  }

  /** A wave whose applications are all translated has begun before; nothing else is required. */
  private void requireVerify(Wave wave, WaveOrder order)
      throws RegistryException, StoppedException {
    if (wave.verifyWithinMinutes() == 0
        || translated(wave.steps(), order).size() == wave.steps().size()) {
      return;
    }
    Optional<String> unverified = verified.unmet(wave, translatedBefore(wave, order));
    if (unverified.isPresent()) {
      throw new StoppedException(
          Kind.UNVERIFIED,
          unverified.get(),
          "wave %d".formatted(wave.number()),
          "this wave was not changed; run 'landbridge verify --plan FILE --wave %d', then this"
                  .formatted(wave.number() - 1)
              + " command again");
    }
  }

  private List<String> unmet(
      Precondition asked, Wave wave, List<Step> steps, Inventory now, WaveOrder order)
      throws RegistryException, StoppedException {
    return switch (asked.check()) {
      case PLUGIN_ACTIVE, BRIDGE_AT_REST -> target.obstacle(asked.check()).stream().toList();
      case WAVE_BEFORE_EQUAL -> lackingBefore(wave, order);
      case RULES_READABLE -> unreadable(wave, now);
      case FORCE_GIVEN -> steps.stream().flatMap(step -> shared(step, now)).toList();
      // The lock is held, so a configuration was written; the other has been looked at by people.
      case WRITABLE, BY_HAND -> List.of();
    };
  }

  private List<Step> translatedBefore(Wave wave, WaveOrder order) throws RegistryException {
    for (Wave each : plan.waves()) {
      if (each.number() == wave.number() - 1) {
        return translated(each.steps(), order);
      }
    }
    return List.of();
  }

  private List<Step> translated(List<Step> steps, WaveOrder order) throws RegistryException {
    List<Step> translated = new ArrayList<>();
    for (Step step : steps) {
      if (order.isTranslated(step.key())) {
        translated.add(step);
      }
    }
    return translated;
  }

  /** A provider that comes or goes is in one model before it is in the other. */
  private List<String> lackingBefore(Wave wave, WaveOrder order)
      throws RegistryException, StoppedException {
    List<Step> translated = translatedBefore(wave, order);
    return translated.isEmpty()
        ? List.of()
        : comparison.lacking(new Wave(wave.number() - 1, "", translated, List.of()));
  }

  private List<String> unreadable(Wave wave, Inventory now) throws RegistryException {
    List<String> unreadable = new ArrayList<>();
    SharedRules shared = SharedRules.of(now.calls());
    for (Rule rule : wave.rules()) {
      shared
          .refusal(rule.key())
          .map(why -> "consumer '%s' cannot have a rule: %s".formatted(rule.application(), why))
          .ifPresent(unreadable::add);
      try {
        RuleText.proportion(target.rule(rule.key()), rule.application(), rule.services());
      } catch (MalformedRuleException e) {
        unreadable.add(
            "the rule of consumer '%s' is malformed (%s)"
                .formatted(rule.application(), e.getMessage()));
      }
    }
    return unreadable;
  }

  private Stream<String> shared(Step step, Inventory now) {
    return now.applications().stream()
        .filter(each -> !forced)
        .filter(each -> each.namespace().equals(step.namespace()))
        .filter(each -> each.application().equals(step.application()))
        .filter(Planner::isShared)
        .map(
            each ->
                "the service of '%s' has non-Dubbo instances, and --force is not given"
                    .formatted(each.application()));
  }
}
