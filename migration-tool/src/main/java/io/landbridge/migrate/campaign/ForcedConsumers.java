package io.landbridge.migrate.campaign;

import io.landbridge.dubbo.ServiceRange;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.rule.MalformedRuleException;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.RegistryException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The consumers that somebody else has sent to the application level alone. Nobody may change such
 * an entry but who wrote it, and without the application level the consumer would find nobody.
 */
final class ForcedConsumers {

  private static final String REASON = "somebody else has sent it to the application level alone";

  private ForcedConsumers() {}

  /**
   * Finds those that call what some applications offer, with the services concerned; reads only.
   */
  static List<Rule> of(Collection<Step> steps, MigrationTarget target) throws RegistryException {
    SortedMap<NamespaceId, SortedSet<String>> offered = new TreeMap<>();
    for (Step step : steps) {
      SortedSet<String> services =
          offered.computeIfAbsent(NamespaceId.of(step.namespace()), none -> new TreeSet<>());
      step.interfaces().forEach(each -> services.add(ServiceRange.withoutGroup(each)));
    }
    SortedMap<ApplicationKey, Optional<String>> rules = new TreeMap<>();
    for (var each : offered.entrySet()) {
      for (ApplicationKey named : target.ruled(each.getKey())) {
        try {
          Optional<String> present = target.rule(named);
          ApplicationKey consumer = FoundPlan.owner(present, named);
          if (RuleText.mayForce(present, consumer.name().value())) {
            rules.put(consumer, present);
          }
        } catch (MalformedRuleException e) {
          // Whoever it is told something by a plan is named for it.
          continue;
        } catch (RegistryException e) {
          if (!Holding.isAboutTheRule(e)) {
            throw e;
          }
        }
      }
    }
    List<Rule> forced = new ArrayList<>();
    if (rules.isEmpty()) {
      return forced;
    }
    for (Mover each : Mover.of(target.inventory(), target.callers(steps), steps)) {
      for (var rule : rules.entrySet()) {
        if (rule.getKey().namespace().value().equals(each.namespace())
            && rule.getKey().name().value().equals(each.application())) {
          of(each, rule.getValue()).ifPresent(forced::add);
        }
      }
    }
    return forced;
  }

  private static Optional<Rule> of(Mover mover, Optional<String> present) {
    return of(new Rule(mover.namespace(), mover.application(), mover.services(), REASON), present);
  }

  /** The part of what a consumer is told that somebody else has sent to the application level. */
  static Optional<Rule> of(Rule rule, Optional<String> present) {
    try {
      SortedSet<String> services = RuleText.forced(present, rule.application(), rule.services());
      return services.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Rule(rule.namespace(), rule.application(), List.copyOf(services), REASON));
    } catch (MalformedRuleException e) {
      return Optional.empty();
    }
  }
}
