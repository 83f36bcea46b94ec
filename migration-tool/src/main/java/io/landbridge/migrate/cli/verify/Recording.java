package io.landbridge.migrate.cli.verify;

import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.record.VerifyRecord;
import io.landbridge.migrate.record.VerifyRecord.Compared;
import io.landbridge.migrate.record.VerifyRecord.Gone;
import io.landbridge.migrate.record.VerifyRecords;
import io.landbridge.migrate.verify.Comparison;
import io.landbridge.model.ApplicationKey;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what a run of verify has compared so far. What cannot be written is warned of once
 * and keeps nothing from being compared. For one thread.
 */
public final class Recording {

  private final @Nullable VerifyRecords records;
  private final Terminal terminal;
  private final boolean stepwise;
  private VerifyRecord record;
  private boolean written;
  private boolean failed;

  /**
   * Makes it; nothing is written yet.
   *
   * @param records where to; null for nowhere
   * @param stepwise whether each part is written once it is compared, and not only the whole
   */
  public Recording(
      @Nullable VerifyRecords records, VerifyRecord record, boolean stepwise, Terminal terminal) {
    this.records = records;
    this.record = record;
    this.stepwise = stepwise;
    this.terminal = terminal;
  }

  /** A moment as records have it: in UTC, to the second. */
  public static String time(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Begins, or begins once more, with what is to be compared. */
  public void begin(boolean anew, int total, List<Gone> gone) {
    record = (anew ? record.empty() : record).with(total, List.of(), gone);
    if (stepwise) {
      write();
    }
  }

  /** What was compared before this run, if it goes on with another one. */
  public Map<ApplicationKey, Comparison> compared() {
    Map<ApplicationKey, Comparison> compared = new LinkedHashMap<>();
    record
        .applications()
        .forEach(
            each ->
                compared.put(
                    ApplicationKey.of(
                        each.comparison().namespace(), each.comparison().application()),
                    each.comparison()));
    return compared;
  }

  /** Adds a part. */
  public void add(Instant read, List<Comparison> more) {
    record =
        record.with(
            record.total(),
            more.stream().map(each -> new Compared(time(read), 0, each)).toList(),
            record.gone());
    if (stepwise) {
      write();
    }
  }

  /** Everything was compared. */
  public void finish() {
    record = record.finishedAt(time(Instant.now()));
    write();
  }

  /** The id of the run; empty if it is not recorded. */
  public String id() {
    return written && !failed ? record.id() : "";
  }

  /** Tells how to go on with what was not compared. */
  public void noteIfIncomplete(String resume) {
    if (!id().isEmpty() && !record.finished()) {
      terminal.note(
          "verify %s is not finished: applications compared: %d of %d; '%s' compares the others"
              .formatted(record.id(), record.applications().size(), record.total(), resume));
    }
  }

  private void write() {
    VerifyRecords to = records;
    if (to == null || failed) {
      return;
    }
    try {
      to.write(record, Instant.now());
      written = true;
    } catch (IOException e) {
      failed = true;
      terminal.warn(
          "this verify is not recorded (%s)".formatted(e),
          to.directory().toString(),
          "what it finds does not depend on that; free disk space, or choose another directory"
              + " with --records");
    }
  }
}
