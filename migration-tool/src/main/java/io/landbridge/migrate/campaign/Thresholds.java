package io.landbridge.migrate.campaign;

import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.ApplicationInventory.InterfaceInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.RuleSettings;
import io.landbridge.migrate.rule.ServiceRule;
import io.landbridge.migrate.verify.Comparison;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a consumer is told for each service, with a threshold from what is observed: Dubbo's own of
 * 0.0 takes the first address that is found at application level, and drops the others.
 */
final class Thresholds {

  private final MigrationTarget target;
  private final Inventory inventory;
  private final RuleSettings settings;

  Thresholds(MigrationTarget target, Inventory inventory, RuleSettings settings) {
    this.target = target;
    this.inventory = inventory;
    this.settings = settings;
  }

  List<ServiceRule> of(Rule rule, String step, int proportion) throws RegistryException {
    List<ApplicationInventory> offering =
        inventory.applications().stream()
            .filter(each -> each.namespace().equals(rule.namespace()))
            .filter(each -> offers(each, rule.services()))
            .toList();
    Set<ApplicationKey> keys = new TreeSet<>();
    offering.forEach(each -> keys.add(Keys.of(each.namespace(), each.application())));
    List<Comparison> comparisons = target.verify(keys);
    List<ServiceRule> rules = new ArrayList<>();
    for (String service : rule.services()) {
      int addresses =
          offering.stream()
              .flatMap(each -> each.interfaces().stream())
              .filter(each -> withoutGroup(each.service()).equals(service))
              .mapToInt(InterfaceInventory::addresses)
              .sum();
      int missing =
          (int)
              comparisons.stream()
                  .flatMap(each -> each.missing().stream())
                  .filter(each -> withoutGroup(each.service()).equals(service))
                  .count();
      rules.add(
          new ServiceRule(
              service,
              step,
              ServiceRule.threshold(
                  Math.max(0, addresses - missing), addresses, settings.thresholdPercent()),
              proportion,
              settings.delaySeconds()));
    }
    return rules;
  }

  private static boolean offers(ApplicationInventory application, List<String> services) {
    return application.interfaces().stream()
        .anyMatch(each -> services.contains(withoutGroup(each.service())));
  }

  static String withoutGroup(String service) {
    return service.substring(service.indexOf('/') + 1);
  }
}
