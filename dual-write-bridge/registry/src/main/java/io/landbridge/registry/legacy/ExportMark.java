package io.landbridge.registry.legacy;

import io.landbridge.registry.RegisteredInstance;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What tells our own registrations in the legacy cluster from those of its clients, and makes them
 * cheap: the origin, and lengthened times between beats and until expiry, in the metadata.
 *
 * <p>Keys that the instance has itself and the mark needs are kept aside, so that {@link #removed}
 * gives back what was marked.
 *
 * @param origin the cluster an instance comes from, as an operator names it; not empty
 * @param beatInterval how often we beat
 * @param unhealthyAfter how long without a beat until the legacy server shows it unhealthy
 * @param deletedAfter how long without a beat until the legacy server deletes it
 */
public record ExportMark(
    String origin, Duration beatInterval, Duration unhealthyAfter, Duration deletedAfter) {

  /** Metadata key of the origin. */
  public static final String ORIGIN = "landbridge.bridge.origin";

  /** What a 1.x client and server take for the time between two beats. */
  public static final String BEAT_INTERVAL = "preserved.heart.beat.interval";

  /** What a 1.x server takes for the time until an instance is unhealthy. */
  public static final String BEAT_TIMEOUT = "preserved.heart.beat.timeout";

  /** What a 1.x server takes for the time until an instance is deleted. */
  public static final String DELETE_TIMEOUT = "preserved.ip.delete.timeout";

  /** How often a native client beats. */
  public static final Duration NATIVE_INTERVAL = Duration.ofSeconds(5);

  /** There if the instance is disabled, which a 1.x server does not tell of a single one. */
  private static final String DISABLED = "landbridge.bridge.disabled";

  private static final String ASIDE = "landbridge.bridge.kept.";
  private static final List<String> TIMES = List.of(BEAT_INTERVAL, BEAT_TIMEOUT, DELETE_TIMEOUT);

  /**
   * Checks that the times are in order and the beats at least five times rarer than native ones.
   */
  public ExportMark {
    Objects.requireNonNull(origin, "origin");
    if (origin.isEmpty()) {
      throw new IllegalArgumentException("an export needs an origin");
    }
    if (beatInterval.compareTo(NATIVE_INTERVAL.multipliedBy(5)) < 0
        || unhealthyAfter.compareTo(beatInterval.multipliedBy(2)) < 0
        || deletedAfter.compareTo(unhealthyAfter) < 0) {
      throw new IllegalArgumentException(
          "beats every %s, unhealthy after %s, deleted after %s: the interval must be at least 25 s,"
                  .formatted(beatInterval, unhealthyAfter, deletedAfter)
              + " and fit twice into the first time, which must not be longer than the second");
    }
  }

  /** Beats every 30 s; unhealthy after 90 s without one, deleted after 120 s. */
  public static ExportMark of(String origin) {
    return new ExportMark(
        origin, Duration.ofSeconds(30), Duration.ofSeconds(90), Duration.ofSeconds(120));
  }

  /** The instance as it is exported. An instance that carries a mark gets this one instead. */
  public RegisteredInstance on(RegisteredInstance instance) {
    SortedMap<String, String> metadata = new TreeMap<>(removed(instance).metadata());
    if (instance.ephemeral()) {
      set(metadata, BEAT_INTERVAL, beatInterval);
      set(metadata, BEAT_TIMEOUT, unhealthyAfter);
      set(metadata, DELETE_TIMEOUT, deletedAfter);
    }
    return marked(instance, metadata);
  }

  /**
   * The instance with the origin alone, and the times it has itself: for one whose client sends
   * beats. Should that client beat in the legacy cluster as well, it would be told there to beat as
   * rarely as the metadata says, and be taken for dead wherever it is registered without.
   */
  public RegisteredInstance onBeating(RegisteredInstance instance) {
    SortedMap<String, String> metadata = new TreeMap<>(removed(instance).metadata());
    if (instance.ephemeral()) {
      for (String key : TIMES) {
        String own = metadata.get(key);
        if (own != null) {
          metadata.put(ASIDE + key, own);
        }
      }
    }
    return marked(instance, metadata);
  }

  /**
   * The instance with the origin and lengthened times until expiry, but not between beats: for one
   * whose client sends all of its beats to this cluster, so that few of them need to be passed on.
   * Should the client beat in the legacy cluster one day, it is told to beat as ever. An instance
   * that has times of its own keeps them, as {@link #onBeating} leaves them.
   */
  public RegisteredInstance onSteady(RegisteredInstance instance) {
    RegisteredInstance plain = removed(instance);
    if (!plain.ephemeral() || hasTimes(plain.metadata())) {
      return onBeating(plain);
    }
    SortedMap<String, String> metadata = new TreeMap<>(plain.metadata());
    set(metadata, BEAT_TIMEOUT, unhealthyAfter);
    set(metadata, DELETE_TIMEOUT, deletedAfter);
    return marked(instance, metadata);
  }

  private RegisteredInstance marked(
      RegisteredInstance instance, SortedMap<String, String> metadata) {
    metadata.put(ORIGIN, origin);
    // Who has lost its origin, and nothing else of a mark, may have been enabled since.
    metadata.remove(DISABLED);
    if (!instance.enabled()) {
      metadata.put(DISABLED, "true");
    }
    return instance.withMetadata(metadata);
  }

  /** Whether this metadata is of an export that is disabled. */
  public static boolean isOfDisabled(Map<String, String> metadata) {
    return metadata.containsKey(DISABLED);
  }

  /** Whether this metadata says how often to beat, or when its instance expires. */
  public static boolean hasTimes(Map<String, String> metadata) {
    return TIMES.stream().anyMatch(metadata::containsKey);
  }

  /** An instance with the kind of mark that another one has, of whatever cluster that is. */
  public RegisteredInstance likewise(RegisteredInstance instance, RegisteredInstance marked) {
    return isLengthened(marked)
        ? on(instance)
        : isSteady(marked) ? onSteady(instance) : onBeating(instance);
  }

  /** Whether a marked instance has the times until expiry of this mark alone. */
  public boolean isSteady(RegisteredInstance marked) {
    return marked.ephemeral()
        && !isLengthened(marked)
        && String.valueOf(unhealthyAfter.toMillis()).equals(marked.metadata().get(BEAT_TIMEOUT))
        && !marked.metadata().containsKey(ASIDE + BEAT_TIMEOUT);
  }

  /** Whether a marked instance has the times of this mark, and not its own. */
  public boolean isLengthened(RegisteredInstance marked) {
    return String.valueOf(beatInterval.toMillis()).equals(marked.metadata().get(BEAT_INTERVAL));
  }

  private static void set(Map<String, String> metadata, String key, Duration value) {
    String before = metadata.put(key, String.valueOf(value.toMillis()));
    if (before != null) {
      metadata.put(ASIDE + key, before);
    }
  }

  /** Whose export this metadata is of; empty for what a client registered. */
  public static Optional<String> originOf(Map<String, String> metadata) {
    return Optional.ofNullable(metadata.get(ORIGIN));
  }

  /** The instance as it was before it was exported; one without a mark as it is. */
  public static RegisteredInstance removed(RegisteredInstance instance) {
    if (originOf(instance.metadata()).isEmpty()) {
      return instance;
    }
    SortedMap<String, String> plain = new TreeMap<>(instance.metadata());
    plain.remove(ORIGIN);
    plain.remove(DISABLED);
    if (instance.ephemeral()) {
      for (String key : TIMES) {
        plain.remove(key);
        String before = plain.remove(ASIDE + key);
        if (before != null) {
          plain.put(key, before);
        }
      }
    }
    return instance.withMetadata(plain);
  }
}
