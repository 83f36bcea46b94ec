package io.landbridge.compat.cluster;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process that can be told from a later one that was given the same number.
 *
 * @param pid its number
 * @param startMillis when it started, milliseconds since the epoch; 0 if the system does not say
 */
record ProcessId(long pid, long startMillis) {

  static ProcessId of(ProcessHandle process) {
    return new ProcessId(process.pid(), startOf(process));
  }

  static ProcessId ofThisProcess() {
    return of(ProcessHandle.current());
  }

  /** The process, if it still lives and is really the one that was recorded. */
  Optional<ProcessHandle> live() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        // Some systems round the start time differently from one look to the next.
        .filter(process -> Math.abs(startOf(process) - startMillis) < 2_000);
  }

  boolean isAlive() {
    return live().isPresent();
  }

  /** Ends it at once, even if it is paused, and waits until it is gone, at most 20 seconds. */
  void kill() {
    live()
        .ifPresent(
            process -> {
              process.destroyForcibly();
              awaitEnd(process, Duration.ofSeconds(20));
            });
  }

  /** Waits for its end. */
  static boolean awaitEnd(ProcessHandle process, Duration atMost) {
    try {
      process.onExit().get(atMost.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException stillThere) {
      return false;
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static long startOf(ProcessHandle process) {
    return process.info().startInstant().map(start -> start.toEpochMilli()).orElse(0L);
  }
}
