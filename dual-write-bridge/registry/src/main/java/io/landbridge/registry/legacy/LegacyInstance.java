package io.landbridge.registry.legacy;

import io.landbridge.registry.RegisteredInstance;
import java.util.Comparator;
import java.util.Objects;

/**
 * An instance as a 1.x server holds it.
 *
 * @param seen what any server shows of it
 * @param lastBeat when its last beat arrived, or it was last registered or edited, in milliseconds
 *     since 1970 by the clock of the server; {@link #UNKNOWN_BEAT} if the server does not tell. A
 *     member that is not responsible for the service does not receive beats and shows an old one.
 *     Means nothing for a persistent instance.
 */
public record LegacyInstance(RegisteredInstance seen, long lastBeat)
    implements Comparable<LegacyInstance> {

  /** The server does not tell. */
  public static final long UNKNOWN_BEAT = 0;

  private static final Comparator<LegacyInstance> ORDER =
      Comparator.comparing(LegacyInstance::seen)
          .thenComparing(instance -> instance.seen().ephemeral())
          .thenComparingLong(LegacyInstance::lastBeat);

  /** Checks that no part is missing. */
  public LegacyInstance {
    Objects.requireNonNull(seen, "seen");
  }

  @Override
  public int compareTo(LegacyInstance other) {
    return ORDER.compare(this, other);
  }
}
