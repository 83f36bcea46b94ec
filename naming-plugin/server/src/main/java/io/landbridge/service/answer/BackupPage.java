package io.landbridge.service.answer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a backup.
 *
 * @param member who made it
 * @param stale whether it may lack what others have committed
 * @param applied how many commands the member had applied
 * @param digest of its catalog at that point
 * @param entries in the order in which they are restored
 * @param next what to ask the next page with; empty on the last one
 */
public record BackupPage(
    String member, boolean stale, long applied, String digest, List<Entry> entries, String next) {

  /** Copies the list. */
  public BackupPage {
    entries = List.copyOf(entries);
  }

  /**
   * Something of one application.
   *
   * @param namespace its namespace
   * @param application its name
   * @param enabled its switch; null when nobody ever touched it, or another entry has it
   * @param instances how many instances are in it
   * @param publications how many publications
   * @param documents how many documents these refer to
   * @param entry the bytes, in Base64
   */
  public record Entry(
      String namespace,
      String application,
      @Nullable Boolean enabled,
      int instances,
      int publications,
      int documents,
      String entry) {}
}
