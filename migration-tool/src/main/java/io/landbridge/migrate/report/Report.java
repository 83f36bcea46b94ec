package io.landbridge.migrate.report;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * Prints the result of a verb in the format that was asked for.
 *
 * @param format the format
 * @param color whether tables may use bold text
 */
public record Report(Format format, boolean color) {

  /** What scan found, written piece by piece: a large registry makes a large document. */
  public void scan(
      ScanResult result, NextStep next, boolean interfaces, boolean consumers, PrintWriter out) {
    switch (format) {
      case TABLE ->
          out.print(ScanTables.text(result, interfaces, consumers, color) + "\n" + next.text());
      case JSON -> new StructuredReport().json("scan", result, next, out);
      case YAML -> new StructuredReport().yaml("scan", result, next, out);
    }
  }

  /** What apply did. */
  public String applied(OperationResult result, NextStep next) {
    return structured("apply", result, next, () -> OperationTables.text(result, color));
  }

  /** What rollback or complete did. */
  public String operations(String verb, OperationResult result) {
    return structured(verb, result, () -> OperationTables.text(result, color));
  }

  /** What complete would do. */
  public String completion(CompletionResult result) {
    return structured("completion", result, () -> OperationTables.text(result, color));
  }

  /**
   * How far a plan is.
   *
   * @param file where its page was written; empty when it was not
   */
  public String fleet(FleetReport result, String file) {
    return structured("report", result, () -> FleetTables.text(result, file, color));
  }

  /** What suspend or resume did. */
  public String suspension(String verb, SuspensionResult result) {
    return structured(verb, result, () -> OperationTables.text(result, color));
  }

  /** What skip-entry did. */
  public String skippedEntry(SkippedEntryResult result) {
    return structured("skip-entry", result, () -> OperationTables.text(result, color));
  }

  /** What sign-entries did. */
  public String signatures(SignatureResult result) {
    return structured("sign-entries", result, () -> OperationTables.text(result, color));
  }

  /** How far a plan does not fit any more. */
  public String drift(DriftResult result) {
    return structured("drift", result, () -> OperationTables.drift(result, color));
  }

  /** What verify found. */
  public String verify(VerifyResult result, NextStep next) {
    return structured("verify", result, next, () -> VerifyTables.text(result, color));
  }

  /** The same as one of several, each of which can be told from the next as it comes. */
  public String verifyAgain(VerifyResult result, NextStep next) {
    return switch (format) {
      case TABLE -> result.at() + "\n" + VerifyTables.text(result, color) + "\n";
      case JSON -> new StructuredReport().jsonLine("verify", result, next);
      case YAML -> "---\n" + new StructuredReport().yaml("verify", result, next);
    };
  }

  /** The plugins and applications. */
  public String status(StatusResult result, NextStep next) {
    return structured("status", result, next, () -> StatusTables.text(result, color));
  }

  /** Who uses what. */
  public String consumers(ConsumersResult result) {
    return structured("consumers", result, () -> ConsumersTables.text(result, color));
  }

  /** What is wrong with the cluster. */
  public String doctor(DoctorResult result) {
    return structured("doctor", result, () -> DoctorTables.text(result, color));
  }

  /** The backup that was written. */
  public String backup(BackupResult.Written result) {
    return structured("backup", result, () -> BackupTables.text(result, color));
  }

  /** What became of a backup. */
  public String restore(BackupResult.Restored result) {
    return structured("restore", result, () -> BackupTables.text(result, color));
  }

  /** What install or uninstall did. */
  public String installation(String verb, InstallResult result, NextStep next) {
    return structured(verb, result, next, () -> InstallTables.text(result, verb));
  }

  /** The plan that was written. */
  public String plan(PlanResult result, NextStep next) {
    return structured("plan", result, next, () -> PlanTables.text(result, color));
  }

  /** What a verb did to the bridge. */
  public String bridgeMove(String verb, BridgeMoveResult result) {
    return structured(verb, result, () -> BridgeTables.text(result));
  }

  /** How the bridge stands. */
  public String bridgeStatus(BridgeStatusResult result) {
    return structured("bridge-status", result, () -> BridgeTables.text(result, color));
  }

  /** What is not the same in both clusters. */
  public String bridgeDiff(BridgeDiffResult result) {
    return structured("bridge-diff", result, () -> BridgeTables.text(result, color));
  }

  /** Whether a bridge would work. */
  public String bridgeCheck(BridgeCheckResult result) {
    return structured("bridge-check", result, () -> BridgeTables.text(result, color));
  }

  private String structured(String verb, Object result, Text text) {
    return structured(verb, result, null, text);
  }

  private String structured(String verb, Object result, @Nullable NextStep next, Text text) {
    return switch (format) {
      case TABLE -> text.get() + (next == null ? "" : "\n" + next.text());
      case JSON -> new StructuredReport().json(verb, result, next);
      case YAML -> new StructuredReport().yaml(verb, result, next);
    };
  }

  private interface Text {
    String get();
  }
}
