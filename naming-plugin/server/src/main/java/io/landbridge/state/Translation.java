package io.landbridge.state;

import io.landbridge.model.Audience;

/**
 * The switch of one application.
 *
 * @param enabled whether it is translated
 * @param force whether foreign instances under the same service name are no obstacle
 * @param since when it was switched last, milliseconds since 1970; 0 when never
 * @param audience which consumer processes are shown its derived instances; everybody while it is
 *     not translated
 */
public record Translation(boolean enabled, boolean force, long since, Audience audience) {

  /** An application nobody ever switched. */
  public static final Translation OFF = new Translation(false, false, 0);

  /** Leaves an audience out that makes no difference. */
  public Translation {
    audience = enabled ? audience : Audience.WHOLE;
  }

  /** A switch that shows everybody. */
  public Translation(boolean enabled, boolean force, long since) {
    this(enabled, force, since, Audience.WHOLE);
  }
}
