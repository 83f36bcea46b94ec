package io.landbridge.migrate.run;

import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.journal.JournalEntry.Action;
import io.landbridge.migrate.journal.JournalSink;
import io.landbridge.migrate.lock.Pace;
import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.rule.MalformedRuleException;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.migrate.rule.ServiceRule;
import io.landbridge.migrate.wave.MigrationTarget;
import io.landbridge.migrate.wave.Parity;
import io.landbridge.migrate.wave.RefusedRuleException;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.migrate.wave.Thresholds;
import io.landbridge.migrate.wave.WaveOrder;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Ends the migration of waves: their consumers are told to use the application level only, and
 * their applications are marked, so that nobody takes them back. For one thread.
 */
public final class Completion {

  private static final int ALL_CALLS = 100;
  private static final Duration POLL = Duration.ofSeconds(1);

  private final Plan plan;
  private final MigrationTarget target;
  private final Recorder recorder;
  private final ClusterLock lock;
  private final Completed completed;
  private final Pace pace;
  private final Duration patience;
  private final List<Outcome> applications = new ArrayList<>();
  private final List<Outcome> consumers = new ArrayList<>();

  /**
   * Makes a run; the other parameters are those of {@link Campaign}.
   *
   * @param patience how long both models may take to be equal
   */
  public Completion(
      Plan plan,
      MigrationTarget target,
      JournalSink journal,
      ClusterLock lock,
      Completed completed,
      Pace pace,
      Duration patience) {
    this.plan = plan;
    this.target = target;
    this.recorder = new Recorder(journal);
    this.lock = lock;
    this.completed = completed;
    this.pace = pace;
    this.patience = patience;
  }

  /** What was done so far. */
  public CampaignResult result() {
    return new CampaignResult(applications, consumers, List.of());
  }

  /**
   * Completes waves.
   *
   * @param numbers which, by their numbers; all of them must be applied
   * @throws StoppedException if an application of them is not translated, or one of another wave
   *     that their consumers call, or the application level lacks something, before anything is
   *     changed
   */
  public void run(Set<Integer> numbers) throws RegistryException, IOException, StoppedException {
    List<Wave> waves =
        plan.waves().stream().filter(wave -> numbers.contains(wave.number())).toList();
    List<ApplicationKey> keys =
        waves.stream().flatMap(wave -> wave.steps().stream()).map(Step::key).toList();
    requireTranslated(waves);
    WaveOrder.requireToComplete(plan, numbers, target);
    LockedRun.run(lock, recorder, "complete waves " + numbers, () -> complete(waves, keys));
  }

  private void complete(List<Wave> waves, List<ApplicationKey> keys)
      throws RegistryException, IOException, StoppedException {
    for (Wave wave : waves) {
      requireParity(wave);
      lock.renew();
    }
    requireRules(waves, target);
    RuleWriter writer = new RuleWriter(target, recorder);
    lock.renew();
    // Marked first: whoever is told to use the application level alone must not be taken back.
    Set<ApplicationKey> added = completed.add(keys);
    Inventory inventory = target.inventory();
    for (Wave wave : waves) {
      for (Rule rule : wave.rules()) {
        lock.renew();
        tell(wave, rule, writer, inventory);
      }
      for (Step step : wave.steps()) {
        if (!recorder.progress().completed().contains(step.key().toString())) {
          recorder.done(wave.number(), Action.COMPLETE, step.key(), "", "");
        }
        boolean changed = added.contains(step.key());
        applications.add(
            new Outcome(
                step.namespace(),
                step.application(),
                changed ? Outcome.Result.CHANGED : Outcome.Result.UNCHANGED,
                changed ? "TRANSLATED" : Completed.STATE,
                Completed.STATE,
                List.of()));
      }
    }
  }

  /**
   * Passes when the rules of all consumers of these waves can be read; changes nothing.
   *
   * @throws StoppedException names those that cannot
   */
  public static void requireRules(Collection<Wave> waves, MigrationTarget target)
      throws RegistryException, StoppedException {
    SortedMap<ApplicationKey, String> refused = new TreeMap<>();
    for (Wave wave : waves) {
      for (Rule rule : wave.rules()) {
        try {
          RuleText.proportion(target.rule(rule.key()), rule.application(), rule.services());
        } catch (MalformedRuleException e) {
          refused.put(rule.key(), String.valueOf(e.getMessage()));
        }
      }
    }
    if (!refused.isEmpty()) {
      throw new StoppedException(
          StoppedException.Kind.PRECONDITION,
          "the rules of consumers cannot be read: "
              + Parity.text(
                  refused.entrySet().stream()
                      .map(each -> "'%s' (%s)".formatted(each.getKey().name(), each.getValue()))
                      .toList()),
          Parity.text(refused.keySet().stream().map(RefusedRuleException::where).toList()),
          "nothing was changed; fix or remove these configurations, then run the command again");
    }
  }

  private void requireTranslated(List<Wave> waves) throws RegistryException, StoppedException {
    for (Wave wave : waves) {
      for (Step step : wave.steps()) {
        Outcome preview = target.translation(step.key()).preview(Direction.APPLY);
        if (preview.result() != Outcome.Result.UNCHANGED) {
          throw new StoppedException(
              StoppedException.Kind.PRECONDITION,
              "'%s' is not translated".formatted(step.application()),
              "wave %d".formatted(wave.number()),
              "apply the wave first");
        }
      }
    }
  }

  private void requireParity(Wave wave) throws RegistryException, StoppedException {
    List<String> lacking = Watch.settled(target, wave, pace, lock, patience, POLL);
    if (!lacking.isEmpty()) {
      throw new StoppedException(
          StoppedException.Kind.PRECONDITION,
          "the models did not become equal within %d s (%s)"
              .formatted(patience.toSeconds(), Parity.text(lacking)),
          "wave %d".formatted(wave.number()),
          "nothing was changed; check 'landbridge verify', and run the command again once the"
              + " models are equal");
    }
  }

  private void tell(Wave wave, Rule rule, RuleWriter writer, Inventory inventory)
      throws RegistryException, IOException, StoppedException {
    Thresholds.Told told =
        new Thresholds(plan, target, inventory).of(rule, ServiceRule.FORCE_APPLICATION, ALL_CALLS);
    RuleWriter.Written written =
        writer.change(
            wave.number(),
            Action.RULE,
            rule.key(),
            present -> RuleText.with(present, rule.application(), told.services()),
            Progress.detail(ALL_CALLS));
    consumers.add(
        new Outcome(
            rule.namespace(),
            rule.application(),
            written.changed() ? Outcome.Result.CHANGED : Outcome.Result.UNCHANGED,
            "",
            ServiceRule.FORCE_APPLICATION,
            ConsumerMoves.problems(told, written)));
  }
}
