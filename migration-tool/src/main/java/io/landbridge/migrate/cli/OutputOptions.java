package io.landbridge.migrate.cli;

import io.landbridge.migrate.report.Format;
import io.landbridge.migrate.report.Printable;
import io.landbridge.migrate.report.Report;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How results and progress are printed. */
@Command
final class OutputOptions {

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "table, json or yaml; table if not given.")
  Format format = Format.TABLE;

  @Option(names = "--no-color", description = "No bold text, not even at a terminal.")
  boolean noColor;

  @Option(
      names = "--progress",
      description = "Tell on stderr what is going on, even if that is no terminal.")
  boolean progress;

  Report report(Terminal terminal) {
    boolean color = terminal.outIsTerminal() && !noColor && terminal.variable("NO_COLOR").isEmpty();
    return new Report(format, color);
  }

  Consumer<String> progress(Terminal terminal) {
    return progress || terminal.errIsTerminal()
        ? line -> terminal.err().println("landbridge: " + Printable.of(line))
        : line -> {};
  }
}
