package io.landbridge.service;

import io.landbridge.model.NamespaceId;
import io.landbridge.service.answer.BackupPage;
import io.landbridge.service.answer.ConfigurationStatus;
import io.landbridge.service.answer.EntryStatus;
import io.landbridge.service.answer.GroupStatus;
import io.landbridge.service.answer.RestoreOutcome;
import io.landbridge.service.answer.SignatureStatus;
import io.landbridge.service.answer.SuspensionStatus;
import java.util.List;

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

  /**
   * Has this member agree to leave out the entry of the log at which it has stopped. Once all
   * members of the group have agreed, each of them leaves the entry out from its next start on.
   *
   * @param number of the entry
   * @param sha256 of the entry
   * @param without members whose agreement is not waited for because they are down; what is left
   *     must be a majority
   * @return what this member could not read, with everybody that has agreed so far
   * @throws AdministrationException of kind {@code CONFLICT} when this member, or the leader, has
   *     not stopped at that entry, {@code UNAVAILABLE} when the agreement is not known to be
   *     committed
   */
  EntryStatus skipEntry(long number, String sha256, List<String> without)
      throws AdministrationException;

  /**
   * Has entries of the log signed from now on, with the key of the members' server identity, or not
   * any more; asking for what is so already changes nothing.
   *
   * @param required the wanted state
   * @param dryRun only tell what would be so
   * @throws AdministrationException of kind {@code CONFLICT} when not every member has that key, or
   *     this changed meanwhile, {@code UNAVAILABLE} when it is not known to be committed
   */
  SignatureStatus requireSignatures(boolean required, boolean dryRun)
      throws AdministrationException;

  /**
   * Reads a configuration that migrating needs, from the database.
   *
   * @throws AdministrationException of kind {@code BAD_REQUEST} when it is none of those, {@code
   *     UNAVAILABLE} when the database does not answer or the plugin does not run
   */
  ConfigurationStatus configuration(NamespaceId namespace, String group, String dataId)
      throws AdministrationException;

  /**
   * Writes such a configuration if it still is what it was; otherwise tells what it is.
   *
   * @param expected {@code absent}, or the SHA-256 of its content in lower-case hexadecimal
   * @param content the new content, up to 256 Ki characters
   * @throws AdministrationException as {@link #configuration}
   */
  ConfigurationStatus replaceConfiguration(
      NamespaceId namespace, String group, String dataId, String expected, String content)
      throws AdministrationException;
}
