package io.landbridge.migrate.report;

import static java.util.stream.Collectors.joining;

import io.landbridge.migrate.lock.ControlResult;
import io.landbridge.migrate.lock.RunView;
import io.landbridge.migrate.report.result.StatusResult;
import java.util.Locale;

/** Plugins and applications as text. */
final class StatusTables {

  private StatusTables() {}

  static String text(StatusResult result, Style style) {
    TextTable servers =
        new TextTable(
            style,
            "SERVER",
            "PLUGIN",
            "VERSION",
            "NACOS",
            "LEADER",
            "READY",
            "APPLIED",
            "DIGEST",
            "INSTANCES",
            "UNTRANSLATABLE",
            "REASON");
    for (StatusResult.Server each : result.servers()) {
      var catalog = each.catalog();
      servers.row(
          each.server(),
          each.state(),
          each.plugin(),
          each.version(),
          each.leader() ? "yes" : "no",
          each.ready() ? "yes" : "no",
          catalog == null ? "" : catalog.applied(),
          catalog == null ? "" : catalog.digest(),
          catalog == null ? "" : catalog.instances(),
          each.untranslatable(),
          each.reason());
    }
    RunView run = result.run();
    String head = servers + (run == null ? "" : "\n" + text(run));
    if (result.applications().isEmpty()) {
      return head;
    }
    TextTable applications =
        new TextTable(
            style,
            "NAMESPACE",
            "APPLICATION",
            "STATE",
            "INSTANCES",
            "IMPORTED",
            "INTERFACES",
            "PROBLEMS");
    for (StatusResult.Application each : result.applications()) {
      applications.row(
          each.namespace(),
          each.application(),
          each.stateAndAudience(),
          each.instances(),
          each.imported(),
          each.interfaces().size(),
          String.join("; ", each.problems()));
    }
    return head + "\n" + applications;
  }

  static String text(ControlResult result) {
    return "%s: %s\n"
            .formatted(
                result.order().toLowerCase(Locale.ROOT),
                result.result().equals("CHANGED")
                    ? "ordered; takes effect before the next step"
                    : "nothing to change; the run has this order already")
        + text(result.run());
  }

  private static String text(RunView run) {
    return run.lines().stream().map(each -> Printable.of(each) + "\n").collect(joining());
  }
}
