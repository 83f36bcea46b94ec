package io.landbridge.migrate.cli.option;

import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.report.Format;
import io.landbridge.migrate.report.Printable;
import io.landbridge.migrate.report.Report;
import io.landbridge.migrate.report.Style;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How results and progress are printed. */
@Command
public final class OutputOptions {

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "Output format: table, json or yaml (default: table).")
  Format format = Format.TABLE;

  @Option(names = "--no-color", description = "Print no bold text, even at a terminal.")
  boolean noColor;

  @Option(
      names = "--progress",
      description = "Show progress on stderr, even if stderr is not a terminal.")
  boolean progress;

  /** Returns how results are printed. */
  public Format format() {
    return format;
  }

  /** Prints results. */
  public Report report(Terminal terminal) {
    boolean bold = terminal.outIsTerminal() && !noColor && terminal.variable("NO_COLOR").isEmpty();
    return new Report(format, new Style(bold, terminal.outIsTerminal()));
  }

  /** Shows progress, or does not, as is wanted: at a terminal as one line that is drawn anew. */
  public Consumer<String> progress(Terminal terminal) {
    if (terminal.errIsTerminal()) {
      return terminal.live();
    }
    return progress
        ? line -> terminal.err().println("landbridge: " + Printable.of(line))
        : line -> {};
  }
}
