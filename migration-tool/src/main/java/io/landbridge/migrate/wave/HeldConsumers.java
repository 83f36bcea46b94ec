package io.landbridge.migrate.wave;

import io.landbridge.dubbo.ServiceRange;
import io.landbridge.migrate.inventory.Call;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.plan.SharedRules;
import io.landbridge.migrate.rule.MalformedRuleException;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.migrate.rule.ServiceRule;
import io.landbridge.migrate.wave.StoppedException.Kind;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The consumers that would go to the application level with all their calls as soon as some
 * applications are translated, and who of them a rule can hold at the interface level until they
 * are told to move.
 *
 * <p>Whoever finds an address of a service at application level already has gone there, and is left
 * alone: to be held would take it back.
 *
 * @param held with the services they are to be held for
 * @param free that no rule can hold
 * @param callers all consumers of these applications that may be of Dubbo 3, wherever they are
 */
public record HeldConsumers(List<Held> held, List<Free> free, Set<ApplicationKey> callers) {

  private static final int ONE = 1;

  /** Copies the collections. */
  public HeldConsumers {
    held = List.copyOf(held);
    free = List.copyOf(free);
    callers = Set.copyOf(callers);
  }

  /**
   * A consumer that a rule can hold.
   *
   * @param consumer who
   * @param services for what, {@code interface[:version]}
   * @param clients how many addresses of it were seen
   * @param kept whether its rule keeps it at the interface level for all of that already
   */
  public record Held(ApplicationKey consumer, List<String> services, int clients, boolean kept) {

    /** Copies the list. */
    public Held {
      services = List.copyOf(services);
    }

    /** The same consumer, of which it turned out that no rule holds it. */
    public Free loose(String why) {
      return Free.of(
          new Mover(consumer.namespace().value(), consumer.name().value(), services, clients), why);
    }
  }

  /**
   * A consumer that no rule can hold. What it calls is not translated before it is allowed to move.
   *
   * @param namespace its namespace
   * @param services what it calls, as {@code [group/]interface[:version]}
   * @param what who it is, and why no rule can hold it, for people
   */
  public record Free(String namespace, List<String> services, String what) {

    /** Copies the list. */
    public Free {
      services = List.copyOf(services);
    }

    private static Free of(Mover mover, String why) {
      return new Free(mover.namespace(), mover.services(), mover + ": " + why);
    }

    /** Whether it calls something that an application offers. */
    boolean calls(Step step) {
      return step.namespace().equals(namespace)
          && step.interfaces().stream()
              .anyMatch(
                  offered ->
                      services.stream()
                          .anyMatch(
                              each ->
                                  Thresholds.covers(
                                      ServiceRange.of(each).withoutGroup(), offered)));
    }
  }

  /**
   * Finds them; reads only.
   *
   * @param steps what is going to be translated
   * @param now what is registered
   */
  public static HeldConsumers of(
      Plan plan, Collection<Step> steps, MigrationTarget target, Inventory now)
      throws RegistryException {
    Callers callers = target.callers(steps);
    List<Held> held = new ArrayList<>();
    List<Free> free = new ArrayList<>(callers.nameless());
    List<Mover> movers = Mover.of(now, callers, steps);
    List<Call> calls = new ArrayList<>(now.calls());
    calls.addAll(callers.calls());
    SharedRules shared = SharedRules.of(calls);
    for (Mover each : goingOver(plan, movers, target, now)) {
      ApplicationKey consumer;
      try {
        consumer = ApplicationKey.of(each.namespace(), each.application());
      } catch (IllegalArgumentException e) {
        free.add(Free.of(each, "not a valid application name, so no rule can exist"));
        continue;
      }
      Optional<String> refusal = target.refusesRuleOf(consumer);
      if (refusal.isPresent()) {
        free.add(Free.of(each, "no rule can have this name: " + refusal.get()));
        continue;
      }
      Optional<String> other = shared.refusal(consumer);
      if (other.isPresent()) {
        free.add(Free.of(each, other.get()));
        continue;
      }
      try {
        SortedSet<String> moving =
            RuleText.notKept(target.rule(consumer), each.application(), each.services());
        held.add(new Held(consumer, each.services(), each.clients(), moving.isEmpty()));
      } catch (MalformedRuleException e) {
        free.add(Free.of(each, "its rule is malformed (%s)".formatted(e.getMessage())));
      } catch (RegistryException e) {
        if (!isAboutTheRule(e)) {
          throw e;
        }
        free.add(Free.of(each, "its rule cannot be read (%s)".formatted(e.what())));
      }
    }
    return new HeldConsumers(held, free, Mover.keys(movers));
  }

  /** Whether a failure concerns the rule of one consumer, and not the cluster. */
  public static boolean isAboutTheRule(RegistryException failure) {
    return switch (failure.kind()) {
      case REFUSED, UNAUTHORISED, TOO_LARGE -> true;
      default -> false;
    };
  }

  /** Those that find nobody at application level yet, with the services of which that is so. */
  private static List<Mover> goingOver(
      Plan plan, List<Mover> movers, MigrationTarget target, Inventory now)
      throws RegistryException {
    List<Mover> going = new ArrayList<>();
    for (String namespace :
        movers.stream().map(Mover::namespace).collect(Collectors.toCollection(TreeSet::new))) {
      List<Mover> here =
          movers.stream().filter(each -> each.namespace().equals(namespace)).toList();
      List<String> services =
          here.stream().flatMap(each -> each.services().stream()).distinct().sorted().toList();
      Set<String> absent =
          Set.copyOf(
              new Thresholds(plan, target, now)
                  .of(new Rule(namespace, "", services, ""), ServiceRule.FORCE_INTERFACE, ONE)
                  .absent());
      here.stream()
          .map(each -> each.of(absent))
          .filter(each -> !each.services().isEmpty())
          .forEach(going::add);
    }
    return going;
  }

  /** Who goes over at once if nobody is held, for people; empty when nobody does. */
  public String summary() {
    return summary(moving());
  }

  private List<String> moving() {
    List<String> moving = new ArrayList<>();
    held.stream()
        .filter(each -> !each.kept())
        .map(
            each ->
                "'%s' (clients: %d; %s)"
                    .formatted(
                        each.consumer().name(), each.clients(), Parity.text(each.services())))
        .forEach(moving::add);
    free.forEach(each -> moving.add(each.what()));
    return moving;
  }

  static String summary(List<String> moving) {
    return moving.isEmpty()
        ? ""
        : ("Dubbo 3 consumers that would move to the application level at once, with all their"
                + " calls: %d: %s")
            .formatted(moving.size(), Parity.text(moving));
  }

  /**
   * Finds who goes over at once if applications are translated and nobody is held.
   *
   * @param plan what these applications offer
   */
  public static HeldConsumers of(Plan plan, MigrationTarget target, Inventory now)
      throws RegistryException {
    return of(plan, plan.steps(), target, now);
  }

  /**
   * Passes when nobody has to be held, or the plan has rules to hold consumers with.
   *
   * @throws StoppedException names those that would go over
   */
  public void requireRules(Plan plan, Wave wave) throws StoppedException {
    List<String> moving = moving();
    if (!plan.rules().anyWanted() && !moving.isEmpty()) {
      throw new StoppedException(
          Kind.PRECONDITION,
          summary(moving),
          "wave %d".formatted(wave.number()),
          "this wave was not changed; the plan has no rules to hold these consumers: make a"
              + " plan without --no-rules, or accept the move with --move-consumers");
    }
  }
}
