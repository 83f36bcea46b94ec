package io.landbridge.migrate.report.fleet;

import io.landbridge.migrate.consumer.InterfaceDependents.Dependent;
import io.landbridge.migrate.report.fleet.FleetReport.Application;
import io.landbridge.migrate.report.fleet.FleetReport.Event;
import io.landbridge.migrate.report.fleet.FleetReport.Hazard;
import io.landbridge.migrate.report.fleet.FleetReport.Library;
import io.landbridge.migrate.report.fleet.FleetReport.State;
import io.landbridge.migrate.report.fleet.FleetReport.Wave;
import java.util.List;
import java.util.Locale;

/**
 * A report as one page that needs nothing else: no script, no font, no picture, no network. It is
 * well-formed XML, follows the reader's choice of light or dark, and says nothing by colour alone.
 */
public final class HtmlReport {

  private static final int MAX_ROWS = 2000;

  private final FleetReport report;
  private final Markup page = new Markup();

  private HtmlReport(FleetReport report) {
    this.report = report;
  }

  /** The page. */
  public static String of(FleetReport report) {
    return new HtmlReport(report).page();
  }

  private String page() {
    page.raw(
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
        <meta name="color-scheme" content="light dark"/>
        <title>Migration report</title>
        <style>
        """);
    page.raw(HtmlStyle.CSS).raw("</style>\n</head>\n<body>\n");
    head();
    page.raw("<main>\n");
    figures();
    waves();
    consumers();
    hazards();
    applications();
    timeline();
    page.raw("</main>\n</body>\n</html>\n");
    return page.toString();
  }

  private void head() {
    page.raw("<header><h1>From interfaces to applications</h1>\n<p>");
    page.text("Nacos %s at %s".formatted(report.serverVersion(), report.server()));
    page.raw(" · plan <code>")
        .text(shortHash())
        .raw("</code> of ")
        .text(time(report.planCreatedAt()));
    page.raw(" · as of ").text(time(report.generatedAt())).raw("</p></header>\n");
  }

  private String shortHash() {
    return report.plan().substring(0, Math.min(12, report.plan().length()));
  }

  private void figures() {
    FleetReport.Totals totals = report.totals();
    page.raw("<section aria-label=\"Summary\" class=\"figures\">\n");
    figure("Applications translated", totals.translated(), totals.applications());
    figure("Waves done", totals.wavesDone(), totals.waves());
    figure("Consumers told to move", totals.consumersTold(), totals.consumers());
    page.raw("<div class=\"figure\"><h2>Instances saved</h2><p class=\"big\">");
    page.text(report.savings().achievedPercent()).raw("<small> %</small></p>");
    bar(report.savings().achievedPercent(), 100, "Share of the possible savings");
    page.raw("<p class=\"note\">");
    FleetReport.Savings savings = report.savings();
    page.text(
        "Interface-level instances: %,d when planned, %,d now, %,d after the migration"
            .formatted(savings.planned(), savings.now(), savings.goal()));
    page.raw("</p><p class=\"note\">");
    page.text(
        ("%,d running processes: %,d interface-level instances without the migration; now %,d"
                + " interface-level")
            .formatted(savings.running(), savings.expected(), savings.now()));
    page.text(" and %,d application instances".formatted(savings.ownNow()));
    page.raw("</p><p class=\"note\">");
    page.text(
        ("%,d pushes instead of %,d to a client that subscribes to everything, when every process"
                + " restarts")
            .formatted(savings.pushesNow(), savings.pushesExpected()));
    page.raw("</p><p class=\"note\">");
    page.text(
        "Remaining savings in these namespaces: %,d instances, %,d characters of metadata"
            .formatted(
                savings.left().instancesBefore() - savings.left().instancesAfter(),
                savings.left().charsBefore() - savings.left().charsAfter()));
    page.raw("</p></div>\n</section>\n");
  }

  private void figure(String name, int done, int all) {
    page.raw("<div class=\"figure\">").element("h2", name).raw("<p class=\"big\">");
    page.text("%,d".formatted(done)).raw("<small> of ").text("%,d".formatted(all));
    page.raw("</small></p>");
    bar(done, all, name);
    page.raw("</div>\n");
  }

  private void bar(int value, int most, String label) {
    int percent = most <= 0 ? 0 : 100 * value / most;
    page.raw("<div class=\"bar\" role=\"progressbar\" aria-valuemin=\"0\" aria-valuemax=\"100\"");
    page.raw(" aria-valuenow=\"" + percent + "\" aria-label=\"").text(label);
    page.raw("\"><span style=\"width:" + percent + "%\"></span></div>");
  }

  private void waves() {
    page.raw("<section><h2>Waves</h2>\n");
    if (report.waves().isEmpty()) {
      page.raw("<p>The plan has no waves.</p>");
    } else {
      page.table(
          "Progress of each wave",
          "Wave",
          "State",
          "Applications",
          "Translated",
          "Progress",
          "Consumers to move");
      for (Wave each : report.waves()) {
        page.raw("<tr>").cell(each.number()).raw("<td>");
        state(each.state());
        page.raw("</td>")
            .cell(each.applications())
            .cell(each.translated())
            .raw("<td class=\"wide\">");
        bar(each.translated(), each.applications(), "Wave " + each.number());
        page.raw("</td>").cell(each.consumers()).raw("</tr>\n");
      }
      page.endTable();
    }
    page.raw("</section>\n");
  }

  private void state(State state) {
    String css = state.name().toLowerCase(Locale.ROOT).replace('_', '-');
    String words =
        switch (state) {
          case DONE -> "✓ done";
          case UNDER_WAY -> "◐ under way";
          case PENDING -> "○ pending";
        };
    page.raw("<span class=\"state " + css + "\">").text(words).raw("</span>");
  }

  private void consumers() {
    page.raw("<section><h2>Clients that still use the interface level</h2>\n");
    int old = report.clients().stream().filter(HtmlReport::isOld).mapToInt(Library::clients).sum();
    page.raw("<p>");
    page.text(
        "%s subscribed to interfaces only; %s the protocol of Nacos 1.x."
            .formatted(
                count(report.dependents().size(), "client has", "clients have"),
                count(old, "client uses", "clients use")));
    if (report.listeners() > 0) {
      page.text(" Providers that listen for overrides: %d.".formatted(report.listeners()));
    }
    page.raw("</p>\n");
    for (FleetReport.Silent each : report.silent()) {
      page.raw("<p>");
      page.text(
          "The clients of %s are missing, because this member did not answer (%s)."
              .formatted(each.member(), each.reason()));
      page.raw("</p>\n");
    }
    if (!report.clients().isEmpty()) {
      page.table("Client libraries", "Library", "Speaks", "Clients", "Interfaces only");
      for (Library each : report.clients()) {
        page.raw("<tr>").cell(each.library()).cell(isOld(each) ? "1.x (HTTP, UDP)" : "gRPC");
        page.cell(each.clients()).cell(each.interfaceOnly()).raw("</tr>\n");
      }
      page.endTable();
    }
    if (!report.dependents().isEmpty()) {
      page.table(
          "Clients that use interfaces only", "Client", "Library", "Application", "Services");
      for (Dependent each : first(report.dependents())) {
        page.raw("<tr>").cell(each.ip()).cell(each.client());
        page.cell(each.application().isEmpty() ? "not known" : each.application());
        page.cell(String.join(", ", each.services())).raw("</tr>\n");
      }
      page.endTable();
      more(report.dependents());
    }
    page.raw("</section>\n");
  }

  private static boolean isOld(Library library) {
    return library.protocol().equals("HTTP_UDP");
  }

  private static String count(int count, String one, String several) {
    return count == 1
        ? "1 " + one
        : count == 0 ? "No " + several : "%,d ".formatted(count) + several;
  }

  private void hazards() {
    page.raw("<section><h2>Open hazards</h2>\n");
    if (report.hazards().isEmpty()) {
      page.raw("<p>None: all registrations of these applications can be translated,");
      page.raw(" and no other hazard was found.</p>\n");
    } else {
      page.table(
          "Registrations that cannot be translated, and other hazards for the migration",
          "Severity",
          "Kind",
          "Found",
          "For example",
          "What",
          "What to do");
      for (Hazard each : report.hazards()) {
        page.raw("<tr>").cell(each.severity().name().toLowerCase(Locale.ROOT));
        page.raw("<td><code>").text(each.kind()).raw("</code></td>").cell(each.count());
        page.cell(each.example()).cell(each.detail()).cell(each.advice()).raw("</tr>\n");
      }
      page.endTable();
    }
    page.raw("</section>\n");
  }

  private void applications() {
    page.raw("<section><h2>Applications</h2>\n");
    page.table(
        "State of each application",
        "Application",
        "Namespace",
        "Wave",
        "State",
        "Instances",
        "Hazards",
        "Problems");
    for (Application each : first(report.applications())) {
      page.raw("<tr>")
          .cell(each.application())
          .cell(each.namespace())
          .cell(each.wave())
          .raw("<td>");
      page.text(each.state().toLowerCase(Locale.ROOT).replace('_', ' '));
      page.text(each.completed() ? ", completed" : "").raw("</td>");
      page.cell(each.registrations()).cell(each.hazards());
      page.cell(String.join("; ", each.problems())).raw("</tr>\n");
    }
    page.endTable();
    more(report.applications());
    page.raw("</section>\n");
  }

  private void timeline() {
    page.raw("<section><h2>Timeline</h2>\n");
    if (report.timeline().isEmpty()) {
      page.raw("<p>No change was made yet, or the journal is missing.</p>\n");
    } else {
      page.raw("<ol class=\"timeline\">\n");
      for (Event each : report.timeline()) {
        boolean bad = each.event().equals("STOPPED") || each.event().equals("FAILED");
        page.raw(bad ? "<li class=\"bad\">" : "<li>");
        page.element("time", time(each.at())).raw(" <strong>");
        page.text((bad ? "✕ " : "") + words(each)).raw("</strong> ").text(each.detail());
        page.raw("</li>\n");
      }
      page.raw("</ol>\n");
    }
    page.raw("</section>\n");
  }

  private static String words(Event event) {
    String words = event.event().toLowerCase(Locale.ROOT).replace('_', ' ');
    return event.wave() == 0 || !words.startsWith("wave")
        ? words
        : "wave %d %s".formatted(event.wave(), words.substring("wave ".length()));
  }

  /** 2026-11-22T07:00:00.123Z reads better without what nobody needs. */
  private static String time(String iso) {
    return iso.length() < 19 ? iso : iso.substring(0, 10) + " " + iso.substring(11, 19) + " UTC";
  }

  private static <T> List<T> first(List<T> all) {
    return all.subList(0, Math.min(MAX_ROWS, all.size()));
  }

  private void more(List<?> all) {
    if (all.size() > MAX_ROWS) {
      page.element("p", "and %,d more; -o json has all".formatted(all.size() - MAX_ROWS));
    }
  }
}
