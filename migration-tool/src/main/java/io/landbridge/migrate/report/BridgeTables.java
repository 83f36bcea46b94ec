package io.landbridge.migrate.report;

import io.landbridge.migrate.report.result.BridgeCheckResult;
import io.landbridge.migrate.report.result.BridgeDiffResult;
import io.landbridge.migrate.report.result.BridgeMoveResult;
import io.landbridge.migrate.report.result.BridgeStatusResult;
import io.landbridge.model.Counted;
import io.landbridge.model.LogText;
import io.landbridge.registry.plugin.PluginBridgeDifference;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** The results of the verbs of the bridge as text. */
final class BridgeTables {

  private static final int MAX_NAMED = 3;

  private BridgeTables() {}

  static String text(BridgeMoveResult result) {
    StringBuilder text = new StringBuilder();
    boolean failed = result.result().equals("FAILED");
    text.append(failed && result.dryRun() ? "WOULD FAIL" : result.result())
        .append(": ")
        .append(
            failed
                ? "the bridge stays in " + result.before()
                : result.before() + " -> " + result.after())
        .append(result.paused() ? " (paused)" : "")
        .append('\n');
    if (!result.effect().isEmpty()) {
      text.append("  ").append(result.effect()).append('\n');
    }
    result.problems().forEach(each -> text.append("  ! ").append(Printable.of(each)).append('\n'));
    if (result.dryRun() && result.result().equals("WOULD_CHANGE")) {
      text.append("Dry run: nothing was changed. Run again with --yes to apply.\n");
    }
    return text.toString();
  }

  static String text(BridgeStatusResult result, Style style) {
    StringBuilder text = new StringBuilder();
    line(text, "phase", result.phase() + (result.paused() ? " (paused)" : ""));
    line(text, "legacy cluster", String.join(", ", result.servers()));
    line(text, "active member", result.active());
    line(text, "first full read", time(result.firstSync()));
    line(text, "imported", side(result.imported()));
    line(text, "legacy, native", side(result.legacy()));
    line(text, "legacy, exported", String.valueOf(result.legacyExported()));
    if (result.legacyOthers() > 0) {
      line(text, "legacy, other", result.legacyOthers() + " exported by other bridges");
    }
    line(text, "read", result.lagMillis() < 0 ? "" : result.lagMillis() + " ms ago");
    line(text, "held", String.valueOf(result.held()));
    line(
        text,
        "services compared",
        result.comparison().services() + ", " + result.comparison().differing() + " differ");
    line(text, "all equal since", time(result.comparison().equalSince()));
    line(
        text,
        "differences",
        result.differences()
            + (result.lasting() == 0 ? "" : ", %d of them permanent".formatted(result.lasting())));
    if (!result.unread().isEmpty()) {
      line(text, "not readable", unread(result.unread()));
    }
    TextTable members = new TextTable(style, "MEMBER", "EPOCH", "EXPORTED", "WAITING", "PROBLEMS");
    for (BridgeStatusResult.Member each : result.members()) {
      members.row(
          each.server(),
          each.epoch(),
          each.exported(),
          each.waiting(),
          String.join("; ", each.problems()));
    }
    return text.append('\n').append(members).toString();
  }

  private static String unread(List<String> all) {
    String named = all.stream().limit(MAX_NAMED).map(LogText::of).collect(Collectors.joining(", "));
    int more = all.size() - MAX_NAMED;
    return "%s%s; see 'landbridge bridge diff'"
        .formatted(named, more > 0 ? " and %d more".formatted(more) : "");
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append("%-18s %s%n".formatted(name, value.isEmpty() ? "-" : Printable.of(value)));
  }

  private static String side(BridgeStatusResult.Side side) {
    return Counted.format("%d instances of %d services", side.instances(), side.services());
  }

  private static String time(long millis) {
    return millis == 0 ? "" : Instant.ofEpochMilli(millis).toString();
  }

  static String text(BridgeDiffResult result, Style style) {
    if (result.equal()) {
      return "both clusters are equal\n";
    }
    TextTable table =
        new TextTable(
            style,
            "NAMESPACE",
            "GROUP",
            "SERVICE",
            "ADDRESS",
            "FIELD",
            "HERE",
            "THERE",
            "PERMANENT",
            "REASON");
    for (PluginBridgeDifference each : result.differences()) {
      table.row(
          each.namespace(),
          each.group(),
          each.service(),
          each.ip().isEmpty() ? "" : each.ip() + ":" + each.port(),
          each.field(),
          each.here(),
          each.there(),
          each.lasting() ? "yes" : "no",
          each.reason());
    }
    int others = result.differences().size() - result.lasting();
    return table
        + "\n%d permanent, which block nothing; %d other%n".formatted(result.lasting(), others)
        + (result.complete() ? "" : "more differences exist; see --limit\n");
  }

  static String text(BridgeCheckResult result, Style style) {
    TextTable table = new TextTable(style, "RESULT", "CHECK", "WHAT", "DO");
    for (BridgeCheckResult.Check each : result.checks()) {
      table.row(each.result(), each.check(), each.what(), each.advice());
    }
    return table + (result.ready() ? "ready\n" : "not ready\n");
  }
}
