package io.landbridge.migrate.run;

import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.journal.JournalEntry.Action;
import io.landbridge.migrate.journal.JournalEntry.Event;
import io.landbridge.migrate.journal.JournalSink;
import io.landbridge.migrate.lock.Pace;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Drift;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.progress.Meter;
import io.landbridge.migrate.wave.HeldConsumers;
import io.landbridge.migrate.wave.LeftOutApplications;
import io.landbridge.migrate.wave.MigrationTarget;
import io.landbridge.migrate.wave.Newcomers;
import io.landbridge.migrate.wave.Parity;
import io.landbridge.migrate.wave.PlanPart;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.migrate.wave.StoppedException.Kind;
import io.landbridge.migrate.wave.WaveOrder;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.registry.RegistryException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Carries a plan out, wave by wave: holds consumers at the interface level, translates its
 * applications, waits until both models say the same, tells consumers to move, and looks for
 * trouble. It stops by itself at whatever is not as planned, and may be killed at any moment: doing
 * it again does what is left. What is so already is looked at, not taken from the journal. For one
 * thread.
 */
public final class Campaign {

  /** What is published is with its readers in a second, or two on a busy machine. */
  private static final Duration UNTIL_READ = Duration.ofSeconds(3);

  private final Plan plan;
  private final MigrationTarget target;
  private final Recorder recorder;
  private final ClusterLock lock;
  private final Pace pace;
  private final CampaignSettings settings;
  private final Hook hook;
  private final Gate gate;
  private final Meter progress;
  private final Preconditions preconditions;
  private final LeftOutApplications leftOut;
  private final ConsumerMoves consumers;
  private final RecentInventory recent;
  private final SortedMap<String, Outcome> applications = new TreeMap<>();
  private final List<Integer> waves = new ArrayList<>();
  private int unverified;

  /**
   * Makes a run.
   *
   * @param plan what to do
   * @param target the cluster
   * @param journal where it is written down
   * @param lock keeps others away; is taken and given back
   * @param hook asked before and after each wave
   * @param progress gets a line of text per thing done
   */
  public Campaign(
      Plan plan,
      MigrationTarget target,
      JournalSink journal,
      ClusterLock lock,
      Pace pace,
      CampaignSettings settings,
      Hook hook,
      Consumer<String> progress) {
    this.plan = plan;
    this.target = target;
    this.recorder = new Recorder(journal);
    this.lock = lock;
    this.pace = pace;
    this.settings = settings;
    this.hook = hook;
    this.progress = Meter.of(progress);
    this.gate = new Gate(lock, recorder, Gate.Settings.of(settings), progress);
    this.consumers = new ConsumerMoves(plan, target, recorder, lock, gate, progress);
    this.recent = new RecentInventory(target, pace, settings.freshness());
    this.leftOut = new LeftOutApplications(plan, target);
    this.preconditions =
        new Preconditions(
            plan,
            target,
            settings.forced(),
            wave -> Watch.settled(target, wave, pace, lock, settings.patience(), settings.poll()),
            settings.verified());
  }

  /** What was done so far; also after it stopped. */
  public CampaignResult result() {
    SortedMap<String, Outcome> all = new TreeMap<>(applications);
    leftOut.outcomes().forEach(each -> all.put(each.namespace() + "/" + each.application(), each));
    return new CampaignResult(List.copyOf(all.values()), consumers.outcomes(), waves);
  }

  /** The wave that has to be verified before the run can go on, if it ended because of that. */
  public Optional<Integer> unverified() {
    return unverified == 0 ? Optional.empty() : Optional.of(unverified);
  }

  /**
   * Carries waves out.
   *
   * @param numbers which, by their numbers
   * @throws StoppedException if something is not as planned; before anything is changed if a wave
   *     that must come before them was not applied
   * @throws IOException if the journal cannot be written
   */
  public void run(Set<Integer> numbers) throws RegistryException, IOException, StoppedException {
    ended(() -> LockedRun.run(lock, recorder, "apply waves " + numbers, () -> waves(numbers)));
  }

  private void ended(LockedRun.Work work) throws RegistryException, IOException, StoppedException {
    try {
      work.run();
    } finally {
      progress.end();
    }
  }

  private void waves(Set<Integer> numbers) throws RegistryException, IOException, StoppedException {
    WaveOrder.requireToApply(plan, numbers, target);
    for (Wave wave : plan.waves()) {
      if (numbers.contains(wave.number())) {
        wave(wave);
        progress.end();
        if (isToBeShown(wave)) {
          return;
        }
        if (leftOut.concerns(wave)) {
          progress.accept(
              "wave %d of %d: done but for applications that are held"
                  .formatted(wave.number(), plan.waves().size()));
          continue;
        }
        if (!recorder.isDone(wave)) {
          recorder.note(Event.WAVE_DONE, wave.number(), "");
        }
        waves.add(wave.number());
        progress.accept("wave %d of %d: done".formatted(wave.number(), plan.waves().size()));
      }
    }
    leftOut.requireNone();
  }

