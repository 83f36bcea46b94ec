package wrong.io.landbridge.state;

/** A decision that depends on when it is made. */
public final class DatedDecision {
  long decidedAt() {
    return System.currentTimeMillis();
  }
}
