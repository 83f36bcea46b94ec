package io.landbridge.migrate.run;

import io.landbridge.migrate.journal.JournalEntry.Action;
import io.landbridge.migrate.journal.JournalSink;
import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.progress.Meter;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.migrate.wave.ForcedConsumers;
import io.landbridge.migrate.wave.KeptTranslated;
import io.landbridge.migrate.wave.MigrationTarget;
import io.landbridge.migrate.wave.RefusedRuleException;
import io.landbridge.migrate.wave.RulePreview;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.migrate.wave.Thresholds;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Counted;
import io.landbridge.registry.RegistryException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Takes back what a {@link Campaign} did: consumers are told to come back to the interface level
 * first, and only then is translation switched off. One application that cannot be taken back does
 * not keep the others from it, nor does a consumer that cannot be told: what it calls stays
 * translated. May be killed at any moment and done again. For one thread.
 */
public final class Withdrawal {

  private final Plan plan;
  private final MigrationTarget target;
  private final Recorder recorder;
  private final ClusterLock lock;
  private final Completed completed;
  private final Meter progress;
  private final List<Outcome> applications = new ArrayList<>();
  private final List<Outcome> consumers = new ArrayList<>();

  /** Makes a run; the parameters are those of {@link Campaign}. */
  public Withdrawal(
      Plan plan,
      MigrationTarget target,
      JournalSink journal,
      ClusterLock lock,
      Completed completed,
      Consumer<String> progress) {
    this.plan = plan;
    this.target = target;
    this.recorder = new Recorder(journal);
    this.lock = lock;
    this.completed = completed;
    this.progress = Meter.of(progress);
  }

  /** What was done so far. */
  public CampaignResult result() {
    return new CampaignResult(applications, consumers, List.of());
  }

  /**
   * Takes applications back.
   *
   * @param wanted which of the plan's steps
   * @throws StoppedException if one of them was completed, before anything is changed; or at the
   *     end if the rule of a consumer cannot be changed
   */
  public void run(Predicate<Step> wanted) throws RegistryException, IOException, StoppedException {
    List<ApplicationKey> keys = plan.steps().stream().filter(wanted).map(Step::key).toList();
    completed.refuse(keys);
    LockedRun.run(
        lock,
        recorder,
        Counted.format("rollback of %d applications", keys.size()),
        () -> takeBack(wanted));
  }

  private void takeBack(Predicate<Step> wanted)
      throws RegistryException, IOException, StoppedException {
    // Also if a run that was killed has told them: they may not be back yet.
    List<Step> steps = plan.steps().stream().filter(wanted).toList();
    progress.begin("rollback", steps.size(), "applications");
    try {
      takeBack(steps);
    } finally {
      progress.end();
    }
  }

  private void takeBack(List<Step> steps) throws RegistryException, IOException, StoppedException {
    KeptTranslated kept = new KeptTranslated(steps);
    if (takeConsumersBack(steps, kept) && anyTranslated(steps, kept)) {
      Duration delay = Duration.ofSeconds(plan.rules().delaySeconds() + 1L);
      progress.waits(
          "waiting %d s until consumers have moved back to the interface level"
              .formatted(delay.toSeconds()));
      lock.pause(delay);
      progress.waits("");
    }
    List<Wave> backwards = new ArrayList<>(plan.waves());
    Collections.reverse(backwards);
    for (Wave wave : backwards) {
      List<Step> part = wave.steps().stream().filter(steps::contains).toList();
      if (!part.isEmpty()) {
        progress.begin("rollback of wave " + wave.number(), part.size(), "applications");
      }
      int done = 0;
      for (Step step : part) {
        lock.renew();
        takeBack(wave, step, kept);
        done++;
        progress.done(done);
      }
    }
    kept.requireNone();
  }

  /**
   * What a dry run shows.
   *
   * @param applications one outcome per application
   * @param rules one per consumer that would be told to come back
   * @param kept the consumers that cannot be told
   */
  public record Preview(List<Outcome> applications, List<Outcome> rules, KeptTranslated kept) {

    /** Copies the lists. */
    public Preview {
      applications = List.copyOf(applications);
      rules = List.copyOf(rules);
    }

    /**
     * Passes when every consumer could be told.
     *
     * @throws StoppedException as the run ends with
     */
    public void requireNoneKept() throws StoppedException {
      kept.requireNone();
    }
  }

  /** Looks what would be taken back of a plan, or of a {@link #part} of it. */
  public static Preview preview(Plan plan, MigrationTarget target) throws RegistryException {
    KeptTranslated kept = new KeptTranslated(plan.steps());
    List<Outcome> rules = new ArrayList<>(RulePreview.ofRollback(plan.waves(), target, kept));
    for (Rule forced : ForcedConsumers.of(plan.steps(), target)) {
      kept.keepForced(forced, rules);
    }
    List<Outcome> applications = new ArrayList<>();
    for (Step step : plan.steps()) {
      applications.add(kept.instead(preview(step, target)));
    }
    return new Preview(applications, rules, kept);
  }

