package io.landbridge.service;

/**
 * What keeping a cluster in order needs of one member. Answered as far as it can be, also while the
 * group has no leader. Safe for use from any thread.
 */
public interface Maintenance {

  /** The group as this member sees it; never waits for the group. */
  GroupStatus group();
}