  /**
   * Carries out what the plan says of some applications alone. No wave counts as done by that.
   *
   * @param chosen which
   * @throws StoppedException if something is not as planned
   * @throws IOException if the journal cannot be written
   */
  public void runOnly(Set<ApplicationKey> chosen)
      throws RegistryException, IOException, StoppedException {
    ended(
        () -> LockedRun.run(lock, recorder, "apply " + new TreeSet<>(chosen), () -> part(chosen)));
  }

  private void part(Set<ApplicationKey> chosen)
      throws RegistryException, IOException, StoppedException {
    PlanPart part = PlanPart.of(plan, chosen, target);
    part.waiting().forEach(progress);
    for (Wave wave : part.waves()) {
      wave(wave);
      progress.end();
      if (isToBeShown(wave)) {
        return;
      }
      progress.accept("part of wave %d: done".formatted(wave.number()));
    }
    leftOut.requireNone();
  }

  private void wave(Wave planned) throws RegistryException, IOException, StoppedException {
    gate.pass();
    Inventory now = recent.all();
    refuseDrift(Drift.of(plan, planned, now), planned);
    HeldConsumers holding = HeldConsumers.of(plan, planned.steps(), target, now);
    Wave wave = planned;
    if (!settings.moved()) {
      holding.requireRules(plan, planned);
      wave = leftOut.without(planned, holding.free());
    }
    try {
      preconditions.require(wave, now);
    } catch (StoppedException e) {
      unverified = e.kind() == Kind.UNVERIFIED ? wave.number() - 1 : 0;
      throw e;
    }
    if (wave.steps().isEmpty()) {
      return;
    }
    holding = HeldConsumers.of(plan, wave.steps(), target, now);
    Newcomers newcomers = new Newcomers(target, wave.steps(), holding);
    List<String> names = wave.steps().stream().map(Step::application).toList();
    progress.begin(
        "wave %d of %d".formatted(wave.number(), plan.waves().size()),
        wave.steps().size(),
        "applications");
    gate.begin(wave.number(), plan.waves().size(), wave.steps().stream().map(Step::key).toList());
    hook.run(Hook.Phase.BEFORE, wave.number(), names);
    recorder.note(Event.WAVE_BEGUN, wave.number(), "");
    wave = held(wave, holding);
    if (wave.steps().isEmpty()) {
      return;
    }
    List<Audience> audiences = audiences(wave);
    Watch watch = Watch.begin(target, settings, pace, lock, wave);
    List<Step> steps = wave.steps();
    List<ApplicationKey> left = new ArrayList<>(steps.stream().map(Step::key).toList());
    for (Step step : steps) {
      if (left.size() < steps.size()) {
        gate.between();
      }
      left.remove(step.key());
      if (gate.begins(step.key(), left)) {
        translate(wave, step, audiences.get(0));
      } else {
        wave = leftOut.without(wave, step);
        watch = watch.of(wave);
      }
      progress.done((long) steps.size() - left.size());
    }
    if (wave.steps().isEmpty()) {
      return;
    }
    progress.waits("wave %d: waiting until both models are equal".formatted(wave.number()));
    watch.awaitParity();
    showToMore(wave, audiences, watch);
    if (!settings.showTo().isWhole()) {
      return;
    }
    // Whoever was killed after consumers were told has not seen what became of it.
    boolean seen = wave.rules().isEmpty() || recorder.isDone(wave);
    Duration delay = Duration.ofSeconds(plan.rules().delaySeconds());
    progress.waits("");
    for (int proportion : plan.rules().proportions()) {
      boolean told = false;
      for (Rule rule : wave.rules()) {
        gate.pass();
        told |= consumers.tell(wave, rule, proportion, recent.last());
      }
      if (told) {
        progress.waits(
            "wave %d: consumers move %d %% of their calls, watching for problems"
                .formatted(wave.number(), proportion));
        watch.soakAfterRules(delay);
        seen = true;
      }
    }
    progress.waits("wave %d: watching for problems".formatted(wave.number()));
    if (seen) {
      watch.soak();
    } else {
      watch.soakAfterRules(delay);
    }
    consumers.noteUnmoved(wave);
    if (plan.rules().anyWanted()) {
      // Those that register nothing are asked for anew.
      consumers.noteNewcomers(newcomers.found(recent.last()));
    }
    gate.pass();
    hook.run(Hook.Phase.AFTER, wave.number(), names);
  }

  /**
   * Holds the consumers of a wave where they are, and waits until they have read their rules.
   *
   * @return the part of the wave that can be translated now
   */
  private Wave held(Wave wave, HeldConsumers holding)
      throws RegistryException, IOException, StoppedException {
    if (!plan.rules().anyWanted() || holding.held().isEmpty()) {
      return wave;
    }
    List<HeldConsumers.Free> free = consumers.hold(wave, holding.held());
    if (!recorder.isDone(wave)) {
      progress.waits(
          "wave %d: waiting until consumers have read their rule for the interface level"
              .formatted(wave.number()));
      lock.pause(UNTIL_READ);
      progress.waits("");
    }
    return settings.moved() || free.isEmpty() ? wave : leftOut.without(wave, free);
  }

