package io.landbridge.migrate.wave;

import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.wave.StoppedException.Kind;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The applications of a plan that are not translated, because a consumer that no rule can hold
 * calls them and would move at once. Everything else of the plan goes on without them. For one
 * thread.
 */
public final class LeftOutApplications {

  /** What is said of an application that an operator has left out. */
  public static final String SKIPPED = "skipped by an operator";

  private final Plan plan;
  private final MigrationTarget target;
  private final WaveOrder order;
  private final SortedMap<ApplicationKey, Step> steps = new TreeMap<>();
  private final SortedMap<ApplicationKey, SortedSet<String>> reasons = new TreeMap<>();
  private final SortedSet<ApplicationKey> skipped = new TreeSet<>();
  private final SortedSet<Integer> waves = new TreeSet<>();

  /** Makes it for one run; nothing is held back yet. */
  public LeftOutApplications(Plan plan, MigrationTarget target) {
    this.plan = plan;
    this.target = target;
    this.order = new WaveOrder(plan, target);
  }

  /**
   * The waves without what has to be held back, as a dry run sees them.
   *
   * @param waves of the plan, or parts of them
   * @param now what is registered
   * @throws StoppedException if consumers have to be held and the plan has no rules
   */
  public List<Wave> without(List<Wave> waves, Inventory now)
      throws RegistryException, StoppedException {
    List<Wave> rest = new ArrayList<>();
    for (Wave wave : waves) {
      HeldConsumers holding = HeldConsumers.of(plan, wave.steps(), target, now);
      holding.requireRules(plan, wave);
      rest.add(without(wave, holding.free()));
    }
    return rest;
  }

  /**
   * A wave without what these consumers call, and its consumers without the services that are
   * offered by what is held back. What is translated already moves nobody any more.
   */
  public Wave without(Wave wave, Collection<HeldConsumers.Free> free) throws RegistryException {
    List<Step> rest = new ArrayList<>();
    for (Step step : wave.steps()) {
      List<String> callers =
          free.stream().filter(each -> each.calls(step)).map(HeldConsumers.Free::what).toList();
      if (callers.isEmpty() || order.isTranslated(step.key())) {
        rest.add(step);
      } else {
        steps.put(step.key(), step);
        reasons.computeIfAbsent(step.key(), none -> new TreeSet<>()).addAll(callers);
        waves.add(wave.number());
      }
    }
    return part(wave, rest);
  }

  /** A wave without an application that an operator has left out, and what consumers call of it. */
  public Wave without(Wave wave, Step step) {
    steps.put(step.key(), step);
    skipped.add(step.key());
    waves.add(wave.number());
    return part(wave, wave.steps().stream().filter(each -> !each.equals(step)).toList());
  }

  private Wave part(Wave wave, List<Step> rest) {
    List<Rule> rules = new ArrayList<>();
    for (Rule rule : wave.rules()) {
      List<String> services =
          rule.services().stream().filter(each -> !isOffered(rule.namespace(), each)).toList();
      if (!services.isEmpty()) {
        rules.add(new Rule(rule.namespace(), rule.application(), services, rule.reason()));
      }
    }
    return wave.with(rest, rules);
  }

  private boolean isOffered(String namespace, String service) {
    return steps.values().stream()
        .filter(step -> step.namespace().equals(namespace))
        .flatMap(step -> step.interfaces().stream())
        .anyMatch(each -> Thresholds.covers(service, each));
  }

  /** Whether a wave was left without one of its applications. */
  public boolean concerns(Wave wave) {
    return waves.contains(wave.number());
  }

  /** One outcome for each application that was held back, sorted. */
  public List<Outcome> outcomes() {
    SortedMap<ApplicationKey, Outcome> outcomes = new TreeMap<>();
    reasons.forEach((key, why) -> outcomes.put(key, Outcome.held(key, String.join("; ", why))));
    skipped.forEach(key -> outcomes.put(key, Outcome.skipped(key, SKIPPED)));
    return List.copyOf(outcomes.values());
  }

  /**
   * Passes when nothing was held back.
   *
   * @throws StoppedException names the consumers and what they call, or what was skipped
   */
  public void requireNone() throws StoppedException {
    if (reasons.isEmpty()) {
      requireNoneSkipped();
      return;
    }
    SortedSet<String> consumers = new TreeSet<>();
    reasons.values().forEach(consumers::addAll);
    throw new StoppedException(
        Kind.HELD,
        HeldConsumers.summary(List.copyOf(consumers)),
        "applications "
            + Parity.text(reasons.keySet().stream().map(each -> each.name().value()).toList()),
        "only these applications are left out; fix the rules of these consumers, or accept the move"
            + " with --move-consumers");
  }

  private void requireNoneSkipped() throws StoppedException {
    if (!skipped.isEmpty()) {
      throw new StoppedException(
          Kind.SKIPPED,
          SKIPPED,
          "applications " + Parity.text(skipped.stream().map(each -> each.name().value()).toList()),
          "only these applications are left out; run the command again to apply them");
    }
  }
}
