package wrong.io.landbridge.model;

import java.util.concurrent.atomic.AtomicLong;

/** Static state, final or not. */
public final class Counters {
  static final AtomicLong COUNT = new AtomicLong();

  private Counters() {}
}
