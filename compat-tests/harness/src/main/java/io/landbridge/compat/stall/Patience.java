package io.landbridge.compat.stall;

import java.time.Duration;

/**
 * What a server of 1.x counts, and how long its clients are silent although all is well.
 *
 * @param beat from one beat of a client to the next
 * @param unhealthy after that much silence an instance is shown as unhealthy
 * @param delete after that much silence it is deleted
 * @param check from one look at the silence of an instance to the next
 * @param silence that the test itself causes, on top of the time between two beats
 */
public record Patience(
    Duration beat, Duration unhealthy, Duration delete, Duration check, Duration silence) {

  /** The defaults of 1.x, in a test that lets every beat through. */
  public static final Patience OF_1X =
      new Patience(
          Duration.ofSeconds(5),
          Duration.ofSeconds(15),
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          Duration.ZERO);

  /**
   * Checks that a live client is not silent for too long.
   *
   * @throws IllegalArgumentException if nothing is left to spare
   */
  public Patience {
    if (beat.plus(silence).compareTo(unhealthy) >= 0 || unhealthy.compareTo(delete) > 0) {
      throw new IllegalArgumentException(
          "A beat every %s and a silence of %s leave nothing to spare of %s, or %s come before %s"
              .formatted(beat, silence, unhealthy, delete, unhealthy));
    }
  }

  /** The same in a test that keeps beats back for that long. */
  public Patience withSilence(Duration planned) {
    return new Patience(beat, unhealthy, delete, check, planned);
  }

  /** How late a beat may be before somebody is taken for dead. */
  Duration spare() {
    return unhealthy.minus(beat).minus(silence);
  }

  /**
   * From which time lost on, within {@link #unhealthy}, the machine may be the reason: half of what
   * is to spare. The other half is for what a beat takes on its way in any case: clients and
   * servers that collect, look again and try again.
   */
  Duration limit() {
    return spare().dividedBy(2);
  }

  /** How long after a beat that was late somebody may still be missing because of it. */
  Duration reach() {
    return delete.plus(check);
  }
}
