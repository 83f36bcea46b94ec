package io.landbridge.migrate.report;

import io.landbridge.migrate.install.CheckOutcome;
import io.landbridge.migrate.report.result.InstallResult;
import java.util.Locale;

/** Results of install and uninstall as text. */
final class InstallTables {

  private InstallTables() {}

  static String text(InstallResult result, String verb) {
    StringBuilder text = new StringBuilder();
    for (CheckOutcome each : result.checks()) {
      text.append(
          "%-8s  %-11s  %s\n"
              .formatted(
                  each.result(),
                  each.check().name().toLowerCase(Locale.ROOT),
                  Printable.of(each.what())));
      if (!each.advice().isEmpty()) {
        text.append(" ".repeat(23)).append(Printable.of(each.advice())).append('\n');
      }
    }
    text.append('\n').append(outcome(result, verb)).append('\n');
    for (InstallResult.Change each : result.changes()) {
      text.append(
          "  %-7s  %s\n"
              .formatted(each.action().name().toLowerCase(Locale.ROOT), Printable.of(each.path())));
    }
    return text.toString();
  }

  private static String outcome(InstallResult result, String verb) {
    String plugin = result.plugin().isEmpty() ? "the plugin" : "the plugin " + result.plugin();
    boolean installs = verb.equals("install");
    String subject = Printable.of(plugin + (installs ? " in " : " from ") + result.home());
    long obstacles = result.checks().stream().filter(CheckOutcome::isObstacle).count();
    return switch (result.result()) {
      case CHANGED ->
          "%sed %s:"
              .formatted(
                  verb.substring(0, 1).toUpperCase(Locale.ROOT) + verb.substring(1), subject);
      case WOULD_CHANGE ->
          "Only checked, nothing was changed. Without --check this command %ss %s:"
              .formatted(verb, subject);
      case UNCHANGED ->
          "Nothing to %s: %s"
              .formatted(
                  verb,
                  installs
                      ? "already installed: " + subject
                      : "no plugin in " + Printable.of(result.home()));
      case FAILED, SKIPPED ->
          "Nothing was changed: %d %s in the way of %sing %s"
              .formatted(
                  obstacles, obstacles == 1 ? "obstacle stands" : "obstacles stand", verb, subject);
    };
  }
}
