package io.landbridge.compat.load.suite;

import io.landbridge.compat.load.suite.Report.Row;
import io.landbridge.compat.load.suite.Report.Section;
import java.util.Optional;

/** A report as a page of the documentation. */
final class BenchmarksPage {

  private static final int COLUMNS = 100;

  private final Report report;
  private final StringBuilder page = new StringBuilder();

  private BenchmarksPage(Report report) {
    this.report = report;
  }

  /** The page. */
  static String of(Report report) {
    return new BenchmarksPage(report).page();
  }

  private String page() {
    line("# Benchmarks");
    line("");
    line("<!-- Generated: compat-tests/bench all --write-docs -->");
    line("");
    if (report.small()) {
      prose(
          "**Every benchmark was run at its smallest: these figures only show that the benchmarks"
              + " work.**");
    }
    prose(
        "Each figure was measured beside its stock counterpart, in the same run on the same"
            + " machine. Where there are several runs, a cell has the median, and minimum and"
            + " maximum in brackets; the median is what is compared with the target. Servers,"
            + " clients and consumers share the processors of one machine, so compare numbers of"
            + " one run only.");
    line("| | |");
    line("|---|---|");
    row("runs of each", String.valueOf(report.runs()));
    row("machine", report.machine().text());
    row("sources", "commit " + report.machine().commit());
    row("servers", String.join(", ", report.machine().servers()));
    row(
        "all of it again",
        "`compat-tests/bench all --runs %d%s`"
            .formatted(report.runs(), report.small() ? " --small" : ""));
    row("targets", "%d met, %d missed".formatted(report.targets(true), report.targets(false)));
    if (!report.failed().isEmpty()) {
      row("failed", String.join(", ", report.failed()));
    }
    report.sections().forEach(this::section);
    return page.toString();
  }

  private void section(Section section) {
    line("");
    line("## " + section.benchmark().name());
    line("");
    prose(section.benchmark().what());
    line("    " + section.command(report.small()));
    line("");
    for (RunFile file : section.files()) {
      if (!file.isDone()) {
        prose("Run %d failed.".formatted(file.run()));
      }
    }
    line("| figure | value | Landbridge | stock | unit | target | met |");
    line("|---|---|---|---|---|---|---|");
    for (Row row : section.rows()) {
      row(
          row.figure().name(),
          text(row.value()),
          text(row.plugin()),
          text(row.stock()),
          row.figure().sides().map(Figure.Sides::unit).orElse(""),
          row.figure().target().map(Target::toString).orElse(""),
          row.met().map(met -> met ? "yes" : "**no**").orElse(""));
    }
  }

  private static String text(Optional<Spread> spread) {
    return spread.map(Spread::toString).orElse("");
  }

  private void row(String... cells) {
    StringBuilder row = new StringBuilder("|");
    for (String each : cells) {
      row.append(' ').append(each.replace("|", "\\|")).append(each.isEmpty() ? "|" : " |");
    }
    line(row.toString());
  }

  /** A paragraph in lines of at most a hundred columns. */
  private void prose(String text) {
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (line.length() > 0 && line.length() + 1 + word.length() > COLUMNS) {
        line(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    line(line.toString());
    line("");
  }

  private void line(String text) {
    page.append(text).append('\n');
  }
}
