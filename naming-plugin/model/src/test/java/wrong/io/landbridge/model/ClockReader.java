package wrong.io.landbridge.model;

/** Not pure: the answer depends on when it is asked. */
public final class ClockReader {
  long now() {
    return System.currentTimeMillis();
  }
}
