package io.landbridge.migrate.run;

import io.landbridge.migrate.lock.Pace;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.wave.MigrationTarget;
import io.landbridge.migrate.wave.Parity;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.migrate.wave.StoppedException.Kind;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * Looks whether a wave is well: both models say the same, and whoever found a provider still does.
 */
final class Watch {

  /** How long a rule takes to reach consumers, and subscribers to be seen. */
  private static final Duration MARGIN = Duration.ofSeconds(2);

  private final MigrationTarget target;
  private final CampaignSettings settings;
  private final Pace pace;
  private final ClusterLock lock;
  private final Wave wave;
  private final List<ApplicationKey> applications;
  private final TreeSet<String> starvedBefore;

  private Watch(
      MigrationTarget target, CampaignSettings settings, Pace pace, ClusterLock lock, Wave wave)
      throws RegistryException {
    this(
        target,
        settings,
        pace,
        lock,
        wave,
        new TreeSet<>(target.starved(wave.steps().stream().map(Step::key).toList()).keySet()));
  }

  private Watch(
      MigrationTarget target,
      CampaignSettings settings,
      Pace pace,
      ClusterLock lock,
      Wave wave,
      TreeSet<String> starvedBefore) {
    this.target = target;
    this.settings = settings;
    this.pace = pace;
    this.lock = lock;
    this.wave = wave;
    this.applications = wave.steps().stream().map(Step::key).toList();
    this.starvedBefore = starvedBefore;
  }

  /** Looks at a part of the wave alone from now on. */
  Watch of(Wave part) {
    return new Watch(target, settings, pace, lock, part, starvedBefore);
  }

  /** Begins to look, before anything is changed: what was wrong before is nobody's trouble. */
  static Watch begin(
      MigrationTarget target, CampaignSettings settings, Pace pace, ClusterLock lock, Wave wave)
      throws RegistryException {
    return new Watch(target, settings, pace, lock, wave);
  }

  /** Waits until both models say the same of every application of the wave. */
  void awaitParity() throws RegistryException, StoppedException {
    List<String> lacking = settled(target, wave, pace, lock, settings.patience(), settings.poll());
    if (!lacking.isEmpty()) {
      throw trouble(
          "the models did not become equal within %d s (%s)"
              .formatted(settings.patience().toSeconds(), Parity.text(lacking)));
    }
  }

  /**
   * Waits until both models say the same of every application of a wave.
   *
   * @return what the application level lacks all the same, for people
   */
  static List<String> settled(
      MigrationTarget target,
      Wave wave,
      Pace pace,
      ClusterLock lock,
      Duration patience,
      Duration poll)
      throws RegistryException, StoppedException {
    long end = pace.now() + patience.toMillis();
    List<String> lacking = lacking(target, wave);
    while (!lacking.isEmpty() && pace.now() < end) {
      lock.pause(poll);
      lacking = lacking(target, wave);
    }
    return lacking;
  }

  /** Looks for trouble for a while, at least once. */
  void soak() throws RegistryException, StoppedException {
    look(settings.soak());
  }

  /**
   * The same once consumers were told something: they compare only when they have waited, so what
   * goes wrong with them goes wrong after that.
   *
   * @param delay how long they wait
   */
  void soakAfterRules(Duration delay) throws RegistryException, StoppedException {
    look(delay.plus(settings.soak().compareTo(MARGIN) < 0 ? MARGIN : settings.soak()));
  }

  private void look(Duration time) throws RegistryException, StoppedException {
    long end = pace.now() + time.toMillis();
    boolean again;
    do {
      again = pace.now() < end;
      look();
      if (again) {
        lock.pause(settings.poll());
      }
    } while (again);
  }

  private void look() throws RegistryException, StoppedException {
    if (!lacking(target, wave).isEmpty()) {
      // A provider that comes or goes is in one model before it is in the other.
      awaitParity();
    }
    SortedMap<String, Integer> starved = starved();
    if (!starved.isEmpty()) {
      // One that restarts is in neither for a moment.
      long end = pace.now() + settings.patience().toMillis();
      while (!starved.isEmpty() && pace.now() < end) {
        lock.pause(settings.poll());
        starved = starved();
      }
    }
    if (!starved.isEmpty()) {
      List<String> services = new ArrayList<>();
      starved.forEach(
          (service, clients) -> services.add("%s (clients: %d)".formatted(service, clients)));
      throw trouble("consumers without providers: " + Parity.text(services));
    }
  }

  /** What the application level lacks now of a wave's applications, for people. */
  static List<String> lacking(MigrationTarget target, Wave wave) throws RegistryException {
    return Parity.lacking(
        target.verify(wave.steps().stream().map(Step::key).toList()), wave.steps());
  }

  private SortedMap<String, Integer> starved() throws RegistryException {
    SortedMap<String, Integer> starved = target.starved(applications);
    starved.keySet().removeAll(starvedBefore);
    return starved;
  }

  private StoppedException trouble(String what) {
    return new StoppedException(
        Kind.TROUBLE,
        what,
        "wave %d".formatted(wave.number()),
        ("the run stopped; check 'landbridge verify', then continue with 'apply' or undo the wave"
                + " with 'rollback --plan FILE --wave %d'")
            .formatted(wave.number()));
  }
}
