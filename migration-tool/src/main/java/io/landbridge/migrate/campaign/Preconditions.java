package io.landbridge.migrate.campaign;

import io.landbridge.migrate.campaign.StoppedException.Kind;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.plan.Planner;
import io.landbridge.migrate.plan.Precondition;
import io.landbridge.migrate.rule.MalformedRuleException;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.registry.RegistryException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Looks whether what a plan asks for is so, before anything of a wave is changed. */
final class Preconditions {

  private final Plan plan;
  private final MigrationTarget target;
  private final Pace pace;
  private final ClusterLock lock;
  private final CampaignSettings settings;
  private final WaveOrder order;

  /** Makes it for one run; the parameters are those of {@link Campaign}. */
  Preconditions(
      Plan plan, MigrationTarget target, Pace pace, ClusterLock lock, CampaignSettings settings) {
    this.plan = plan;
    this.target = target;
    this.pace = pace;
    this.lock = lock;
    this.settings = settings;
    this.order = new WaveOrder(plan, target);
  }

  /**
   * Passes when all is so.
   *
   * @param wave what is going to be applied
   * @param now what is registered
   * @throws StoppedException if something is not
   */
  void require(Wave wave, Inventory now) throws RegistryException, StoppedException {
    List<String> unmet = new ArrayList<>();
    for (Precondition each : plan.preconditions()) {
      unmet.addAll(unmet(each, wave, wave.steps(), now));
    }
    for (Step step : wave.steps()) {
      for (Precondition each : step.preconditions()) {
        unmet.addAll(unmet(each, wave, List.of(step), now));
      }
    }
    if (!unmet.isEmpty()) {
      throw new StoppedException(
          Kind.PRECONDITION,
          "a precondition of the plan is not met: " + Parity.text(unmet),
          "wave %d".formatted(wave.number()),
          "nothing of this wave was changed; put that right and run this again");
    }
  }

  private List<String> unmet(Precondition asked, Wave wave, List<Step> steps, Inventory now)
      throws RegistryException, StoppedException {
    return switch (asked.check()) {
      case PLUGIN_ACTIVE, BRIDGE_AT_REST -> target.obstacle(asked.check()).stream().toList();
      case WAVE_BEFORE_EQUAL -> lackingBefore(wave);
      case RULES_READABLE -> unreadable(wave);
      case FORCE_GIVEN -> steps.stream().flatMap(step -> shared(step, now)).toList();
      // The lock is held, so a configuration was written; the other has been looked at by people.
      case WRITABLE, BY_HAND -> List.of();
    };
  }

  /** A provider that comes or goes is in one model before it is in the other. */
  private List<String> lackingBefore(Wave wave) throws RegistryException, StoppedException {
    List<Step> translated = new ArrayList<>();
    for (Wave each : plan.waves()) {
      for (Step step : each.steps()) {
        if (each.number() == wave.number() - 1 && order.isTranslated(Watch.key(step))) {
          translated.add(step);
        }
      }
    }
    return translated.isEmpty()
        ? List.of()
        : Watch.settled(
            target,
            new Wave(wave.number() - 1, "", translated, List.of()),
            pace,
            lock,
            settings.patience(),
            settings.poll());
  }

  private List<String> unreadable(Wave wave) throws RegistryException {
    List<String> unreadable = new ArrayList<>();
    for (Rule rule : wave.rules()) {
      try {
        RuleText.proportion(
            target.rule(Keys.of(rule.namespace(), rule.application())),
            rule.application(),
            rule.services());
      } catch (MalformedRuleException e) {
        unreadable.add(
            "the rule of consumer '%s' is none (%s)".formatted(rule.application(), e.getMessage()));
      }
    }
    return unreadable;
  }

  private Stream<String> shared(Step step, Inventory now) {
    return now.applications().stream()
        .filter(each -> !settings.forced())
        .filter(each -> each.namespace().equals(step.namespace()))
        .filter(each -> each.application().equals(step.application()))
        .filter(Planner::isShared)
        .map(
            each ->
                "others than Dubbo's use the service of '%s' and --force is not given"
                    .formatted(each.application()));
  }
}
