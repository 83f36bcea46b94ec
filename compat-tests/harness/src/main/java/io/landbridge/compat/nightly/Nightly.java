package io.landbridge.compat.nightly;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs parts, one after the other, each in processes of its own, and none for longer than it may. A
 * part that fails does not keep the next one from running.
 */
final class Nightly {

  private static final Duration POLL = Duration.ofMillis(200);

  private final String name;
  private final Path root;
  private final Path directory;
  private final long logBytes;
  private final Consumer<String> progress;

  // Guarded by this.
  private Optional<Process> running = Optional.empty();
  private boolean stopped;

  /**
   * Creates a run of all parts.
   *
   * @param name of the run, in its summary
   * @param root where the parts are run
   * @param directory for logs and the summary
   * @param logBytes a part that prints more is ended
   * @param progress gets a line when a part begins and ends
   */
  Nightly(String name, Path root, Path directory, long logBytes, Consumer<String> progress) {
    this.name = name;
    this.root = root;
    this.directory = directory;
    this.logBytes = logBytes;
    this.progress = progress;
  }

  /** Runs; the summary so far is in {@code summary.json} after each part. */
  Summary run(List<Part> parts, boolean small) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    List<Result> results = new ArrayList<>();
    write(new Summary(name, small, parts.size(), results));
    for (Part part : parts) {
      if (isStopped()) {
        break;
      }
      progress.accept("..... " + part.name() + ": " + part);
      Result result = run(part);
      results.add(result);
      progress.accept(
          "%s %s after %d s%s"
              .formatted(
                  result.outcome(),
                  part.name(),
                  result.took().toSeconds(),
                  result.why().isEmpty() ? "" : ": " + result.why()));
      write(new Summary(name, small, parts.size(), results));
    }
    return new Summary(name, small, parts.size(), results);
  }

  private Result run(Part part) throws InterruptedException {
    Path log = directory.resolve(part.name() + ".log");
    long began = System.nanoTime();
    Process process;
    try {
      process = start(part, log);
    } catch (IOException e) {
      return new Ending(part, log, since(began)).failed("it cannot be started: " + e.getMessage());
    }
    try {
      Optional<String> tooMuch = Optional.empty();
      while (tooMuch.isEmpty() && !process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
        tooMuch = tooMuch(part, log, since(began));
      }
      if (tooMuch.isPresent()) {
        ProcessTree.end(process);
        return new Ending(part, log, since(began)).failed(tooMuch.get());
      }
      Ending ending = new Ending(part, log, since(began));
      return isStopped() ? ending.failed("it was interrupted") : ending.ended(process.exitValue());
    } finally {
      ProcessTree.end(process);
      synchronized (this) {
        running = Optional.empty();
      }
    }
  }

  private synchronized Process start(Part part, Path log) throws IOException {
    if (stopped) {
      throw new IOException("interrupted");
    }
    Process process =
        new ProcessBuilder(part.command())
            .directory(root.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    running = Optional.of(process);
    return process;
  }

  private Optional<String> tooMuch(Part part, Path log, Duration took) {
    if (took.compareTo(part.limit()) > 0) {
      return Optional.of("it was ended after " + part.limit().toSeconds() + " s");
    }
    long bytes = log.toFile().length();
    return bytes > logBytes
        ? Optional.of("it was ended after it had printed " + bytes + " bytes")
        : Optional.empty();
  }

  private static Duration since(long began) {
    return Duration.ofNanos(System.nanoTime() - began);
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

  private void write(Summary summary) {
    try {
      Path whole = directory.resolve("summary.json");
      Path next = directory.resolve("summary.json.next");
      Files.writeString(next, summary.json() + "\n");
      Files.move(next, whole, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("The summary cannot be written to " + directory, e);
    }
  }
}
