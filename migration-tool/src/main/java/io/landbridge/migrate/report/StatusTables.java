package io.landbridge.migrate.report;

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
    if (result.applications().isEmpty()) {
      return servers.toString();
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
          each.state(),
          each.instances(),
          each.imported(),
          each.interfaces().size(),
          String.join("; ", each.problems()));
    }
    return servers + "\n" + applications;
  }
}