  private static void refuseDrift(List<Drift> drifts, Wave wave) throws StoppedException {
    if (!drifts.isEmpty()) {
      throw new StoppedException(
          Kind.DRIFT,
          "the plan no longer matches the registry (%s)"
              .formatted(
                  Parity.text(
                      drifts.stream()
                          .map(
                              each ->
                                  "%s/%s: %s"
                                      .formatted(each.namespace(), each.application(), each.what()))
                          .toList())),
          "wave %d".formatted(wave.number()),
          "make a new plan with 'landbridge plan' and review it");
    }
  }

  /**
   * Whom a wave is shown to, one after the other. Both models are compared as consumers see them
   * that are shown it.
   */
  private List<Audience> audiences(Wave wave) {
    // All applications of a wave are shown to the same processes; of another, to others.
    String salt = "%s/%d".formatted(plan.hash(), wave.number());
    if (!settings.showTo().isWhole()) {
      return List.of(settings.showTo().salted(salt));
    }
    List<Audience> audiences = new ArrayList<>();
    wave.showTo().forEach(each -> audiences.add(Audience.share(each, salt)));
    audiences.add(Audience.WHOLE);
    return audiences;
  }

  /** Whether the run ends with this wave, because it is shown to some consumers alone. */
  private boolean isToBeShown(Wave wave) throws StoppedException {
    if (settings.showTo().isWhole()) {
      return false;
    }
    progress.accept(
        "wave %d of %d: shown to %s; run 'apply' without --show-to to go on"
            .formatted(wave.number(), plan.waves().size(), settings.showTo().text()));
    leftOut.requireNone();
    return true;
  }

  /** Raises the audience of a wave step by step; what is shown to more already is looked at. */
  private void showToMore(Wave wave, List<Audience> audiences, Watch watch)
      throws RegistryException, IOException, StoppedException {
    boolean raised = true;
    for (int i = 0; i < audiences.size(); i++) {
      Audience audience = audiences.get(i);
      if (i > 0) {
        gate.pass();
        raised = false;
        for (Step step : wave.steps()) {
          raised |= show(wave, step, audience);
        }
      }
      if (raised && audiences.size() > 1 || !audience.isWhole()) {
        progress.waits(
            "wave %d: shown to %s, watching for problems"
                .formatted(wave.number(), audience.text()));
        watch.soak();
      }
    }
    progress.waits("");
  }

  /** Shows an application to more; refuses where an operator hid it meanwhile. */
  private boolean show(Wave wave, Step step, Audience audience)
      throws RegistryException, IOException, StoppedException {
    Operation operation = target.translation(step.key()).showingTo(audience);
    Outcome preview = operation.preview(Direction.APPLY);
    if (preview.result() == Outcome.Result.UNCHANGED) {
      return false;
    }
    refuseHidden(wave, step, preview);
    switched(wave, step, operation, preview);
    return true;
  }

  private static void refuseHidden(Wave wave, Step step, Outcome preview) throws StoppedException {
    if (preview.wasHidden()) {
      throw new StoppedException(
          Kind.PRECONDITION,
          "'%s' is hidden from all consumers by 'landbridge show none'"
              .formatted(step.application()),
          "wave %d".formatted(wave.number()),
          "show it again with 'landbridge show all' or 'apply --show-to', or undo the wave with"
              + " 'rollback --plan FILE --wave %d'".formatted(wave.number()));
    }
  }

  private void translate(Wave wave, Step step, Audience audience)
      throws RegistryException, IOException, StoppedException {
    refuseDrift(Drift.of(step, recent.of(step)), wave);
    ApplicationKey key = step.key();
    Operation operation =
        audience.isWhole() ? target.translation(key) : target.translation(key).showingTo(audience);
    Outcome preview = operation.preview(Direction.APPLY);
    if (preview.result() == Outcome.Result.UNCHANGED) {
      recorder.doneIfInDoubt(wave.number(), Action.TRANSLATE, key, "");
      applications.put(key.toString(), preview);
      return;
    }
    if (settings.showTo().isWhole()) {
      refuseHidden(wave, step, preview);
    }
    switched(wave, step, operation, preview);
  }

  private void switched(Wave wave, Step step, Operation operation, Outcome preview)
      throws RegistryException, IOException, StoppedException {
    ApplicationKey key = step.key();
    // To look whether the plan still fits may have taken minutes.
    lock.renew();
    Outcome outcome = recorder.carryOut(wave.number(), operation, Direction.APPLY, preview);
    applications.put(key.toString(), outcome);
    progress.part("%s: %s".formatted(key, outcome.result()));
    if (outcome.result() == Outcome.Result.FAILED) {
      throw new StoppedException(
          Kind.FAILED,
          "'%s' could not be translated (%s)".formatted(key.name(), outcome.problemsText()),
          "wave %d".formatted(wave.number()),
          "the run stopped; fix the problem and run the command again, or make a new plan without"
              + " the application");
    }
  }
}
