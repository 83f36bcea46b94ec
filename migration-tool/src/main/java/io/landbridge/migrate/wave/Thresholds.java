package io.landbridge.migrate.wave;

import io.landbridge.dubbo.ServiceRange;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.ApplicationInventory.InterfaceInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.rule.ServiceRule;
import io.landbridge.migrate.verify.Comparison;
import io.landbridge.migrate.verify.Comparison.Finding;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What a consumer is told for each service, with a threshold from what is observed: Dubbo's own of
 * 0.0 takes the first address that is found at application level, and drops the others. What was
 * accepted with the plan lowers it, and nothing else that is missing: that is still to come.
 */
public final class Thresholds {

  private final Plan plan;
  private final MigrationTarget target;
  private final Inventory inventory;

  /** Reads nothing yet. */
  public Thresholds(Plan plan, MigrationTarget target, Inventory inventory) {
    this.plan = plan;
    this.target = target;
    this.inventory = inventory;
  }

  /**
   * What a consumer is told.
   *
   * @param services what for each service
   * @param absent services that nobody offers at application level, of which nothing is said
   */
  public record Told(List<ServiceRule> services, List<String> absent) {

    /** Copies the lists. */
    public Told {
      services = List.copyOf(services);
      absent = List.copyOf(absent);
    }

    /** What is left out and why, for people. */
    public List<String> problems() {
      return absent.stream()
          .map(
              each ->
                  "no provider offers %s at application level, so the rule omits it"
                      .formatted(each))
          .toList();
    }
  }

  /** Returns what a consumer is told, with this step and this proportion of its calls. */
  public Told of(Rule rule, String step, int proportion) throws RegistryException {
    List<ApplicationInventory> offering =
        inventory.applications().stream()
            .filter(each -> each.namespace().equals(rule.namespace()))
            .filter(each -> offers(each, rule.services()))
            .toList();
    List<Comparison> comparisons =
        target.verify(providers(rule, offering)).stream()
            .filter(each -> each.namespace().equals(rule.namespace()))
            .toList();
    List<ServiceRule> rules = new ArrayList<>();
    List<String> absent = new ArrayList<>();
    for (String service : rule.services()) {
      int addresses =
          offering.stream()
              .flatMap(each -> each.interfaces().stream())
              .filter(each -> covers(service, each.service()))
              .mapToInt(InterfaceInventory::addresses)
              .sum();
      boolean any =
          addresses > count(comparisons, service, Comparison::missing)
              || count(comparisons, service, Comparison::extra) > 0;
      if (any) {
        int accepted = count(comparisons, service, each -> Parity.accepted(each, plan.steps()));
        rules.add(
            new ServiceRule(
                service,
                step,
                ServiceRule.threshold(
                    Math.max(0, addresses - accepted), addresses, plan.rules().thresholdPercent()),
                proportion,
                plan.rules().delaySeconds()));
      } else {
        absent.add(service);
      }
    }
    return new Told(rules, absent);
  }

  /** Also those that do not offer it at interface level any more. */
  private Set<ApplicationKey> providers(Rule rule, List<ApplicationInventory> offering) {
    Set<ApplicationKey> keys = new TreeSet<>();
    offering.forEach(each -> keys.add(each.key()));
    for (Step step : plan.steps()) {
      if (step.namespace().equals(rule.namespace())
          && step.interfaces().stream()
              .anyMatch(
                  each -> rule.services().stream().anyMatch(service -> covers(service, each)))) {
        keys.add(step.key());
      }
    }
    return keys;
  }

  private static int count(
      List<Comparison> comparisons,
      String service,
      Function<Comparison, Collection<Finding>> findings) {
    return (int)
        comparisons.stream()
            .flatMap(each -> findings.apply(each).stream())
            .filter(each -> covers(service, each.service()))
            .count();
  }

  private static boolean offers(ApplicationInventory application, List<String> services) {
    return application.interfaces().stream()
        .anyMatch(each -> services.stream().anyMatch(service -> covers(service, each.service())));
  }

  /**
   * Whether the service of a rule takes in one that is offered, under whatever group: a rule names
   * none.
   */
  public static boolean covers(String ofRule, String offered) {
    return ServiceRange.of(ofRule).coversInAnyGroup(ServiceRange.of(offered));
  }
}
