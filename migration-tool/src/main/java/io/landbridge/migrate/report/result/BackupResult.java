package io.landbridge.migrate.report.result;

import io.landbridge.migrate.backup.BackupSummary;
import io.landbridge.registry.plugin.PluginRestoreOutcome;
import io.landbridge.registry.plugin.PluginRestoreOutcome.Counts;

/** What backup and restore print. */
public final class BackupResult {

  private BackupResult() {}

  /**
   * What backup wrote.
   *
   * @param file the file
   * @param bytes its size
   * @param createdAt when, in ISO 8601
   * @param member whose catalog it is
   * @param stale whether it was taken without a leader
   * @param applied how many commands that member had applied
   * @param applications how many applications are in it
   * @param instances how many instances
   * @param publications how many publications
   * @param switches how many applications have a switch
   */
  public record Written(
      String file,
      long bytes,
      String createdAt,
      String member,
      boolean stale,
      long applied,
      int applications,
      long instances,
      long publications,
      long switches) {

    /** From the file as it was read back. */
    public static Written of(String file, BackupSummary summary) {
      return new Written(
          file,
          summary.bytes(),
          summary.header().createdAt(),
          summary.header().member(),
          summary.header().stale(),
          summary.header().applied(),
          summary.applications().size(),
          summary.instances(),
          summary.publications(),
          summary.switches());
    }
  }

  /**
   * What restore did, or would do.
   *
   * @param file the file
   * @param dryRun whether nothing was changed
   * @param createdAt when the backup was made
   * @param stale whether it was taken without a leader
   * @param applications how many applications are in it
   * @param instances of their instances
   * @param publications of their publications
   * @param switches of their switches
   */
  public record Restored(
      String file,
      boolean dryRun,
      String createdAt,
      boolean stale,
      int applications,
      Counts instances,
      Counts publications,
      Counts switches) {

    /** From the file and what the cluster made of it. */
    public static Restored of(
        String file, boolean dryRun, BackupSummary summary, PluginRestoreOutcome outcome) {
      return new Restored(
          file,
          dryRun,
          summary.header().createdAt(),
          summary.header().stale(),
          summary.applications().size(),
          outcome.instances(),
          outcome.publications(),
          outcome.switches());
    }
  }
}
