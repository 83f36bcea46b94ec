package io.landbridge.compat.stall;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All processes that this one has started, and theirs, as Linux tells of them; elsewhere none.
 *
 * <p>The measure of a process is the thread that waited longest for a processor: another one of the
 * same process may well have run all the time. What starts a program or compiles it is not counted:
 * it wants more than it can get, and no beat waits for it.
 */
final class ChildProcesses {

  private static final Path PROC = Path.of("/proc");

  private final Duration start;

  /** What each thread has waited for a processor so far, nanoseconds, by process and thread. */
  private final Map<Long, Map<String, Long>> before = new HashMap<>();

  private List<Long> known = List.of();

  /** Counts processes that are at least that old. */
  ChildProcesses(Duration start) {
    this.start = start;
  }

  /**
   * What a process has lost since the last look.
   *
   * @param pid which
   * @param nanos what its worst thread has lost
   */
  record Lost(long pid, long nanos) {}

  /** Those of the last look that are stopped now (SIGSTOP). */
  List<Long> stopped() {
    return known.stream().filter(ChildProcesses::isStopped).toList();
  }

  private static boolean isStopped(long pid) {
    return read(PROC.resolve(pid + "/stat"))
        .map(stat -> stat.substring(stat.lastIndexOf(')') + 2))
        .filter(rest -> rest.startsWith("T") || rest.startsWith("t"))
        .isPresent();
  }

  /** What those that have lived for a while have waited for a processor since the last call. */
  List<Lost> waited() {
    Instant old = Instant.now().minus(start);
    List<ProcessHandle> all = ProcessHandle.current().descendants().toList();
    known = all.stream().map(ProcessHandle::pid).toList();
    before.keySet().retainAll(Set.copyOf(known));
    return all.stream()
        .filter(each -> each.info().startInstant().filter(old::isAfter).isPresent())
        .map(each -> new Lost(each.pid(), waited(each.pid())))
        .toList();
  }

  private long waited(long pid) {
    Map<String, Long> now = new HashMap<>();
    Map<String, Long> last = before.getOrDefault(pid, Map.of());
    long worst = 0;
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(PROC.resolve(Long.toString(pid)).resolve("task"))) {
      for (Path each : threads) {
        String thread = each.getFileName().toString();
        Optional<Long> waits = read(each.resolve("schedstat")).map(ChildProcesses::waits);
        if (waits.isEmpty()) {
          continue;
        }
        now.put(thread, waits.get());
        long more = waits.get() - last.getOrDefault(thread, waits.get());
        if (more > worst && !startsOrCompiles(each)) {
          worst = more;
        }
      }
    } catch (IOException | DirectoryIteratorException ended) {
      return 0;
    }
    before.put(pid, now);
    return worst;
  }

  /** Time on a processor, time waiting for one, time slices. */
  private static long waits(String schedstat) {
    return Long.parseLong(schedstat.split(" ", -1)[1]);
  }

  /** Of a JVM; its first thread is called like the program. */
  private static boolean startsOrCompiles(Path thread) {
    return read(thread.resolve("comm"))
        .filter(name -> name.matches("java|C[12] Compiler.*"))
        .isPresent();
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
