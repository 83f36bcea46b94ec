package io.landbridge.migrate.wave;

import io.landbridge.dubbo.ServiceRange;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Inventory;
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
import java.util.stream.Collectors;

/**
 * The consumers that somebody else has sent to the application level alone. Nobody may change such
 * an entry but who wrote it, and without the application level the consumer would find nobody.
 */
public final class ForcedConsumers {

  private static final String REASON = "somebody else has sent it to the application level alone";

  private ForcedConsumers() {}

  /**
   * Finds those that call what some applications offer, with the services of which they would find
   * nobody: not those that a provider registers at application level itself. Reads only.
   */
  public static List<Rule> of(Collection<Step> steps, MigrationTarget target)
      throws RegistryException {
    SortedSet<NamespaceId> namespaces =
        steps.stream()
            .map(each -> NamespaceId.of(each.namespace()))
            .collect(Collectors.toCollection(TreeSet::new));
    SortedMap<ApplicationKey, Optional<String>> rules = new TreeMap<>();
    for (NamespaceId namespace : namespaces) {
      rules.putAll(rules(namespace, target));
    }
    List<Rule> forced = new ArrayList<>();
    if (rules.isEmpty()) {
      return forced;
    }
    Inventory now = target.inventory();
    for (Mover each : Mover.of(now, target.callers(steps), steps)) {
      for (var rule : rules.entrySet()) {
        if (rule.getKey().namespace().value().equals(each.namespace())
            && rule.getKey().name().value().equals(each.application())) {
          SortedMap<String, SortedSet<String>> providers = providers(each, steps, target);
          of(each, rule.getValue(), providers, now).ifPresent(forced::add);
        }
      }
    }
    return forced;
  }

  /** The rules of a namespace that send anybody there; none where nobody may read them. */
  private static SortedMap<ApplicationKey, Optional<String>> rules(
      NamespaceId namespace, MigrationTarget target) throws RegistryException {
    SortedMap<ApplicationKey, Optional<String>> rules = new TreeMap<>();
    List<ApplicationKey> all;
    try {
      all = target.ruled(namespace);
    } catch (RegistryException e) {
      if (!HeldConsumers.isAboutTheRule(e)) {
        throw e;
      }
      return rules;
    }
    for (ApplicationKey named : all) {
      try {
        Optional<String> present = target.rule(named);
        ApplicationKey consumer = FoundPlan.owner(present, named);
        if (RuleText.mayForce(present, consumer.name().value())) {
          rules.put(consumer, present);
        }
      } catch (MalformedRuleException e) {
        // A consumer that a plan tells something is named for it.
        continue;
      } catch (RegistryException e) {
        if (!HeldConsumers.isAboutTheRule(e)) {
          throw e;
        }
      }
    }
    return rules;
  }

  /**
   * The applications that offer each service that a consumer calls: those its mapping has, which is
   * of an interface whatever the version, and those that are taken back.
   */
  private static SortedMap<String, SortedSet<String>> providers(
      Mover mover, Collection<Step> steps, MigrationTarget target) throws RegistryException {
    SortedMap<String, SortedSet<String>> providers = new TreeMap<>();
    for (String service : mover.services()) {
      SortedSet<String> all =
          new TreeSet<>(
              target.mapped(
                  NamespaceId.of(mover.namespace()), ServiceRange.of(service).interfaceName()));
      steps.stream()
          .filter(step -> step.namespace().equals(mover.namespace()))
          .filter(
              step -> step.interfaces().stream().anyMatch(each -> Thresholds.covers(service, each)))
          .forEach(step -> all.add(step.application()));
      providers.put(service, all);
    }
    return providers;
  }

  private static Optional<Rule> of(
      Mover mover,
      Optional<String> present,
      SortedMap<String, SortedSet<String>> providers,
      Inventory now) {
    SortedSet<String> services;
    try {
      services =
          RuleText.forced(
              present,
              mover.application(),
              mover.services(),
              service -> providers.getOrDefault(service, new TreeSet<>()));
    } catch (MalformedRuleException e) {
      return Optional.empty();
    }
    for (ApplicationInventory each : now.applications()) {
      if (each.namespace().equals(mover.namespace()) && each.nativeInstances() > 0) {
        services.removeIf(
            service ->
                each.interfaces().stream()
                    .anyMatch(
                        offer ->
                            Thresholds.covers(
                                service, ServiceRange.withoutGroup(offer.service()))));
      }
    }
    return services.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Rule(mover.namespace(), mover.application(), List.copyOf(services), REASON));
  }
}
