package io.landbridge.migrate.report;

import io.landbridge.migrate.lock.ControlResult;
import io.landbridge.migrate.report.fleet.FleetReport;
import io.landbridge.migrate.report.result.BackupResult;
import io.landbridge.migrate.report.result.BridgeCheckResult;
import io.landbridge.migrate.report.result.BridgeDiffResult;
import io.landbridge.migrate.report.result.BridgeMoveResult;
import io.landbridge.migrate.report.result.BridgeStatusResult;
import io.landbridge.migrate.report.result.CompletionResult;
import io.landbridge.migrate.report.result.ConsumersResult;
import io.landbridge.migrate.report.result.DoctorResult;
import io.landbridge.migrate.report.result.DriftResult;
import io.landbridge.migrate.report.result.InstallResult;
import io.landbridge.migrate.report.result.OperationResult;
import io.landbridge.migrate.report.result.PlanResult;
import io.landbridge.migrate.report.result.ScanResult;
import io.landbridge.migrate.report.result.SignatureResult;
import io.landbridge.migrate.report.result.SkippedEntryResult;
import io.landbridge.migrate.report.result.StatusResult;
import io.landbridge.migrate.report.result.SuspensionResult;
import io.landbridge.migrate.report.result.VerifyListResult;
import io.landbridge.migrate.report.result.VerifyResult;
import io.landbridge.migrate.report.result.VerifyShowResult;
import java.io.PrintWriter;

/**
 * Prints the result of a verb in the format that was asked for.
 *
 * @param format the format
 * @param style how tables look
 */
public record Report(Format format, Style style) {

  /** What scan found, written piece by piece: a large registry makes a large document. */
  public void scan(
      ScanResult result, NextStep next, boolean interfaces, boolean consumers, PrintWriter out) {
    switch (format) {
      case TABLE ->
          out.print(ScanTables.text(result, interfaces, consumers, style) + "\n" + next.text());
      case JSON -> new StructuredReport().json("scan", result, next, out);
      case YAML -> new StructuredReport().yaml("scan", result, next, out);
    }
  }

  /** What apply did. */
  public String applied(OperationResult result, NextStep next) {
    return structured("apply", result, next, () -> OperationTables.text(result, style));
  }

  /** What rollback or complete did. */
  public String operations(String verb, OperationResult result, NextStep next) {
    return structured(verb, result, next, () -> OperationTables.text(result, style));
  }

  /** What complete would do. */
  public String completion(CompletionResult result, NextStep next) {
    return structured("completion", result, next, () -> OperationTables.text(result, style));
  }

  /**
   * How far a plan is.
   *
   * @param file where its page was written; empty when it was not
   */
  public String fleet(FleetReport result, String file, NextStep next) {
    return structured("report", result, next, () -> FleetTables.text(result, file, style));
  }

  /** What suspend or resume did. */
  public String suspension(String verb, SuspensionResult result, NextStep next) {
    return structured(verb, result, next, () -> OperationTables.text(result, style));
  }

  /** What skip-entry did. */
  public String skippedEntry(SkippedEntryResult result, NextStep next) {
    return structured("skip-entry", result, next, () -> OperationTables.text(result, style));
  }

  /** What sign-entries did. */
  public String signatures(SignatureResult result, NextStep next) {
    return structured("sign-entries", result, next, () -> OperationTables.text(result, style));
  }

  /** How far a plan does not fit any more. */
  public String drift(DriftResult result, NextStep next) {
    return structured("drift", result, next, () -> OperationTables.drift(result, style));
  }

  /** What verify found. */
  public String verify(VerifyResult result, NextStep next) {
    return structured("verify", result, next, () -> VerifyTables.text(result, style));
  }

  /** The same as one of several, each of which can be told from the next as it comes. */
  public String verifyAgain(VerifyResult result, NextStep next) {
    return switch (format) {
      case TABLE -> result.at() + "\n" + VerifyTables.text(result, style) + "\n";
      case JSON -> new StructuredReport().jsonLine("verify", result, next);
      case YAML -> "---\n" + new StructuredReport().yaml("verify", result, next);
    };
  }

  /** The recorded runs of verify. */
  public String verifyList(VerifyListResult result, NextStep next) {
    return structured("verify-list", result, next, () -> VerifyTables.text(result, style));
  }

  /** A recorded run of verify. */
  public String verifyShow(VerifyShowResult result, NextStep next) {
    return structured("verify-show", result, next, () -> VerifyTables.text(result, style));
  }

  /** The plugins and applications. */
  public String status(StatusResult result, NextStep next) {
    return structured("status", result, next, () -> StatusTables.text(result, style));
  }

  /** The same as one of several, each of which can be told from the next as it comes. */
  public String statusAgain(StatusResult result, NextStep next) {
    return switch (format) {
      case TABLE -> StatusTables.text(result, style) + "\n";
      case JSON -> new StructuredReport().jsonLine("status", result, next);
      case YAML -> "---\n" + new StructuredReport().yaml("status", result, next);
    };
  }

  /** The order that a run has. */
  public String control(ControlResult result, NextStep next) {
    return structured("control", result, next, () -> StatusTables.text(result));
  }

  /** Who uses what. */
  public String consumers(ConsumersResult result, NextStep next) {
    return structured("consumers", result, next, () -> ConsumersTables.text(result, style));
  }

  /** What is wrong with the cluster. */
  public String doctor(DoctorResult result, NextStep next) {
    return structured("doctor", result, next, () -> DoctorTables.text(result, style));
  }

  /** The backup that was written. */
  public String backup(BackupResult.Written result, NextStep next) {
    return structured("backup", result, next, () -> BackupTables.text(result, style));
  }

  /** What became of a backup. */
  public String restore(BackupResult.Restored result, NextStep next) {
    return structured("restore", result, next, () -> BackupTables.text(result, style));
  }

  /** What install or uninstall did. */
  public String installation(String verb, InstallResult result, NextStep next) {
    return structured(verb, result, next, () -> InstallTables.text(result, verb));
  }

  /** The plan that was written. */
  public String plan(PlanResult result, NextStep next) {
    return structured("plan", result, next, () -> PlanTables.text(result, style));
  }

  /** What a verb did to the bridge. */
  public String bridgeMove(String verb, BridgeMoveResult result, NextStep next) {
    return structured(verb, result, next, () -> BridgeTables.text(result));
  }

  /** How the bridge stands. */
  public String bridgeStatus(BridgeStatusResult result, NextStep next) {
    return structured("bridge-status", result, next, () -> BridgeTables.text(result, style));
  }

  /** What is not the same in both clusters. */
  public String bridgeDiff(BridgeDiffResult result, NextStep next) {
    return structured("bridge-diff", result, next, () -> BridgeTables.text(result, style));
  }

  /** Whether a bridge would work. */
  public String bridgeCheck(BridgeCheckResult result, NextStep next) {
    return structured("bridge-check", result, next, () -> BridgeTables.text(result, style));
  }

  private String structured(String verb, Object result, NextStep next, Text text) {
    return switch (format) {
      case TABLE -> text.get() + "\n" + next.text();
      case JSON -> new StructuredReport().json(verb, result, next);
      case YAML -> new StructuredReport().yaml(verb, result, next);
    };
  }

  private interface Text {
    String get();
  }
}
