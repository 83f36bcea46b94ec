package io.landbridge.migrate.wave;

import io.landbridge.dubbo.ServiceRange;
import io.landbridge.migrate.plan.Limits;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Savings;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.plan.RuleSettings;
import io.landbridge.migrate.rule.MalformedRuleException;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.RegistryException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What there is to take back of applications, for which nobody gives the plan that was applied: one
 * wave with the rules that are found in the cluster, so that a withdrawal does not care.
 */
public final class FoundPlan {

  private static final int WAVE = 1;
  private static final int MAX_DELAY = 3600;
  private static final String REASON = "requested without a plan";

  private FoundPlan() {}

  /**
   * One application.
   *
   * @param application the application
   * @param interfaces what it offers, as {@code [group/]interface[:version]}
   */
  public record Offer(ApplicationKey application, List<String> interfaces) {

    /** Copies the list. */
    public Offer {
      interfaces = List.copyOf(interfaces);
    }

    private Step step() {
      return new Step(
          application.namespace().value(),
          application.name().value(),
          Plan.Action.TRANSLATE,
          REASON,
          interfaces,
          List.of(),
          new Savings(0, 0),
          List.of(),
          List.of(),
          List.of());
    }
  }

  /** A plan of these applications; no consumer is in it yet. */
  public static Plan of(List<Offer> offers) {
    return plan(offers.stream().map(Offer::step).toList(), List.of(), 0);
  }

  /**
   * The same plan with the consumers whose rules have entries of ours for what its applications
   * offer, as far as they are not back at the interface level; and with those that call them and
   * whose rules cannot be read, which may have such entries.
   */
  public static Plan withRules(Plan plan, MigrationTarget target) throws RegistryException {
    Map<NamespaceId, SortedSet<String>> offered = new HashMap<>();
    for (Step step : plan.steps()) {
      SortedSet<String> services =
          offered.computeIfAbsent(NamespaceId.of(step.namespace()), none -> new TreeSet<>());
      step.interfaces().forEach(each -> services.add(ServiceRange.withoutGroup(each)));
    }
    List<Rule> rules = new ArrayList<>();
    SortedSet<ApplicationKey> unread = new TreeSet<>();
    int delay = 0;
    for (NamespaceId namespace : new TreeSet<>(offered.keySet())) {
      for (ApplicationKey named : target.ruled(namespace)) {
        ApplicationKey consumer = named;
        Optional<String> present;
        try {
          present = target.rule(named);
          consumer = owner(present, named);
        } catch (RegistryException e) {
          if (!HeldConsumers.isAboutTheRule(e)) {
            throw e;
          }
          unread.add(consumer);
          continue;
        }
        if (saysNothingOfOurs(present, consumer)) {
          unread.add(consumer);
          continue;
        }
        SortedSet<String> services = RuleText.ours(present);
        SortedSet<String> there = offered.getOrDefault(namespace, new TreeSet<>());
        services.removeIf(
            each -> there.stream().noneMatch(offer -> Thresholds.covers(each, offer)));
        String name = consumer.name().value();
        if (isToTakeBack(present, name, services)) {
          rules.add(
              new Rule(
                  namespace.value(),
                  name,
                  List.copyOf(services),
                  "its rule has entries of a plan"));
          delay = Math.max(delay, delaySeconds(present, name, services));
        }
      }
    }
    if (!unread.isEmpty()) {
      rules.addAll(called(plan, target, unread));
    }
    return plan(plan.steps(), rules, Math.min(delay, MAX_DELAY));
  }

  /** Whose rule it is, where the id of the configuration does not say it. */
  static ApplicationKey owner(Optional<String> present, ApplicationKey named) {
    try {
      return new ApplicationKey(
          named.namespace(), new ApplicationName(RuleText.owner(present, named.name().value())));
    } catch (IllegalArgumentException e) {
      return named;
    }
  }

  /** Whether it is no rule, and has lost the line that says which entries are ours. */
  private static boolean saysNothingOfOurs(Optional<String> present, ApplicationKey consumer) {
    if (!RuleText.ours(present).isEmpty()) {
      return false;
    }
    try {
      RuleText.others(present, consumer.name().value());
      return false;
    } catch (MalformedRuleException e) {
      return true;
    }
  }

  /** What these consumers call, since their rules do not say for what they were told something. */
  private static List<Rule> called(
      Plan plan, MigrationTarget target, SortedSet<ApplicationKey> consumers)
      throws RegistryException {
    return Mover.of(target.inventory(), target.callers(plan.steps()), plan.steps()).stream()
        .filter(
            each ->
                consumers.stream()
                    .anyMatch(
                        key ->
                            key.namespace().value().equals(each.namespace())
                                && key.name().value().equals(each.application())))
        .map(
            each ->
                new Rule(
                    each.namespace(),
                    each.application(),
                    each.services(),
                    "its rule cannot be read"))
        .toList();
  }

  /** One that cannot be read is, too: whoever takes it back then says what is wrong with it. */
  private static boolean isToTakeBack(
      Optional<String> present, String consumer, SortedSet<String> services) {
    if (services.isEmpty()) {
      return false;
    }
    try {
      return !RuleText.back(present, consumer, services).text().equals(present.orElse(""));
    } catch (MalformedRuleException e) {
      return true;
    }
  }

  private static int delaySeconds(
      Optional<String> present, String consumer, SortedSet<String> services) {
    try {
      return RuleText.delaySeconds(present, consumer, services);
    } catch (MalformedRuleException e) {
      return 0;
    }
  }

  private static Plan plan(List<Step> steps, List<Rule> rules, int delaySeconds) {
    RuleSettings usual = RuleSettings.DEFAULT;
    return new Plan(
        Plan.FORMAT,
        "",
        "",
        new Plan.Basis("", "", List.of(), List.of(), ""),
        new Savings(0, 0),
        Limits.DEFAULT,
        new RuleSettings(usual.step(), usual.thresholdPercent(), delaySeconds, usual.proportions()),
        List.of(),
        List.of(new Wave(WAVE, REASON, steps, rules)),
        List.of(),
        List.of(),
        "");
  }
}
