package io.landbridge.compat.load.suite;

import io.landbridge.compat.load.suite.Report.Row;
import io.landbridge.compat.load.suite.Report.Section;
import java.util.List;
import java.util.Optional;

/**
 * A report as one page that needs nothing else: no script, no font, no picture, no other host. It
 * follows the reader's choice of light or dark.
 */
final class ReportPage {

  private static final double BUSY = 0.5;

  private static final Plot MACHINE =
      Plot.of(
          "The whole machine meanwhile",
          "seconds",
          "% of all processors",
          new Plot.Line("busy", "/machine", "second", "busy_percent", false),
          new Plot.Line("taken by other machines", "/machine", "second", "stolen_percent", false));

  private static final String CSS =
      """
      :root{--bg:#f6f7f9;--card:#fff;--fg:#1b2430;--dim:#566273;--line:#dde2e9;--ok:#156c3c;--bad:#b3261e;
      --c0:#0b6bcb;--c1:#a3460b;--c2:#156c3c;--c3:#7a2fa8}
      @media (prefers-color-scheme:dark){:root{--bg:#12161c;--card:#1b212a;--fg:#e8edf3;--dim:#a3b0c0;
      --line:#303a47;--ok:#62d392;--bad:#ff8a80;--c0:#5aaeff;--c1:#f2b866;--c2:#62d392;--c3:#d0a3f5}}
      *{box-sizing:border-box}
      body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,"DejaVu Sans",sans-serif}
      header,main{max-width:1000px;margin:0 auto;padding:0 20px}
      header{padding-top:32px}
      h1{font-size:26px;line-height:1.2;margin:0 0 6px}
      header p{color:var(--dim);margin:0;overflow-wrap:anywhere}
      section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:18px 20px;
      margin:16px 0}
      section h2{font-size:18px;margin:0 0 6px}
      section p{margin:4px 0;overflow-wrap:anywhere}
      .dim{color:var(--dim);font-size:13px}
      .warn{color:var(--bad);font-weight:600}
      .scroll{overflow-x:auto;margin:10px 0}
      .scroll:focus-visible{outline:2px solid var(--c0);outline-offset:2px}
      table{border-collapse:collapse;width:100%;min-width:640px;font-size:14px}
      caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
      th{text-align:left;font-size:12.5px;color:var(--dim);font-weight:600}
      th,td{padding:6px 12px 6px 0;border-bottom:1px solid var(--line);vertical-align:top}
      td.n{font-variant-numeric:tabular-nums}
      .yes{color:var(--ok);font-weight:600}.no{color:var(--bad);font-weight:600}
      code{font:13px ui-monospace,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
      figure{margin:14px 0 0}
      figcaption{font-size:13px;font-weight:600;color:var(--dim)}
      figure>svg{display:block;width:100%;height:auto}
      svg text{fill:var(--fg);font-size:12px}
      .grid{stroke:var(--line)}.whisker{stroke:var(--fg)}.tick,.axis{stroke:var(--dim)}
      polyline{fill:none;stroke-width:2;stroke-linejoin:round}
      .s0{stroke:var(--c0)}.s1{stroke:var(--c1);stroke-dasharray:7 4}
      .s2{stroke:var(--c2);stroke-dasharray:2 3}.s3{stroke:var(--c3);stroke-dasharray:9 3 2 3}
      .dot{fill:var(--card);stroke-width:2}
      .b0{fill:var(--c0)}.b1{fill:var(--c1)}
      .legend{list-style:none;margin:2px 0 0;padding:0;display:flex;flex-wrap:wrap;gap:4px 18px;font-size:13px}
      .legend svg{width:30px;height:10px;margin-right:6px}
      @media print{body{background:#fff}section{break-inside:avoid}}
      """;

  private final Report report;
  private final Markup page = new Markup();

  private ReportPage(Report report) {
    this.report = report;
  }

