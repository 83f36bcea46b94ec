package io.landbridge.bridge.legacy;

import io.landbridge.model.ImportedInstance;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * What the legacy cluster did not take of single instances, and when it is tried again: after a
 * minute at first, and then twice as long each time, up to an hour; up to two minutes if it did not
 * say that it refuses, but failed. Something else of the same instance is tried at once. Safe for
 * use from any thread.
 */
public final class RejectedExports {

  private static final long FIRST_NANOS = Duration.ofMinutes(1).toNanos();
  private static final long LONGEST_NANOS = Duration.ofHours(1).toNanos();
  private static final long LONGEST_FAILED_NANOS = Duration.ofMinutes(2).toNanos();

  private final LongSupplier nanos;
  private final Map<ImportedInstance.Key, Refusal> refusals = new ConcurrentHashMap<>();

  /**
   * A refusal.
   *
   * @param of what was refused
   * @param why what the cluster said
   * @param healthAlone whether all but the health was taken
   * @param at when
   * @param pause how long it is not tried again
   */
  private record Refusal(
      RegisteredInstance of, String why, boolean healthAlone, long at, long pause) {}

  public RejectedExports(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Takes down that an instance was refused as a whole. */
  public void add(ImportedInstance.Key key, RegisteredInstance of, RegistryException failure) {
    boolean failed = failure.kind() == RegistryException.Kind.UNEXPECTED_ANSWER;
    add(key, of, failure.what(), false, failed ? LONGEST_FAILED_NANOS : LONGEST_NANOS);
  }

  /** Takes down that all of an instance was taken but for its health. */
  public void addHealth(ImportedInstance.Key key, RegisteredInstance of, String why) {
    add(key, of, why, true, LONGEST_NANOS);
  }

  private void add(
      ImportedInstance.Key key,
      RegisteredInstance of,
      String why,
      boolean healthAlone,
      long longest) {
    Refusal before = refusals.get(key);
    long pause =
        before == null || !before.of().equals(of)
            ? FIRST_NANOS
            : Math.min(longest, before.pause() * 2);
    refusals.put(key, new Refusal(of, why, healthAlone, nanos.getAsLong(), pause));
  }

  /** Whether this was refused a short while ago. */
  public boolean waits(ImportedInstance.Key key, RegisteredInstance wanted) {
    Refusal refusal = refusals.get(key);
    return refusal != null
        && refusal.of().equals(wanted)
        && nanos.getAsLong() - refusal.at() < refusal.pause();
  }

  /** Why an instance is refused as a whole; empty when it is not. */
  public Optional<String> why(ImportedInstance.Key key) {
    return Optional.ofNullable(refusals.get(key)).filter(it -> !it.healthAlone()).map(Refusal::why);
  }

  /** Why the health of an instance is refused; empty when it is not. */
  public Optional<String> whyHealth(ImportedInstance.Key key) {
    return Optional.ofNullable(refusals.get(key)).filter(Refusal::healthAlone).map(Refusal::why);
  }

  /** This was taken now. */
  public void taken(ImportedInstance.Key key, RegisteredInstance of) {
    Refusal refusal = refusals.get(key);
    if (refusal != null && refusal.of().equals(of)) {
      refusals.remove(key, refusal);
    }
  }

  /** Forgets all but these. */
  public void retain(Predicate<ImportedInstance.Key> wanted) {
    refusals.keySet().removeIf(wanted.negate());
  }

  /** How many there are, and one of them; empty when there is none. */
  public Optional<String> summary() {
    return refusals.entrySet().stream()
        .min(Map.Entry.comparingByKey())
        .map(
            each ->
                "the legacy cluster refuses %d exports, for example %s: %s"
                    .formatted(refusals.size(), each.getKey(), each.getValue().why()));
  }

  public int size() {
    return refusals.size();
  }
}