  /**
   * Returns whether somebody else has sent a consumer of these applications to the application
   * level alone, so that what it calls has to stay.
   */
  public static boolean keepsAny(Collection<Step> steps, MigrationTarget target)
      throws RegistryException {
    return !ForcedConsumers.of(steps, target).isEmpty();
  }

  /**
   * A plan as far as some of its steps go: with the consumers that would be told to come back, for
   * what.
   */
  public static Plan part(Plan plan, Collection<Step> steps) {
    List<Wave> waves = new ArrayList<>();
    for (Wave wave : plan.waves()) {
      List<Rule> rules = new ArrayList<>();
      for (Rule rule : wave.rules()) {
        List<String> services =
            rule.services().stream()
                .filter(each -> isOffered(steps, rule.namespace(), each))
                .toList();
        if (!services.isEmpty()) {
          rules.add(new Rule(rule.namespace(), rule.application(), services, rule.reason()));
        }
      }
      waves.add(wave.with(wave.steps().stream().filter(steps::contains).toList(), rules));
    }
    return plan.withWaves(waves);
  }

  private static boolean isOffered(Collection<Step> steps, String namespace, String service) {
    return steps.stream()
        .filter(step -> step.namespace().equals(namespace))
        .flatMap(step -> step.interfaces().stream())
        .anyMatch(each -> Thresholds.covers(service, each));
  }

  private boolean anyTranslated(List<Step> steps, KeptTranslated kept) throws RegistryException {
    for (Step step : steps) {
      if (!kept.keeps(step) && preview(step, target).result() != Outcome.Result.UNCHANGED) {
        return true;
      }
    }
    return false;
  }

  /** Of one that is gone, and its switch with it, there is nothing to take back. */
  private static Outcome preview(Step step, MigrationTarget target) throws RegistryException {
    try {
      return target.translation(step.key()).preview(Direction.ROLLBACK);
    } catch (RegistryException e) {
      if (!e.concernsOne()) {
        throw e;
      }
      if (e.kind() != RegistryException.Kind.NOT_FOUND) {
        return Outcome.failed(step.key(), String.valueOf(e.getMessage()));
      }
      return new Outcome(
          step.namespace(), step.application(), Outcome.Result.UNCHANGED, "", "", List.of());
    }
  }

  /** Returns whether there is a rule that tells one of them to come back. */
  private boolean takeConsumersBack(List<Step> steps, KeptTranslated kept)
      throws RegistryException, IOException, StoppedException {
    RuleWriter writer = new RuleWriter(target, recorder);
    boolean any = false;
    for (Wave wave : part(plan, steps).waves()) {
      for (Rule rule : wave.rules()) {
        lock.renew();
        try {
          any |= takeBack(wave, rule, writer);
        } catch (RefusedRuleException e) {
          Outcome refused = kept.keep(rule, e);
          consumers.add(refused);
          progress.accept("%s: %s".formatted(rule.key(), refused.result()));
        }
      }
    }
    for (Rule forced : ForcedConsumers.of(steps, target)) {
      kept.keepForced(forced, consumers);
    }
    return any;
  }

  private boolean takeBack(Wave wave, Rule rule, RuleWriter writer)
      throws RegistryException, IOException, RefusedRuleException {
    RuleWriter.Written written =
        writer.changeAlone(
            wave.number(),
            Action.RULE_BACK,
            rule.key(),
            present -> RuleText.back(present, rule.application(), rule.services()),
            "");
    consumers.add(
        new Outcome(
            rule.namespace(),
            rule.application(),
            written.changed() ? Outcome.Result.CHANGED : Outcome.Result.UNCHANGED,
            "",
            written.changed() ? "FORCE_INTERFACE" : "",
            written.problems()));
    return written.changed()
        || !Collections.disjoint(
            RuleText.ours(Optional.of(written.rule().text())), rule.services());
  }

  private void takeBack(Wave wave, Step step, KeptTranslated kept)
      throws RegistryException, IOException {
    ApplicationKey key = step.key();
    Outcome preview = kept.instead(preview(step, target));
    if (preview.result() == Outcome.Result.UNCHANGED) {
      recorder.doneIfInDoubt(wave.number(), Action.UNTRANSLATE, key, "");
      applications.add(preview);
      return;
    }
    if (preview.result() == Outcome.Result.FAILED) {
      applications.add(preview);
      progress.part("%s: %s".formatted(key, preview.result()));
      return;
    }
    Outcome outcome =
        recorder.carryOut(wave.number(), target.translation(key), Direction.ROLLBACK, preview);
    applications.add(outcome);
    progress.part("%s: %s".formatted(key, outcome.result()));
  }
}
