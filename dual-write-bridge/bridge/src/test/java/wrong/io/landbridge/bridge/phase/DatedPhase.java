package wrong.io.landbridge.bridge.phase;

/** A phase with a clock of its own. */
public final class DatedPhase {

  private DatedPhase() {}

  /** Depends on when it is called. */
  public static long now() {
    return System.currentTimeMillis();
  }
}
