package io.landbridge.migrate.report;

import io.landbridge.migrate.consumer.InterfaceDependents.Dependent;
import io.landbridge.migrate.member.SuspendMember.MemberOutcome;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.report.result.CompletionResult;
import io.landbridge.migrate.report.result.DriftResult;
import io.landbridge.migrate.report.result.OperationResult;
import io.landbridge.migrate.report.result.SignatureResult;
import io.landbridge.migrate.report.result.SkippedEntryResult;
import io.landbridge.migrate.report.result.SuspensionResult;
import io.landbridge.model.Counted;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Outcomes as text. */
final class OperationTables {

  private OperationTables() {}

  static String text(OperationResult result, Style style) {
    TextTable table =
        new TextTable(style, "NAMESPACE", "APPLICATION", "RESULT", "BEFORE", "AFTER", "PROBLEMS");
    for (Outcome each : result.outcomes()) {
      table.row(
          each.namespace(),
          each.application(),
          name(each.result()),
          each.before(),
          each.after(),
          each.problemsText());
    }
    TextTable rules =
        new TextTable(style, "NAMESPACE", "CONSUMER", "RESULT", "BEFORE", "AFTER", "PROBLEMS");
    for (Outcome each : result.rules()) {
      rules.row(
          each.namespace(),
          each.application(),
          name(each.result()),
          each.before(),
          each.after(),
          each.problemsText());
    }
    return scope(result)
        + table
        + (result.rules().isEmpty() ? "" : "\n" + rules)
        + end(result.dryRun(), result.succeeded(), result.failed(), result.left());
  }

  /** How much the same command changes with {@code --yes}, before all else that a dry run says. */
  private static String scope(OperationResult result) {
    if (!result.dryRun()) {
      return "";
    }
    List<Integer> waves = result.wouldApply();
    return "With --yes this changes %s and %s%s%s.\n\n"
        .formatted(
            Counted.of(changing(result.outcomes()), "application"),
            Counted.of(changing(result.rules()) + result.moving(), "consumer"),
            result.moving() == 0
                ? ""
                : " (%d of them at once, held by no rule)".formatted(result.moving()),
            waves.isEmpty()
                ? ""
                : " in %s (%s)"
                    .formatted(
                        Counted.of(waves.size(), "wave"),
                        waves.stream().map(String::valueOf).collect(Collectors.joining(", "))));
  }

  private static long changing(List<Outcome> outcomes) {
    return outcomes.stream().filter(each -> each.result() == Outcome.Result.WOULD_CHANGE).count();
  }

  static String text(SuspensionResult result, Style style) {
    TextTable table = new TextTable(style, "MEMBER", "RESULT", "BEFORE", "AFTER", "PROBLEM");
    for (MemberOutcome each : result.outcomes()) {
      table.row(each.member(), name(each.result()), each.before(), each.after(), each.problem());
    }
    return table + end(result.dryRun(), result.succeeded(), result.failed());
  }

  static String text(SkippedEntryResult result, Style style) {
    TextTable table = new TextTable(style, "MEMBER", "RESULT", "STATE", "PROBLEM");
    result
        .outcomes()
        .forEach(
            each -> table.row(each.member(), name(each.result()), each.state(), each.problem()));
    return "Entry %d of the log, SHA-256 %s: %s\n\n"
            .formatted(result.entry(), result.sha256(), result.reason())
        + table
        + end(result.dryRun(), result.succeeded(), result.failed())
        + (result.dryRun() || result.failed() > 0
            ? ""
            : "Restart the servers, one after the other: each member then skips the entry.\n");
  }

  static String text(SignatureResult result, Style style) {
    TextTable table = new TextTable(style, "RESULT", "BEFORE", "AFTER");
    table.row(name(result.result()), signed(result.before()), signed(result.after()));
    return table
        + "\n"
        + (result.dryRun()
            ? "Dry run: nothing was changed. Run again with --yes to apply.\n"
            : "Done.\n");
  }

  private static String signed(String key) {
    return key.isEmpty() ? "not signed" : "signed with key " + key;
  }

  static String text(CompletionResult result, Style style) {
    TextTable applications = new TextTable(style, "NAMESPACE", "APPLICATION", "STATE");
    result
        .applications()
        .forEach(
            each ->
                applications.row(
                    each.namespace(),
                    each.application(),
                    result.completed().contains(each.key().toString())
                        ? "completed"
                        : "not completed"));
    TextTable dependents =
        new TextTable(style, "NAMESPACE", "CLIENT", "LIBRARY", "SPEAKS", "APPLICATION", "SERVICES");
    for (Dependent each : result.dependents()) {
      dependents.row(
          each.namespace(),
          each.ip(),
          each.client(),
          each.protocol(),
          each.application(),
          String.join(" ", each.services()));
    }
    return "Cannot be undone:\n"
        + result.irreversible().stream()
            .map(each -> "- " + each + "\n")
            .collect(Collectors.joining())
        + "\nWith --yes this completes %s of %s:\n"
            .formatted(
                Counted.of(result.applications().size() - result.completed().size(), "application"),
                result.waves().isEmpty()
                    ? "no wave"
                    : (result.waves().size() == 1 ? "wave " : "waves ")
                        + result.waves().stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining(", ")))
        + applications
        + (result.dependents().isEmpty()
            ? "\nNo client uses interface-level discovery any more.\n"
            : "\nClients that still use interface-level discovery:\n" + dependents)
        + "\nDry run: nothing was changed. Run again with --yes to apply.\n";
  }

  private static String name(Outcome.Result result) {
    return result.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String end(boolean dryRun, int succeeded, int failed) {
    return end(dryRun, succeeded, failed, 0);
  }

  private static String end(boolean dryRun, int succeeded, int failed, int skipped) {
    String end =
        dryRun
            ? "Dry run: nothing was changed. Run again with --yes to apply."
            : "%d done, %d failed%s."
                .formatted(
                    succeeded, failed, skipped == 0 ? "" : ", %d skipped".formatted(skipped));
    return "\n" + end + "\n";
  }

  static String drift(DriftResult result, Style style) {
    TextTable table = new TextTable(style, "NAMESPACE", "APPLICATION", "DIFFERENCE");
    result.drifts().forEach(each -> table.row(each.namespace(), each.application(), each.what()));
    return table.toString();
  }
}
