package io.landbridge.migrate.plan;

import io.landbridge.dubbo.CheckedNames;
import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.dubbo.ServiceRange;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Call;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Skipped;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.LogText;
import io.landbridge.model.NameRules;
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
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Which consumers are told to move, for which services, and in which wave: the one with the last of
 * the applications that offer what they call.
 *
 * <p>A rule names a service without its group, so a service is in it only when all applications
 * that offer it under any group are translated.
 *
 * @param byWave the rules of each wave
 * @param without consumers that get none, and why
 */
record RulePlan(Map<Integer, List<Rule>> byWave, List<Skipped> without) {

  static RulePlan of(
      Inventory inventory,
      PlanRequest request,
      Dependencies dependencies,
      SortedMap<ApplicationKey, Integer> waveOf,
      int waves) {
    Map<Integer, List<Rule>> byWave = new HashMap<>();
    List<Skipped> without = new ArrayList<>();
    if (!request.rules().anyWanted() || waves == 0) {
      return new RulePlan(byWave, without);
    }
    SortedMap<ApplicationKey, SortedMap<String, SortedSet<ApplicationKey>>> wanted =
        wanted(inventory, dependencies);
    Predicate<Call> concerned = concerned(inventory, request);
    unnameable(inventory, concerned, without);
    Set<ApplicationKey> callers = new HashSet<>();
    inventory.calls().stream()
        .filter(concerned)
        .forEach(
            each ->
                StepBuilder.keyIfValid(each.namespace(), each.consumer()).ifPresent(callers::add));
    SharedRules shared = SharedRules.of(inventory.calls());
    for (var consumer : wanted.entrySet()) {
      String namespace = consumer.getKey().namespace().value();
      String name = consumer.getKey().name().value();
      if (request.excluded().containsKey(name)) {
        continue;
      }
      List<String> services = new ArrayList<>();
      int wave = waveOf.getOrDefault(consumer.getKey(), 1);
      for (var service : consumer.getValue().entrySet()) {
        if (!service.getValue().isEmpty()
            && waveOf.keySet().containsAll(service.getValue())
            && !hasCustomPath(inventory, service.getValue(), service.getKey())) {
          services.add(service.getKey());
          wave =
              Math.max(
                  wave,
                  service.getValue().stream()
                      .mapToInt(each -> waveOf.getOrDefault(each, 1))
                      .max()
                      .orElse(1));
        }
      }
      String refusal =
          services.isEmpty()
              ? "no service that the consumer calls is offered by applications of this plan only"
              : refusal(inventory, shared, consumer.getKey(), request);
      if (refusal.isEmpty()) {
        byWave
            .computeIfAbsent(wave, none -> new ArrayList<>())
            .add(new Rule(namespace, name, services, reason(wave, services, consumer.getValue())));
      } else if (callers.contains(consumer.getKey())) {
        without.add(new Skipped(namespace, name, refusal));
      }
    }
    return new RulePlan(byWave, without);
  }

  /** Whether a call concerns an application that the plan was asked for; all do where all were. */
  private static Predicate<Call> concerned(Inventory inventory, PlanRequest request) {
    Set<List<String>> names = new HashSet<>();
    Map<String, List<ServiceRange>> offered = new HashMap<>();
    boolean all = true;
    for (ApplicationInventory each : inventory.applications()) {
      if (request.selected().test(each)) {
        names.add(List.of(each.namespace(), each.application()));
        each.interfaces()
            .forEach(
                offer ->
                    offered
                        .computeIfAbsent(
                            each.namespace() + "\n" + offer.interfaceName(),
                            none -> new ArrayList<>())
                        .add(ServiceRange.of(ServiceRange.withoutGroup(offer.service()))));
      } else {
        all = false;
      }
    }
    if (all) {
      return each -> true;
    }
    return call -> {
      if (call.service().isEmpty()) {
        return names.contains(List.of(call.namespace(), call.provider()));
      }
      ServiceRange asked = ServiceRange.of(call.service());
      return offered
          .getOrDefault(call.namespace() + "\n" + asked.interfaceName(), List.of())
          .stream()
          .anyMatch(asked::coversInAnyGroup);
    };
  }

  List<Rule> ofWave(int number) {
    return byWave.getOrDefault(number, List.of());
  }

  private static String reason(
      int wave, List<String> services, SortedMap<String, SortedSet<ApplicationKey>> all) {
    return ("wave %3$d completes the translation of all providers for %1$d of the %2$d known"
            + " services of this consumer")
        .formatted(services.size(), all.size(), wave);
  }

