package io.landbridge.compat.stall;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The JVMs that this process has started, and those that they have, as Linux tells of them;
 * elsewhere none.
 *
 * <p>They are measured by their {@link Pulse}. The time that a thread waited for a processor, which
 * {@code schedstat} has too, does not do: a kernel of 6.18 was seen to count seconds in which the
 * thread slept.
 */
final class ChildProcesses {

  private static final Path PROC = Path.of("/proc");

  /** As much as Linux keeps of "VM Periodic Task Thread". */
  private static final String PERIODIC = "VM Periodic Tas";

  private final Duration start;

  /** By process. */
  private final Map<Long, Watched> watched = new HashMap<>();

  /**
   * A JVM.
   *
   * @param schedstat of its periodic thread
   * @param pulse at the last look
   */
  private record Watched(Path schedstat, Pulse pulse) {}

  /**
   * The time a process has lost since the last look.
   *
   * @param pid which
   * @param nanos in which it did not get to work, or was stopped
   */
  record Lost(long pid, long nanos) {}

  /** Watches those that are at least that old: who starts wants more than there is. */
  ChildProcesses(Duration start) {
    this.start = start;
  }

  /** Whether the next call tells what this one has lost. */
  boolean watches(long pid) {
    return watched.containsKey(pid);
  }

  /** Returns the time each process lost since the last call; new processes are left out. */
  List<Lost> lost() {
    List<ProcessHandle> all = ProcessHandle.current().descendants().toList();
    watched.keySet().retainAll(Set.copyOf(all.stream().map(ProcessHandle::pid).toList()));
    List<Lost> lost = new ArrayList<>();
    for (ProcessHandle each : all) {
      Duration age =
          each.info()
              .startInstant()
              .map(since -> Duration.between(since, Instant.now()))
              .orElse(Duration.ZERO);
      if (age.compareTo(start) >= 0) {
        lost(each.pid(), age).ifPresent(lost::add);
      }
    }
    return lost;
  }

  private Optional<Lost> lost(long pid, Duration age) {
    Watched before = watched.get(pid);
    Optional<Path> file =
        before == null
            ? periodicThread(pid).map(thread -> thread.resolve("schedstat"))
            : Optional.of(before.schedstat());
    Optional<Pulse> now =
        file.flatMap(ChildProcesses::read).map(text -> Pulse.parse(System.nanoTime(), text));
    if (now.isEmpty() || (before == null && !now.get().isOne(age))) {
      return Optional.empty();
    }
    watched.put(pid, new Watched(file.get(), now.get()));
    return before == null
        ? Optional.empty()
        : Optional.of(new Lost(pid, now.get().lostSince(before.pulse())));
  }

  private static Optional<Path> periodicThread(long pid) {
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(PROC.resolve(Long.toString(pid)).resolve("task"))) {
      for (Path each : threads) {
        if (read(each.resolve("comm")).filter(PERIODIC::equals).isPresent()) {
          return Optional.of(each);
        }
      }
    } catch (IOException | DirectoryIteratorException ended) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  /** Empty if the process or the thread has ended, or the system knows no such thing. */
  private static Optional<String> read(Path file) {
    try {
      return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip());
    } catch (IOException ended) {
      return Optional.empty();
    }
  }
}
