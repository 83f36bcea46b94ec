package io.landbridge.migrate.report.result;

import io.landbridge.migrate.record.VerifyRecord;
import java.util.List;

/**
 * What {@code verify show} prints.
 *
 * @param id what the run is called
 * @param createdBy the tool and its version
 * @param startedAt when it began, ISO 8601 in UTC
 * @param finishedAt when everything was compared; empty before that
 * @param server the server that was read
 * @param members the members of the cluster, where they are known
 * @param asked what was asked for
 * @param equal whether both models were equal for all that were compared
 * @param total how many applications there are to compare
 * @param applications those that were compared, with their differences; values of parameters that
 *     may be secrets are hidden
 * @param gone those that were asked for and are not registered
 */
public record VerifyShowResult(
    String id,
    String createdBy,
    String startedAt,
    String finishedAt,
    String server,
    List<String> members,
    VerifyRecord.Asked asked,
    boolean equal,
    int total,
    List<VerifyRecord.Compared> applications,
    List<VerifyRecord.Gone> gone) {

  /** Copies the lists. */
  public VerifyShowResult {
    members = List.copyOf(members);
    applications = List.copyOf(applications);
    gone = List.copyOf(gone);
  }

  /** From what was recorded. */
  public static VerifyShowResult of(VerifyRecord record) {
    return new VerifyShowResult(
        record.id(),
        record.createdBy(),
        record.startedAt(),
        record.finishedAt(),
        record.server(),
        record.members(),
        record.asked(),
        record.differing() == 0,
        record.total(),
        record.applications(),
        record.gone());
  }

  /** Whether everything was compared. */
  public boolean finished() {
    return !finishedAt.isEmpty();
  }
}
