package io.landbridge.migrate.backup;

import io.landbridge.model.ApplicationKey;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a whole backup holds.
 *
 * @param header where it comes from
 * @param applications of which applications something is in it
 * @param entries how many parts
 * @param instances how many instances
 * @param publications how many publications
 * @param switches how many applications have a switch
 * @param bytes the size of the file
 */
public record BackupSummary(
    BackupHeader header,
    SortedSet<ApplicationKey> applications,
    long entries,
    long instances,
    long publications,
    long switches,
    long bytes) {

  /** Copies the applications. */
  public BackupSummary {
    applications = Collections.unmodifiableSortedSet(new TreeSet<>(applications));
  }
}
