package io.landbridge.migrate.cli.verify;

import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.record.MalformedRecordException;
import io.landbridge.migrate.record.RecordId;
import io.landbridge.migrate.record.VerifyRecord;
import io.landbridge.migrate.record.VerifyRecords;
import io.landbridge.migrate.report.Invocation;
import io.landbridge.model.LogText;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the recorded run that an operator names. */
public final class RecordedVerify {

  private RecordedVerify() {}

  /**
   * Reads a run.
   *
   * @param text its id, as it was typed
   */
  public static VerifyRecord read(VerifyRecords records, String text) throws CommandException {
    Optional<RecordId> id = RecordId.parse(text);
    if (id.isEmpty()) {
      throw CommandException.usage(
          "this is not the id of a verify",
          LogText.of(text),
          "an id is like 20261130-134450-a3f2c1; 'landbridge verify list' lists all");
    }
    String where = records.file(id.get()).toString();
    try {
      return records.read(id.get());
    } catch (NoSuchFileException e) {
      throw CommandException.precondition(
          "no verify with this id is recorded",
          where,
          "'landbridge verify list' lists all; give the same --plan or --records as when it ran");
    } catch (MalformedRecordException e) {
      throw CommandException.precondition(
          "this is not a recorded verify: " + e.getMessage(), where, "run verify again");
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.FAILED,
          "the recorded verify cannot be read (%s)".formatted(e),
          where,
          "check its permissions");
    }
  }

  /** The plan as an option, with a blank before it; empty without one. */
  public static String planOption(@Nullable Path plan) {
    return plan == null ? "" : " --plan " + Invocation.quoted(plan.toString());
  }
}
