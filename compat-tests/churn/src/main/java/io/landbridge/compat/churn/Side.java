package io.landbridge.compat.churn;

/** One of the two clusters. */
enum Side {
  /** The one of 1.4.1. */
  OLD,
  /** The one with the plugin. */
  NEW;

  Side other() {
    return this == OLD ? NEW : OLD;
  }

  @Override
  public String toString() {
    return this == OLD ? "old" : "new";
  }
}
