package io.landbridge.migrate.wave;

import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.verify.Comparison;
import io.landbridge.migrate.wave.RecordedVerifies.Newest;
import io.landbridge.model.ApplicationKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a wave that requires a recorded verify of the wave before may begin. What the wave before
 * has not translated is not asked for: its models differ for a reason that is known.
 *
 * @param recorded what was recorded
 * @param clock the time of this machine, in milliseconds since 1970
 */
public record RequiredVerify(RecordedVerifies recorded, LongSupplier clock) {

  /** Where nothing is recorded. */
  public static final RequiredVerify NONE =
      new RequiredVerify(RecordedVerifies.NONE, System::currentTimeMillis);

  private static final long MINUTE = 60_000;

  /** How far the clock of the machine that has compared may be ahead. */
  private static final long AHEAD = MINUTE;

  /**
   * Returns why a wave may not begin, for people; empty if it may.
   *
   * @param wave what is going to be applied
   * @param before the translated steps of the wave before
   */
  public Optional<String> unmet(Wave wave, Collection<Step> before) {
    if (wave.verifyWithinMinutes() == 0 || before.isEmpty()) {
      return Optional.empty();
    }
    SortedMap<ApplicationKey, Newest> newest = recorded.newest();
    long now = clock.getAsLong();
    List<String> unmet = new ArrayList<>();
    for (Step step : before) {
      unmet(step, newest.get(step.key()), now, wave.verifyWithinMinutes()).ifPresent(unmet::add);
    }
    return unmet.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the plan requires a verify of wave %d within %d min: %s"
                .formatted(wave.number() - 1, wave.verifyWithinMinutes(), Parity.text(unmet)));
  }

  private static Optional<String> unmet(Step step, @Nullable Newest newest, long now, int minutes) {
    String name = step.application();
    if (newest == null) {
      return Optional.of("no verify of '%s' is recorded".formatted(name));
    }
    if (!isWell(step, newest)) {
      return Optional.of("'%s' differed in verify %s".formatted(name, newest.id()));
    }
    long age = now - newest.atMillis();
    if (age > minutes * MINUTE) {
      return Optional.of(
          "verify %s of '%s' is %d min old".formatted(newest.id(), name, age / MINUTE));
    }
    return age < -AHEAD
        ? Optional.of("verify %s of '%s' is in the future".formatted(newest.id(), name))
        : Optional.empty();
  }

  /** What the plan names as a hazard was accepted with the plan. */
  private static boolean isWell(Step step, Newest newest) {
    Comparison found = newest.comparison();
    return found == null
        || found.equal()
        || (newest.whole()
            && found.extra().isEmpty()
            && found.different().isEmpty()
            && found.unmapped().isEmpty()
            && Parity.accepted(found, List.of(step)).size() == found.missing().size());
  }
}
