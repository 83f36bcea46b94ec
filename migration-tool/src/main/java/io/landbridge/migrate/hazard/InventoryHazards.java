package io.landbridge.migrate.hazard;

import io.landbridge.dubbo.ServiceRange;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.ApplicationInventory.InterfaceInventory;
import io.landbridge.migrate.inventory.Call;
import io.landbridge.migrate.inventory.Configurations;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.rule.MalformedRuleException;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.model.Counted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds hazards in what is known of a cluster as a whole, once all of it was read. Pure. */
final class InventoryHazards {

  private final HazardDrafts drafts;

  private InventoryHazards(HazardDrafts drafts) {
    this.drafts = drafts;
  }

  /**
   * Adds what it finds.
   *
   * @param inventory all applications of some namespaces
   * @param configurations what the configuration center has of the same namespaces
   * @param drafts with what was found in registrations
   */
  static void find(Inventory inventory, Configurations configurations, HazardDrafts drafts) {
    InventoryHazards hazards = new InventoryHazards(drafts);
    configurations.rules().forEach(hazards::rule);
    hazards.mappings(inventory, configurations);
    hazards.applications(inventory);
    hazards.severalProviders(inventory);
    hazards.calls(inventory);
  }

  private void applications(Inventory inventory) {
    for (ApplicationInventory each : inventory.applications()) {
      if (each.groups().size() > 1) {
        drafts.add(
            HazardKind.SEVERAL_NACOS_GROUPS,
            each.namespace(),
            each.application(),
            String.join(", ", each.groups()));
      }
      boolean explained =
          drafts.contains(HazardKind.DIFFERENT_PARAMETERS, each.namespace(), each.application());
      if (each.revisions().size() > 1 && !explained) {
        drafts.add(
            HazardKind.SEVERAL_REVISIONS,
            each.namespace(),
            each.application(),
            Counted.format(
                "%d revisions of %d processes", each.revisions().size(), each.processes()));
      }
    }
  }

  private void rule(Configurations.Rule rule) {
    Optional<String> text = Optional.of(rule.text());
    String consumer = rule.older() ? rule.consumer() : RuleText.owner(text, rule.consumer());
    List<String> others;
    try {
      others = rule.older() ? List.of("a Dubbo 2.7 rule") : RuleText.others(text, consumer);
    } catch (MalformedRuleException e) {
      others = List.of("not a rule: " + e.getMessage());
    }
    others.forEach(each -> drafts.add(HazardKind.FOREIGN_RULE, rule.namespace(), consumer, each));
  }

  private void mappings(Inventory inventory, Configurations configurations) {
    Set<String> present = new HashSet<>();
    for (ApplicationInventory each : inventory.applications()) {
      if (each.registrations() + each.nativeInstances() + each.derivedInstances() > 0) {
        present.add(each.namespace() + "\n" + each.application());
      }
    }
    for (Configurations.Mapping mapping : configurations.mappings()) {
      mapping
          .blank()
          .forEach(
              each ->
                  drafts.add(
                      HazardKind.BLANK_IN_MAPPING,
                      mapping.namespace(),
                      each,
                      "the mapping of " + mapping.interfaceName()));
      for (String each : mapping.applications()) {
        if (!present.contains(mapping.namespace() + "\n" + each)) {
          drafts.add(
              HazardKind.STALE_MAPPING,
              mapping.namespace(),
              each,
              "the mapping of " + mapping.interfaceName());
        }
      }
    }
  }

  private void severalProviders(Inventory inventory) {
    SortedMap<String, SortedSet<String>> offering = new TreeMap<>();
    for (ApplicationInventory each : inventory.applications()) {
      for (InterfaceInventory service : each.interfaces()) {
        offering
            .computeIfAbsent(each.namespace() + "\n" + service.service(), none -> new TreeSet<>())
            .add(each.application());
      }
    }
    offering.forEach(
        (key, applications) -> {
          if (applications.size() > 1) {
            String[] parts = key.split("\n", -1);
            drafts.add(
                HazardKind.SEVERAL_PROVIDERS,
                parts[0],
                applications.first(),
                "%s is offered by %s".formatted(parts[1], String.join(" and ", applications)));
          }
        });
  }

  private void calls(Inventory inventory) {
    SortedSet<String> offered = new TreeSet<>();
    Map<String, List<ServiceRange>> byInterface = new HashMap<>();
    for (ApplicationInventory each : inventory.applications()) {
      each.interfaces()
          .forEach(
              service ->
                  byInterface
                      .computeIfAbsent(
                          each.namespace() + "\n" + service.interfaceName(),
                          none -> new ArrayList<>())
                      .add(ServiceRange.of(service.service())));
      // What an application that registers itself alone offers is in its document.
      if (each.level() == ApplicationInventory.Level.APPLICATION) {
        offered.add(each.namespace() + "\n");
      }
    }
    for (Call call : inventory.calls()) {
      if (call.interfaceName().equals("*")) {
        drafts.add(
            HazardKind.WILDCARD_CONSUMER,
            call.namespace(),
            call.consumer(),
            "the consumer calls *");
        continue;
      }
      List<String> old =
          call.releases().stream().filter(release -> release.startsWith("2.")).toList();
      if (!old.isEmpty()) {
        drafts.add(
            HazardKind.DUBBO_2_CONSUMER,
            call.namespace(),
            call.consumer(),
            "%s calls %s".formatted(String.join(" and ", old), call.service()));
      }
      if (!call.service().isEmpty()
          && !isOffered(byInterface, call)
          && !offered.contains(call.namespace() + "\n")) {
        drafts.add(HazardKind.CALLS_NOBODY, call.namespace(), call.consumer(), call.service());
      }
    }
  }

  /** A consumer may name any version or group, or several. */
  private static boolean isOffered(Map<String, List<ServiceRange>> byInterface, Call call) {
    ServiceRange asked = ServiceRange.of(call.service());
    return byInterface
        .getOrDefault(call.namespace() + "\n" + asked.interfaceName(), List.of())
        .stream()
        .anyMatch(asked::covers);
  }
}
