package io.landbridge.compat.nightly;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A process with all that it started. */
public final class ProcessTree {

  /** Benchmarks end their servers and remove what they left, when they are told to end. */
  private static final Duration ORDERLY_END = Duration.ofSeconds(60);

  private static final Duration FORCED_END = Duration.ofSeconds(10);

  private ProcessTree() {}

  /** Ends a process and all that it started, by force what does not end. */
  public static void end(Process process) {
    List<ProcessHandle> all =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    all.forEach(ProcessHandle::destroy);
    if (!areGone(all, ORDERLY_END)) {
      all.forEach(each -> each.descendants().forEach(ProcessHandle::destroyForcibly));
      all.forEach(ProcessHandle::destroyForcibly);
      areGone(all, FORCED_END);
    }
  }

  private static boolean areGone(List<ProcessHandle> all, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    for (ProcessHandle each : all) {
      try {
        each.onExit().get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      } catch (ExecutionException | TimeoutException e) {
        return false;
      }
    }
    return true;
  }
}
