package io.landbridge.migrate.journal;

/**
 * The first line of a journal.
 *
 * @param kind {@value #KIND}
 * @param format the version of the format, {@value #FORMAT}
 * @param id what this journal is told from others by
 * @param plan the hash of the plan it is about
 * @param createdAt when, ISO 8601 in UTC
 * @param createdBy the tool and its version
 */
public record JournalHeader(
    String kind, int format, String id, String plan, String createdAt, String createdBy) {

  /** What every journal says it is. */
  public static final String KIND = "landbridge-journal";

  /** The format this version writes, and the only one it reads. */
  public static final int FORMAT = 1;
}