  /** By consumer: what it calls as rules name it, and everybody who offers that. */
  private static SortedMap<ApplicationKey, SortedMap<String, SortedSet<ApplicationKey>>> wanted(
      Inventory inventory, Dependencies dependencies) {
    Map<String, SortedMap<String, SortedSet<ApplicationKey>>> byInterface = new HashMap<>();
    for (ApplicationInventory each : inventory.applications()) {
      each.interfaces()
          .forEach(
              offer ->
                  byInterface
                      .computeIfAbsent(
                          each.namespace() + "\n" + offer.interfaceName(), none -> new TreeMap<>())
                      .computeIfAbsent(
                          ServiceRange.withoutGroup(offer.service()), none -> new TreeSet<>())
                      .add(each.key()));
    }
    SortedMap<ApplicationKey, SortedMap<String, SortedSet<ApplicationKey>>> wanted =
        new TreeMap<>();
    for (Call call : inventory.calls()) {
      StepBuilder.keyIfValid(call.namespace(), call.consumer())
          .filter(consumer -> !call.service().isEmpty())
          .ifPresent(
              consumer -> {
                ServiceRange asked = ServiceRange.of(call.service());
                String service = asked.withoutGroup();
                SortedSet<ApplicationKey> providers = new TreeSet<>();
                byInterface
                    .getOrDefault(call.namespace() + "\n" + asked.interfaceName(), new TreeMap<>())
                    .forEach(
                        (offered, offering) -> {
                          if (asked.coversInAnyGroup(ServiceRange.of(offered))) {
                            providers.addAll(offering);
                          }
                        });
                wanted
                    .computeIfAbsent(consumer, none -> new TreeMap<>())
                    .computeIfAbsent(service, none -> new TreeSet<>())
                    .addAll(providers);
              });
    }
    return wanted;
  }

  /** Consumers that call themselves what no application can be called. */
  private static void unnameable(
      Inventory inventory, Predicate<Call> concerned, List<Skipped> without) {
    SortedMap<String, SortedSet<String>> names = new TreeMap<>();
    for (Call call : inventory.calls()) {
      if (StepBuilder.keyIfValid(call.namespace(), call.consumer()).isEmpty()
          && concerned.test(call)) {
        names
            .computeIfAbsent(call.namespace(), none -> new TreeSet<>())
            .add(LogText.of(call.consumer()));
      }
    }
    names.forEach(
        (namespace, all) ->
            all.forEach(
                each ->
                    without.add(
                        new Skipped(
                            namespace,
                            each,
                            "not a valid application name, so no rule can exist; change its"
                                + " dubbo.application.name"))));
  }

  private static boolean hasCustomPath(
      Inventory inventory, SortedSet<ApplicationKey> providers, String service) {
    String interfaceName = NacosSpelling.of(ServiceRange.of(service).interfaceName());
    return inventory.applications().stream()
        .filter(each -> providers.contains(each.key()))
        .flatMap(each -> each.losses().stream())
        .anyMatch(
            loss ->
                loss.kind().equals(Loss.Kind.CUSTOM_PATH.name())
                    && NacosSpelling.of(loss.service() + ":").contains(":" + interfaceName + ":"));
  }

  /** Why a consumer cannot be told; empty when it can. Dubbo 2.x does not read these rules. */
  private static String refusal(
      Inventory inventory, SharedRules shared, ApplicationKey consumer, PlanRequest request) {
    Optional<String> refused =
        CheckedNames.ofRule(consumer, NameRules.of(inventory.serverVersion()))
            .or(() -> shared.refusal(consumer));
    if (refused.isPresent()) {
      return refused.get();
    }
    if (request.ruleFor().contains(consumer.name().value())) {
      return "";
    }
    SortedSet<String> releases =
        inventory.calls().stream()
            .filter(call -> call.consumer().equals(consumer.name().value()))
            .filter(call -> call.namespace().equals(consumer.namespace().value()))
            .flatMap(call -> call.releases().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    inventory.applications().stream()
        .filter(each -> each.application().equals(consumer.name().value()))
        .filter(each -> each.namespace().equals(consumer.namespace().value()))
        .forEach(each -> releases.addAll(each.releases()));
    if (releases.isEmpty()) {
      return "its Dubbo version is unknown; use 'plan --rule-for %s' for Dubbo 3.x"
          .formatted(consumer.name());
    }
    List<String> newer = releases.stream().filter(each -> each.startsWith("3.")).toList();
    if (newer.size() == releases.size()) {
      return "";
    }
    List<String> older = releases.stream().filter(each -> !newer.contains(each)).toList();
    return !newer.isEmpty()
        ? ("some of its processes run Dubbo %s, which supports interfaces only, and others Dubbo %s:"
                + " update the older ones and make a new plan, or use 'plan --rule-for %s' to move"
                + " those of Dubbo 3.x now; the older ones stay at the interface level")
            .formatted(String.join(" and ", older), String.join(" and ", newer), consumer.name())
        : "it runs Dubbo %s, which supports interfaces only; translation keeps them available"
            .formatted(String.join(" and ", releases));
  }
}
