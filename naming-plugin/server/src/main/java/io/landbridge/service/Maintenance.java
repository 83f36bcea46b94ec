package io.landbridge.service;

/**
 * What keeping a cluster in order needs of one member. Answered as far as it can be, also while the
 * group has no leader. Safe for use from any thread.
 */
public interface Maintenance {

  /** The group as this member sees it; never waits for the group. */
  GroupStatus group();

  /**
   * Reads a part of the catalog for a backup.
   *
   * @param after what the page before ended with; empty for the first
   * @param stale take what this member has; otherwise it must be the leader, and first makes sure
   *     that it still is
   * @throws AdministrationException of kind {@code UNAVAILABLE} while the group has no leader or
   *     the plugin is off, {@code CONFLICT} when another member leads
   */
  BackupPage backup(String after, boolean stale) throws AdministrationException;

  /**
   * Puts an entry of a backup back into the catalog; what is there is kept. Doing so again changes
   * nothing.
   *
   * @param entry as the backup has it
   * @param dryRun only tell what would become of it
   * @throws AdministrationException of kind {@code BAD_REQUEST} when it is no such entry, {@code
   *     UNAVAILABLE} when it is not known to be committed
   */
  RestoreOutcome restore(String entry, boolean dryRun) throws AdministrationException;

  /**
   * Takes everything derived out of the answers and pushes of this member, or lets it be shown
   * again; asking for what is so already changes nothing. Needs neither the group nor the log, and
   * works also where the plugin has stopped following them.
   *
   * @param suspended the wanted state
   * @throws AdministrationException of kind {@code UNAVAILABLE} while the plugin does not run
   */
  SuspensionStatus suspend(boolean suspended) throws AdministrationException;
}
