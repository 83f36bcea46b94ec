package io.landbridge.migrate.wave;

import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Some applications of a plan, in their waves, with the consumers that can be told to move once
 * they are translated: for the services all of whose providers in the plan are then.
 *
 * @param waves the waves as far as they have these applications, in order
 * @param waiting what consumers are not told yet, and why, for people
 */
public record PlanPart(List<Wave> waves, List<String> waiting) {

  /** Copies the lists. */
  public PlanPart {
    waves = List.copyOf(waves);
    waiting = List.copyOf(waiting);
  }

  /**
   * Takes applications out of a plan.
   *
   * @param chosen which; those that are not in the plan do not matter
   * @param target tells which of the others are translated already
   */
  public static PlanPart of(Plan plan, Set<ApplicationKey> chosen, MigrationTarget target)
      throws RegistryException {
    WaveOrder order = new WaveOrder(plan, target);
    SortedMap<Integer, List<Rule>> rules = new TreeMap<>();
    List<String> waiting = new ArrayList<>();
    for (Wave wave : plan.waves()) {
      for (Rule rule : wave.rules()) {
        Told told = told(plan, rule, chosen, order);
        waiting.addAll(told.waiting());
        if (!told.services().isEmpty()) {
          rules
              .computeIfAbsent(told.wave(), none -> new ArrayList<>())
              .add(new Rule(rule.namespace(), rule.application(), told.services(), rule.reason()));
        }
      }
    }
    List<Wave> waves = new ArrayList<>();
    for (Wave wave : plan.waves()) {
      List<Step> steps = wave.steps().stream().filter(step -> chosen.contains(step.key())).toList();
      if (!steps.isEmpty()) {
        waves.add(wave.with(steps, rules.getOrDefault(wave.number(), List.of())));
      }
    }
    return new PlanPart(waves, waiting);
  }

  /**
   * What a consumer can be told.
   *
   * @param wave the last of those with a chosen provider
   */
  private record Told(int wave, List<String> services, List<String> waiting) {}

  private static Told told(Plan plan, Rule rule, Set<ApplicationKey> chosen, WaveOrder order)
      throws RegistryException {
    int last = 0;
    List<String> services = new ArrayList<>();
    List<String> waiting = new ArrayList<>();
    for (String service : rule.services()) {
      int wave = 0;
      List<String> untranslated = new ArrayList<>();
      for (Wave each : plan.waves()) {
        for (Step step : each.steps()) {
          if (!offers(step, rule.namespace(), service)) {
            continue;
          }
          if (chosen.contains(step.key())) {
            wave = each.number();
          } else if (!order.isTranslated(step.key())) {
            untranslated.add(step.application());
          }
        }
      }
      if (wave == 0) {
        continue;
      }
      if (untranslated.isEmpty()) {
        last = Math.max(last, wave);
        services.add(service);
      } else {
        waiting.add(
            ("consumer '%s' gets no rule for %s yet: not all providers of the service are translated,"
                    + " missing: %s")
                .formatted(rule.application(), service, Parity.text(untranslated)));
      }
    }
    return new Told(last, services, waiting);
  }

  private static boolean offers(Step step, String namespace, String service) {
    return step.namespace().equals(namespace)
        && step.interfaces().stream().anyMatch(each -> Thresholds.covers(service, each));
  }
}
