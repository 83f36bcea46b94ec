package io.landbridge.migrate.run;

import io.landbridge.migrate.journal.JournalEntry.Event;
import io.landbridge.migrate.lock.Orders;
import io.landbridge.migrate.lock.RunState;
import io.landbridge.migrate.lock.RunState.Phase;
import io.landbridge.migrate.progress.Meter;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.migrate.wave.StoppedException.Kind;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets the next step of a run begin, or holds it: for operators who ordered a pause, a pace, an
 * application to be left out or the end, and for the pause file. What is under way is finished. For
 * one thread.
 */
final class Gate {

  private static final Duration BETWEEN_QUERIES = Duration.ofSeconds(5);

  private final ClusterLock lock;
  private final Recorder recorder;
  private final Settings settings;
  private final Meter progress;
  private @Nullable Hold held;
  private @Nullable Integer paceNoted;
  private @Nullable Long guardedSince;

  /**
   * What a run was started with.
   *
   * @param throttle how long to wait between two applications
   * @param poll how long to wait between two looks
   * @param paused whether the pause file exists
   * @param guard a measurement that must be in bounds
   */
  record Settings(Duration throttle, Duration poll, BooleanSupplier paused, Guard.Limited guard) {

    static Settings of(CampaignSettings all) {
      return new Settings(all.throttle(), all.poll(), all.paused(), all.guard());
    }
  }

  /**
   * What holds the run.
   *
   * @param what the same as long as it is the same hold
   * @param detail what may change from look to look
   */
  private record Hold(Phase phase, String what, String detail) {

    boolean isSame(@Nullable Hold other) {
      return other != null && phase == other.phase() && what.equals(other.what());
    }

    String reason() {
      return detail.isEmpty() ? what : "%s (%s)".formatted(what, detail);
    }
  }

  /** Makes it, before the lock is taken: the run takes orders from then on. */
  Gate(ClusterLock lock, Recorder recorder, Settings settings, Consumer<String> progress) {
    this.lock = lock;
    this.recorder = recorder;
    this.settings = settings;
    this.progress = Meter.of(progress);
    lock.takeOrders((int) settings.throttle().toSeconds());
  }

  /** Tells which applications are to come. */
  void begin(int wave, int of, Collection<ApplicationKey> applications)
      throws RegistryException, StoppedException {
    lock.report(lock.state().begin(wave, of, names(applications)));
  }

  /**
   * Passes once nothing holds the run any more.
   *
   * @throws StoppedException if an operator wants the run to end, or somebody else has taken over
   */
  void pass() throws RegistryException, IOException, StoppedException {
    lock.look();
    lock.requireNotStopped();
    notePace();
    Hold next = hold();
    while (next != null) {
      if (!next.isSame(held)) {
        held = next;
        String holding = "holding: " + next.reason();
        recorder.note(Event.CONTROL, lock.state().wave(), holding);
        progress.waits(holding);
        lock.report(lock.state().in(next.phase(), next.reason()));
      }
      lock.pause(next.phase() == Phase.GUARDED ? betweenQueries() : settings.poll());
      notePace();
      next = hold();
    }
    if (held != null) {
      held = null;
      note("going on" + by(lock.orders()));
      progress.waits("");
      lock.report(lock.state().in(Phase.RUNNING, ""));
    }
  }

  private @Nullable Hold hold() throws RegistryException, StoppedException {
    Orders orders = lock.orders();
    if (orders.paused() || settings.paused().getAsBoolean()) {
      // Nobody waits for the guard meanwhile, so its time does not run.
      guardedSince = null;
      return orders.paused()
          ? new Hold(Phase.PAUSED, "paused by an operator" + by(orders), "")
          : new Hold(Phase.PAUSED, "paused while the pause file exists", "");
    }
    Optional<Guard.Objection> objection = settings.guard().guard().objection();
    if (objection.isEmpty()) {
      guardedSince = null;
      return null;
    }
    Hold hold = new Hold(Phase.GUARDED, objection.get().what(), objection.get().detail());
    long now = lock.now();
    if (guardedSince == null) {
      guardedSince = now;
    }
    Duration limit = settings.guard().limit();
    if (now - guardedSince >= limit.toMillis()) {
      throw new StoppedException(
          Kind.GUARD,
          "the guard has held the run for %d s: %s".formatted(limit.toSeconds(), hold.reason()),
          settings.guard().name(),
          "finished steps stay in effect; find the cause, then run the command again, or undo the"
              + " wave with 'rollback'");
    }
    return hold;
  }

  private Duration betweenQueries() {
    Duration limit = settings.guard().limit();
    return limit.compareTo(BETWEEN_QUERIES) < 0 ? limit : BETWEEN_QUERIES;
  }

  private static String by(Orders orders) {
    return orders.by().isEmpty() ? "" : " (%s)".formatted(orders.by());
  }

  private void notePace() throws RegistryException, IOException, StoppedException {
    Integer seconds = lock.orders().throttleSeconds();
    if (seconds != null && !seconds.equals(paceNoted)) {
      paceNoted = seconds;
      note("waiting %d s between two applications%s".formatted(seconds, by(lock.orders())));
      lock.report(lock.state().at(seconds));
    }
  }

  private void note(String what) throws IOException {
    recorder.note(Event.CONTROL, lock.state().wave(), what);
    progress.accept(what);
  }

  /**
   * Passes before the step of an application.
   *
   * @param left the applications that come after it
   * @return false if an operator has it left out
   */
  boolean begins(ApplicationKey application, Collection<ApplicationKey> left)
      throws RegistryException, IOException, StoppedException {
    String name = application.toString();
    RunState before = lock.state();
    while (true) {
      lock.report(before.at(lock.state().throttleSeconds()));
      pass();
      Orders orders = lock.orders();
      if (orders.skipped().contains(name)) {
        recorder.controlled(lock.state().wave(), application, "skipped" + by(orders));
        progress.accept("%s: skipped by an operator".formatted(name));
        return false;
      }
      lock.report(lock.state().step(name, names(left)));
      // Orders that came before the step was made known count; later ones find it begun.
      if (Objects.equals(orders, lock.orders())) {
        return true;
      }
    }
  }

  /** Waits between two applications, as long as is ordered by now. */
  void between() throws RegistryException, IOException, StoppedException {
    long from = lock.now();
    notePace();
    long left = pace().toMillis();
    while (left > 0) {
      lock.pause(Duration.ofMillis(Math.min(left, settings.poll().toMillis())));
      notePace();
      left = from + pace().toMillis() - lock.now();
    }
  }

  private Duration pace() {
    Integer seconds = lock.orders().throttleSeconds();
    return seconds == null ? settings.throttle() : Duration.ofSeconds(seconds);
  }

  private static List<String> names(Collection<ApplicationKey> applications) {
    return applications.stream().map(ApplicationKey::toString).toList();
  }
}
