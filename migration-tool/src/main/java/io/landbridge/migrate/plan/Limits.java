package io.landbridge.migrate.plan;

import io.landbridge.model.Counted;

/**
 * How large a wave may be. One application alone may always be a wave, however large it is.
 *
 * @param maxApplications how many applications, at least 1
 * @param maxPercent how much of all processes of the inventory, 1 to 100
 */
public record Limits(int maxApplications, int maxPercent) {

  /** 25 applications, and a quarter of the processes. */
  public static final Limits DEFAULT = new Limits(25, 25);

  /** Checks the ranges. */
  public Limits {
    if (maxApplications < 1) {
      throw new IllegalArgumentException(
          Counted.format("a wave of %d applications", maxApplications));
    }
    if (maxPercent < 1 || maxPercent > 100) {
      throw new IllegalArgumentException("%d percent of the processes".formatted(maxPercent));
    }
  }

  /** Whether so many fit into one wave, of so many processes in all. */
  boolean allow(int applications, long processes, long fleet) {
    return applications <= 1
        || (applications <= maxApplications && processes * 100 <= fleet * maxPercent);
  }
}
