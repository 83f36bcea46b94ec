package io.landbridge.bridge.imports;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** When everything is to be read again. For one thread. */
final class FullReadPace {

  private static final int NOTHING_THEIRS = 3;
  private static final int READS_APART_NOTHING_THEIRS = 399;
  private static final int READS_APART = 19;
  private static final int READS_APART_CROWDED = 3;
  private static final long LONGEST_APART_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final long atLeast;
  private final LongSupplier nanos;
  private long nextRead;

  /** Not before this, however much there seems to be that is not known. */
  private long nextCrowdedRead;

  /**
   * Creates the pace of an import that has read nothing.
   *
   * @param atLeast nanoseconds between two readings where something is theirs
   * @param nanos nanoseconds since any moment
   */
  FullReadPace(long atLeast, LongSupplier nanos) {
    this.atLeast = atLeast;
    this.nanos = nanos;
  }

  boolean isDue() {
    return nanos.getAsLong() - nextRead >= 0;
  }

  /** There seems to be much that is not known. */
  void hurry() {
    if (nextCrowdedRead - nextRead < 0) {
      nextRead = nextCrowdedRead;
    }
  }

  /** Everything is to be read at once. */
  void readNow() {
    nextRead = nanos.getAsLong();
  }

  /**
   * Everything was read.
   *
   * @param took nanoseconds
   * @param nothing whether nothing was theirs, so that there is nobody to follow
   * @return nanoseconds until the next time
   */
  long read(long took, boolean nothing) {
    long least = atLeast * (nothing ? NOTHING_THEIRS : 1);
    long asLong = took * (nothing ? READS_APART_NOTHING_THEIRS : READS_APART);
    long apart = Math.max(least, Math.min(asLong, LONGEST_APART_NANOS));
    nextRead = nanos.getAsLong() + apart;
    nextCrowdedRead = nanos.getAsLong() + Math.min(apart, took * READS_APART_CROWDED);
    return apart;
  }
}
