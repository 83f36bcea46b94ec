package io.landbridge.migrate.report.result;

import io.landbridge.migrate.record.VerifyRecord;
import io.landbridge.migrate.record.VerifyRecords;
import java.util.List;

/**
 * What {@code verify list} prints.
 *
 * @param directory where the runs are recorded
 * @param runs the recorded runs, the newest first
 * @param unusable the files there that are no recorded runs
 */
public record VerifyListResult(
    String directory, List<Run> runs, List<VerifyRecords.Unusable> unusable) {

  /** Copies the lists. */
  public VerifyListResult {
    runs = List.copyOf(runs);
    unusable = List.copyOf(unusable);
  }

  /** From what is in the directory. */
  public static VerifyListResult of(String directory, VerifyRecords.Listing found) {
    return new VerifyListResult(
        directory, found.records().stream().map(Run::of).toList(), found.unusable());
  }

  /**
   * A recorded run.
   *
   * @param id what it is called
   * @param startedAt when it began, ISO 8601 in UTC
   * @param finished whether everything was compared
   * @param asked what was asked for, for people
   * @param server the server that was read
   * @param compared how many applications were compared
   * @param total how many there are
   * @param differing how many differed
   * @param unknown how many were asked for and are not registered
   */
  public record Run(
      String id,
      String startedAt,
      boolean finished,
      String asked,
      String server,
      int compared,
      int total,
      long differing,
      int unknown) {

    private static Run of(VerifyRecord record) {
      return new Run(
          record.id(),
          record.startedAt(),
          record.finished(),
          record.asked().text(),
          record.server(),
          record.applications().size(),
          record.total(),
          record.differing(),
          record.gone().size());
    }
  }
}
