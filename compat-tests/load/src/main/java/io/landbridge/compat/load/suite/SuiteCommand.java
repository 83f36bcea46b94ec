package io.landbridge.compat.load.suite;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** All benchmarks and their report: {@code compat-tests/bench all}. */
@Command(
    name = "all",
    mixinStandardHelpOptions = true,
    description =
        "Runs all benchmarks, one after the other, and reports each figure with its stock"
            + " counterpart of the same run. A benchmark that fails does not keep the next one from"
            + " running.")
public final class SuiteCommand implements Callable<Integer> {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final int FAILED = 1;
  private static final int MOST_RUNS = 99;
  private static final String PAGE = "docs/benchmarks.md";

  private final Path root;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--only",
      paramLabel = "NAME,...",
      split = ",",
      description = "run these (default: all)")
  private List<String> only = List.of();

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description = "run each so often; the report has minimum, median and maximum (default: 1)")
  private int runs;

  @Option(
      names = "--resume",
      description = "leave out what an earlier run with the same options has finished")
  private boolean resume;

  @Option(
      names = "--small",
      description = "run each at its smallest, which only shows that it works")
  private boolean small;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "keep results and report in DIR (default: compat-tests/target/bench-all)")
  private @Nullable Path directory;

  @Option(
      names = "--write-docs",
      arity = "0..1",
      paramLabel = "FILE",
      fallbackValue = PAGE,
      description = "write the report as a page, too (FILE without a name: " + PAGE + ")")
  private @Nullable Path page;

  private SuiteCommand(Path root) {
    this.root = root;
  }

  /**
   * Runs and exits: 0 done, 1 a benchmark failed, 2 wrong usage.
   *
   * @param args as typed
   */
  public static void main(String[] args) {
    Path root = Path.of(System.getProperty("landbridge.root", ".")).toAbsolutePath().normalize();
    System.exit(
        run(root, new PrintWriter(System.out, true), new PrintWriter(System.err, true), args));
  }

  /** Runs in this process. */
  static int run(Path root, PrintWriter out, PrintWriter err, String... args) {
    CommandLine command = new CommandLine(new SuiteCommand(root));
    command.setOut(out);
    command.setErr(err);
    command.setExecutionExceptionHandler(
        (failure, line, parsed) -> {
          line.getErr().println("bench: " + failure.getMessage());
          return FAILED;
        });
    return command.execute(args);
  }

  @Override
  public Integer call() throws InterruptedException {
    List<Benchmark> chosen = chosen();
    require(runs >= 1 && runs <= MOST_RUNS, "--runs is %d; it can be 1 to %d", runs, MOST_RUNS);
    Path to = page;
    require(
        !small || to == null || !to.equals(Path.of(PAGE)),
        "--write-docs with --small: figures of the smallest runs mean nothing: name a FILE");
    PrintWriter err = line().getErr();
    Path results =
        Optional.ofNullable(directory)
            .orElse(root.resolve("compat-tests/target/bench-all"))
            .toAbsolutePath();
    Machine machine = Machine.here(root);
    Suite suite =
        new Suite(
            root.resolve("compat-tests/bench"),
            new Suite.Settings(results, chosen, runs, small, resume, machine.commit()),
            text -> err.println(text));
    Thread interrupted = new Thread(suite::stop, "stop");
    Runtime.getRuntime().addShutdownHook(interrupted);
    List<RunFile> files = suite.run();
    try {
      Runtime.getRuntime().removeShutdownHook(interrupted);
    } catch (IllegalStateException ending) {
      return FAILED;
    }
    Report report =
        new Report(
            machine,
            small,
            runs,
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            chosen.stream()
                .map(
                    each ->
                        new Report.Section(
                            each,
                            files.stream()
                                .filter(file -> file.benchmark().equals(each.name()))
                                .toList()))
                .toList());
    write(report, results, Optional.ofNullable(to).map(root::resolve));
    print(report, results);
    return report.failed().isEmpty() ? 0 : FAILED;
  }

  private List<Benchmark> chosen() {
    List<String> names = Benchmarks.all().stream().map(Benchmark::name).toList();
    for (String each : only) {
      require(
          names.contains(each), "--only has %s; it can have %s", each, String.join(", ", names));
    }
    return Benchmarks.all().stream()
        .filter(each -> only.isEmpty() || only.contains(each.name()))
        .toList();
  }

  private static void write(Report report, Path results, Optional<Path> page) {
    try {
      Files.writeString(
          results.resolve("report.json"),
          JSON.writerWithDefaultPrettyPrinter().writeValueAsString(report.json()) + "\n");
      Files.writeString(results.resolve("report.html"), ReportPage.of(report));
      if (page.isPresent()) {
        Files.writeString(page.get(), BenchmarksPage.of(report));
      }
    } catch (IOException e) {
      throw new SuiteException("the report cannot be written: " + e.getMessage(), e);
    }
  }

  private void print(Report report, Path results) {
    PrintWriter out = line().getOut();
    for (Report.Section section : report.sections()) {
      for (Report.Row row : section.rows()) {
        out.printf(
            "%-14s %-62s %-28s %-10s %s%n",
            section.benchmark().name(),
            row.figure().name(),
            row.value().map(Spread::toString).orElse("not measured"),
            row.figure().target().map(Target::toString).orElse(""),
            row.met().map(met -> met ? "met" : "MISSED").orElse(""));
      }
    }
    out.printf("report: %s%n", results.resolve("report.html"));
    out.printf(
        "%d benchmarks, %d targets met, %d missed%n",
        report.sections().size(), report.targets(true), report.targets(false));
    if (!report.failed().isEmpty()) {
      out.printf("failed: %s%n", String.join(", ", report.failed()));
      report.sections().stream()
          .flatMap(each -> each.files().stream())
          .filter(each -> !each.isDone())
          .forEach(
              each -> out.printf("  %s, run %d: %s%n", each.benchmark(), each.run(), each.why()));
    }
  }

  private void require(boolean holds, String message, Object... values) {
    if (!holds) {
      throw new ParameterException(line(), message.formatted(values));
    }
  }

  private CommandLine line() {
    return Objects.requireNonNull(spec).commandLine();
  }
}
