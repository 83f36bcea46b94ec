package io.landbridge.compat.nightly;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A run of parts as somebody starts it at a terminal: one at a time in its directory, ended in an
 * orderly way by Ctrl-C, progress on standard error and the table on standard output.
 *
 * @param name of the run
 * @param root of the build tree
 */
record Session(String name, Path root) {

  private static final long LOG_BYTES = 1L << 29;
  private static final Duration TELLING = Duration.ofSeconds(10);

  /**
   * Runs parts.
   *
   * @param small whether each is run at its smallest
   * @return the exit code: 0 nothing failed, 1 something did
   * @throws IllegalStateException if another one is running
   */
  int run(List<Part> parts, boolean small) throws IOException, InterruptedException {
    Path directory = root.resolve("compat-tests/target").resolve(name);
    Files.createDirectories(directory);
    try (FileChannel channel =
            FileChannel.open(
                directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock == null) {
        throw new IllegalStateException(
            "%s: another one is running in %s: wait until it has ended".formatted(name, directory));
      }
      return run(new Nightly(name, root, directory, LOG_BYTES, Session::tell), parts, small);
    }
  }

  private int run(Nightly nightly, List<Part> parts, boolean small)
      throws IOException, InterruptedException {
    CountDownLatch told = new CountDownLatch(1);
    Thread interrupted = new Thread(() -> end(nightly, told), "end-" + name);
    Runtime.getRuntime().addShutdownHook(interrupted);
    Summary summary;
    try {
      summary = nightly.run(parts, small);
      System.out.print(summary.table());
    } finally {
      told.countDown();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(interrupted);
    } catch (IllegalStateException ending) {
      return 1;
    }
    return summary.isGood() ? 0 : 1;
  }

  private void end(Nightly nightly, CountDownLatch told) {
    nightly.stop();
    try {
      if (!told.await(TELLING.toSeconds(), TimeUnit.SECONDS)) {
        tell(name + ": the summary is not whole");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Standard output is for the table. */
  private static void tell(String line) {
    System.err.println("%tT %s".formatted(LocalTime.now(), line));
  }
}
