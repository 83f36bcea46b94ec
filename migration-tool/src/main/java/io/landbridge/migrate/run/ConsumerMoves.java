package io.landbridge.migrate.run;

import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.journal.JournalEntry.Action;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.migrate.rule.ServiceRule;
import io.landbridge.migrate.wave.HeldConsumers;
import io.landbridge.migrate.wave.MigrationTarget;
import io.landbridge.migrate.wave.Newcomers;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.migrate.wave.Thresholds;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Holds the consumers of a plan at the interface level and tells them to move, with the rule of
 * each, and keeps what became of them. For one thread.
 */
final class ConsumerMoves {

  private static final String HELD = "held at the interface level";

  private final Plan plan;
  private final MigrationTarget target;
  private final Recorder recorder;
  private final ClusterLock lock;
  private final Gate gate;
  private final Consumer<String> progress;
  private final RuleWriter rules;
  private final SortedMap<String, Outcome> consumers = new TreeMap<>();

  ConsumerMoves(
      Plan plan,
      MigrationTarget target,
      Recorder recorder,
      ClusterLock lock,
      Gate gate,
      Consumer<String> progress) {
    this.plan = plan;
    this.target = target;
    this.recorder = recorder;
    this.lock = lock;
    this.gate = gate;
    this.progress = progress;
    this.rules = new RuleWriter(target, recorder);
  }

  /** What became of each so far, sorted. */
  List<Outcome> outcomes() {
    return List.copyOf(consumers.values());
  }

  /**
   * Holds consumers where they are.
   *
   * @return those that no rule holds, because theirs cannot be written
   */
  List<HeldConsumers.Free> hold(Wave wave, Collection<HeldConsumers.Held> held)
      throws RegistryException, IOException, StoppedException {
    List<HeldConsumers.Free> free = new ArrayList<>();
    for (HeldConsumers.Held each : held) {
      gate.pass();
      ApplicationKey consumer = each.consumer();
      try {
        RuleWriter.Written written =
            rules.change(
                wave.number(),
                Action.HOLD,
                consumer,
                present -> RuleText.held(present, consumer.name().value(), each.services()),
                HELD);
        consumers.put(
            consumer.toString(),
            new Outcome(
                consumer.namespace().value(),
                consumer.name().value(),
                written.changed() ? Outcome.Result.CHANGED : Outcome.Result.UNCHANGED,
                "",
                ServiceRule.FORCE_INTERFACE,
                written.problems()));
      } catch (RegistryException e) {
        if (!HeldConsumers.isAboutTheRule(e)) {
          throw e;
        }
        recorder.failed(wave.number(), Action.HOLD, consumer, e.what());
        HeldConsumers.Free loose =
            each.loose("its rule cannot be written (%s)".formatted(e.what()));
        progress.accept(loose.what());
        free.add(loose);
      }
    }
    return free;
  }

  /**
   * Tells a consumer to send a proportion of its calls to the application level.
   *
   * @param now what is registered
   * @return whether it has to be looked at before it is told more
   */
  boolean tell(Wave wave, Rule rule, int proportion, Inventory now)
      throws RegistryException, IOException, StoppedException {
    ApplicationKey consumer = rule.key();
    int before = rules.proportion(wave.number(), Action.RULE, consumer, rule.services());
    if (proportion < before) {
      // A run before this one was further already, wherever its journal is.
      return false;
    }
    Thresholds.Told told =
        new Thresholds(plan, target, now).of(rule, plan.rules().step(), proportion);
    lock.renew();
    RuleWriter.Written written =
        rules.change(
            wave.number(),
            Action.RULE,
            consumer,
            (Optional<String> present) ->
                RuleText.with(present, rule.application(), told.services()),
            Progress.detail(proportion));
    consumers.put(
        consumer.toString(),
        new Outcome(
            rule.namespace(),
            rule.application(),
            written.changed() ? Outcome.Result.CHANGED : Outcome.Result.UNCHANGED,
            Progress.detail(before),
            Progress.detail(proportion),
            problems(told, written)));
    // A run that was killed right after it has told them has not seen what became of it: it is
    // looked at before they are told more. After the last proportion the wave looks in any case.
    return written.changed()
        || (proportion == before && isMoreToTell(proportion) && !recorder.isDone(wave));
  }

  private boolean isMoreToTell(int proportion) {
    return plan.rules().proportions().stream().anyMatch(each -> each > proportion);
  }

  static List<String> problems(Thresholds.Told told, RuleWriter.Written written) {
    List<String> problems = new ArrayList<>(told.problems());
    problems.addAll(written.problems());
    return problems;
  }

  /** No trouble: they are served at the level they use, and complete waits for them. */
  void noteUnmoved(Wave wave) throws RegistryException {
    if (wave.rules().isEmpty()) {
      return;
    }
    SortedMap<String, Integer> unmoved = target.unmoved(wave.steps());
    int unknown = unmoved.getOrDefault("", 0);
    for (Rule rule : wave.rules()) {
      int clients = unmoved.getOrDefault(rule.application(), 0);
      ApplicationKey consumer = rule.key();
      if (clients > 0) {
        addProblem(
            consumer,
            "clients of this consumer that use the interface level only: %d".formatted(clients));
      }
      if (unknown > 0) {
        addProblem(
            consumer,
            "clients without an application name that use the interface level only: %d"
                .formatted(unknown));
      }
    }
  }

  /** Names consumers that nobody could hold, because they started later. */
  void noteNewcomers(Collection<ApplicationKey> newcomers) {
    for (ApplicationKey each : newcomers) {
      progress.accept(each + ": " + Newcomers.WHAT);
      consumers.putIfAbsent(each.toString(), Newcomers.outcome(each));
    }
  }

  private void addProblem(ApplicationKey consumer, String what) {
    consumers.computeIfPresent(consumer.toString(), (key, outcome) -> outcome.withProblem(what));
  }
}