  /** The page. */
  static String of(Report report) {
    return new ReportPage(report).page();
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
        <title>Landbridge benchmarks</title>
        <style>
        """);
    page.raw(CSS).raw("</style>\n</head>\n<body>\n<header><h1>Landbridge benchmarks</h1>\n<p>");
    page.text(report.machine().text()).raw("</p>\n<p>");
    page.text(
        "commit %s · %s · made %s"
            .formatted(
                report.machine().commit(),
                String.join(", ", report.machine().servers()),
                report.made()));
    page.raw("</p></header>\n<main>\n");
    summary();
    report.sections().forEach(this::section);
    page.raw("</main>\n</body>\n</html>\n");
    return page.toString();
  }

  private void summary() {
    page.raw("<section><h2>Targets</h2>\n");
    if (report.small()) {
      page.raw(
          "<p class=\"warn\">Every benchmark was run at its smallest: these figures only show");
      page.raw(" that the benchmarks work.</p>\n");
    }
    page.element(
            "p",
            "%d met, %d missed; the median of %s counts."
                .formatted(
                    report.targets(true),
                    report.targets(false),
                    report.runs() == 1 ? "1 run" : report.runs() + " runs"))
        .raw("\n");
    if (!report.failed().isEmpty()) {
      page.element("p class=\"warn\"", "Failed: " + String.join(", ", report.failed())).raw("\n");
    }
    table("All targets", "Benchmark", "Figure", "Value", "Target", "Met");
    for (Section section : report.sections()) {
      for (Row row : section.rows()) {
        if (row.figure().target().isPresent()) {
          page.raw("<tr>").element("td", section.benchmark().name());
          page.element("td", row.figure().name());
          page.element("td class=\"n\"", text(row.value()));
          target(row);
          page.raw("</tr>\n");
        }
      }
    }
    page.raw("</tbody></table></div>\n</section>\n");
  }

  private void section(Section section) {
    page.raw("<section>").element("h2", section.benchmark().name());
    page.element("p", section.benchmark().what());
    page.raw("<p><code>").text(section.command(report.small())).raw("</code></p>\n");
    for (RunFile file : section.files()) {
      page.raw("<p class=\"dim\">");
      page.text(
          "Run %d: %s, %s s, load before %s"
              .formatted(
                  file.run(),
                  file.began(),
                  Numbers.text(file.seconds()),
                  Numbers.text(file.loadBefore())));
      page.raw("</p>\n");
      if (file.loadBefore() > BUSY * report.machine().processors()) {
        page.element("p class=\"warn\"", "The machine was not idle before this run.").raw("\n");
      }
      if (!file.isDone()) {
        page.element("p class=\"warn\"", "Failed: " + file.why()).raw("\n");
      }
    }
    List<Row> rows = section.rows();
    table(
        "Figures of " + section.benchmark().name(),
        "Figure",
        "Value",
        "Landbridge",
        "Stock",
        "Unit",
        "Target",
        "Met");
    for (Row row : rows) {
      page.raw("<tr>").element("td", row.figure().name());
      page.element("td class=\"n\"", text(row.value()));
      page.element("td class=\"n\"", text(row.plugin()));
      page.element("td class=\"n\"", text(row.stock()));
      page.element("td", row.figure().sides().map(Figure.Sides::unit).orElse(""));
      target(row);
      page.raw("</tr>\n");
    }
    page.raw("</tbody></table></div>\n");
    Charts.bars(rows).ifPresent(page::raw);
    section.done().stream().reduce((one, next) -> next).ifPresent(last -> plots(section, last));
    page.raw("</section>\n");
  }

  /** Of the last run: what went on in time cannot be averaged. */
  private void plots(Section section, RunFile last) {
    for (Plot plot : section.benchmark().plots()) {
      Charts.lines(
              plot,
              plot.lines().stream()
                  .flatMap(each -> Series.of(each, last.result()).stream())
                  .toList())
          .ifPresent(page::raw);
    }
    Charts.lines(
            MACHINE,
            MACHINE.lines().stream()
                .flatMap(each -> Series.of(each, last.json()).stream())
                .toList())
        .ifPresent(page::raw);
  }

  private void target(Row row) {
    page.element("td class=\"n\"", row.figure().target().map(Target::toString).orElse(""));
    Optional<Boolean> met = row.met();
    if (met.isEmpty()) {
      page.element("td", row.figure().target().isPresent() ? "not measured" : "");
    } else if (met.get()) {
      page.element("td class=\"yes\"", "✓ yes");
    } else {
      page.element("td class=\"no\"", "✕ no");
    }
  }

  private void table(String caption, String... head) {
    page.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"").text(caption);
    page.raw("\"><table>").element("caption", caption).raw("<thead><tr>");
    for (String each : head) {
      page.element("th scope=\"col\"", each);
    }
    page.raw("</tr></thead><tbody>\n");
  }

  private static String text(Optional<Spread> spread) {
    return spread.map(Spread::toString).orElse("");
  }
}
