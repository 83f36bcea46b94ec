package io.landbridge.state;

/**
 * The switch of one application.
 *
 * @param enabled whether it is translated
 * @param force whether foreign instances under the same service name are no obstacle
 * @param since when it was switched last, milliseconds since 1970; 0 when never
 */
public record Translation(boolean enabled, boolean force, long since) {

  /** An application nobody ever switched. */
  public static final Translation OFF = new Translation(false, false, 0);
}
