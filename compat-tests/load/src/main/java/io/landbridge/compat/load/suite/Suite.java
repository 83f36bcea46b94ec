package io.landbridge.compat.load.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.compat.nightly.ProcessTree;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs benchmarks, one after the other, each in a process of its own, and keeps what each printed
 * in a file. One that fails does not keep the next one from running.
 */
final class Suite {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final int LINES = 3;

  private final Path script;
  private final Settings settings;
  private final Consumer<String> progress;

  // Guarded by this.
  private Optional<Process> running = Optional.empty();
  private boolean stopped;

  /**
   * How it is run.
   *
   * @param directory for files and logs
   * @param benchmarks which, in order
   * @param runs of each; the second of all follows the first of all, so that a bad hour of a shared
   *     machine is not all of one benchmark
   * @param small each at its smallest
   * @param resume whether runs whose file is there already are left out
   * @param commit what is measured
   */
  record Settings(
      Path directory,
      List<Benchmark> benchmarks,
      int runs,
      boolean small,
      boolean resume,
      String commit) {}

  /**
   * Creates a run of benchmarks.
   *
   * @param script that runs one: {@code compat-tests/bench}
   * @param progress gets a line when a benchmark begins and ends
   */
  Suite(Path script, Settings settings, Consumer<String> progress) {
    this.script = script;
    this.settings = settings;
    this.progress = progress;
  }

  /** Runs; returns what came of every run, those that were left out included. */
  List<RunFile> run() throws InterruptedException {
    List<RunFile> all = new ArrayList<>();
    try {
      Files.createDirectories(settings.directory());
      for (int run = 1; run <= settings.runs(); run++) {
        for (Benchmark benchmark : settings.benchmarks()) {
          if (isStopped()) {
            return all;
          }
          all.add(run(benchmark, run));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  private RunFile run(Benchmark benchmark, int run) throws IOException, InterruptedException {
    Path file = RunFile.in(settings.directory(), benchmark.name(), run);
    List<String> words = new ArrayList<>(List.of(benchmark.name(), "--json"));
    words.addAll(benchmark.options(settings.small()));
    String title = "%s, run %d of %d".formatted(benchmark.name(), run, settings.runs());
    Optional<RunFile> before = RunFile.read(file).filter(it -> isTheSame(it, words));
    if (before.isPresent()) {
      progress.accept("finished before: " + title);
      return before.get();
    }
    Files.deleteIfExists(file);
    progress.accept("running: %s: bench %s".formatted(title, String.join(" ", words)));
    RunFile result =
        RunFile.of(
            benchmark.name(),
            run,
            words,
            settings.commit(),
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    long began = System.nanoTime();
    MachineWatch watch = MachineWatch.begin(INTERVAL);
    Optional<String> failure;
    Path out = file.resolveSibling("%s-%d.out".formatted(benchmark.name(), run));
    Path log = file.resolveSibling("%s-%d.log".formatted(benchmark.name(), run));
    try {
      failure = execute(words, benchmark.limit(), out, log);
    } finally {
      watch.close();
    }
    watch.addTo(result.json());
    double seconds = (System.nanoTime() - began) / 1e9;
    Optional<JsonNode> printed = failure.isEmpty() ? lastObject(out) : Optional.empty();
    if (printed.isPresent()) {
      result.done(seconds, printed.get());
    } else {
      result.failed(
          seconds, failure.orElse("it printed no JSON object") + ": see " + log + tail(log));
    }
    result.write(file);
    progress.accept(
        "%s after %.0f s: %s%s"
            .formatted(
                result.isDone() ? "done" : "FAILED",
                seconds,
                title,
                result.isDone() ? "" : ": " + result.why()));
    return result;
  }

  private boolean isTheSame(RunFile file, List<String> words) {
    return settings.resume() && file.isDone() && file.command().equals(words);
  }

  /** Returns why it failed, if it did. */
  private Optional<String> execute(List<String> words, Duration limit, Path out, Path log)
      throws InterruptedException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(words);
    Process process;
    try {
      process = start(command, out, log);
    } catch (IOException e) {
      return Optional.of("it cannot be started: " + e.getMessage());
    }
    try {
      if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
        return Optional.of("it was ended after " + limit.toSeconds() + " s");
      }
      if (isStopped()) {
        return Optional.of("it was interrupted");
      }
      return process.exitValue() == 0
          ? Optional.empty()
          : Optional.of("it ended with " + process.exitValue());
    } finally {
      ProcessTree.end(process);
      synchronized (this) {
        running = Optional.empty();
      }
    }
  }

  private synchronized Process start(List<String> command, Path out, Path log) throws IOException {
    if (stopped) {
      throw new IOException("interrupted");
    }
    Process process =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out.toFile())
            .redirectError(log.toFile())
            .start();
    running = Optional.of(process);
    return process;
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  /** Ends what runs; nothing else is begun. */
  void stop() {
    Optional<Process> now;
    synchronized (this) {
      stopped = true;
      now = running;
    }
    now.ifPresent(ProcessTree::end);
  }

  private static Optional<JsonNode> lastObject(Path out) throws IOException {
    List<String> lines = Files.readAllLines(out).stream().filter(each -> !each.isBlank()).toList();
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    try {
      JsonNode json = JSON.readTree(lines.get(lines.size() - 1));
      return json.isObject() && !json.isEmpty() ? Optional.of(json) : Optional.empty();
    } catch (JsonProcessingException notOne) {
      return Optional.empty();
    }
  }

  private static String tail(Path log) throws IOException {
    List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
    StringBuilder text = new StringBuilder();
    lines
        .subList(Math.max(0, lines.size() - LINES), lines.size())
        .forEach(each -> text.append(System.lineSeparator()).append("    ").append(each));
    return text.toString();
  }
}
