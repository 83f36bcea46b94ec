package io.landbridge.compat.load.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The processor time of a process by groups of its threads. Threads that end between two looks are
 * counted up to the first; those that live for less are not seen. One thread only.
 */
final class ThreadTimes {

  /** The kernel counts in hundredths of a second, whatever its own clock does. */
  private static final double TICKS_PER_SECOND = 100;

  /** After the name in brackets: the state is field 3, and the two times are 14 and 15. */
  private static final int USER_TIME = 11;

  private static final int SYSTEM_TIME = 12;

  private static final Pattern THREAD =
      Pattern.compile("(?m)^\"(.*?)\" .*?nid=(0x)?([0-9a-fA-F]+) ");

  private final long pid;
  private final Map<Long, Double> seconds = new HashMap<>();
  private final Map<Long, String> names = new HashMap<>();
  private final Map<Long, Double> before = new HashMap<>();

  /** Begins to count. */
  ThreadTimes(long pid) {
    this.pid = pid;
    full();
    look();
    before.putAll(seconds);
  }

  /** Reads the times of all threads. */
  void look() {
    try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      tasks.forEach(this::look);
    } catch (IOException | UncheckedIOException gone) {
      // The process has ended, which others will notice.
    }
  }

  private void look(Path task) {
    long id = Long.parseLong(task.getFileName().toString());
    try {
      String stat = Files.readString(task.resolve("stat"));
      int end = stat.lastIndexOf(')');
      List<String> fields = List.of(stat.substring(end + 2).split(" "));
      seconds.put(
          id,
          (Long.parseLong(fields.get(USER_TIME)) + Long.parseLong(fields.get(SYSTEM_TIME)))
              / TICKS_PER_SECOND);
      names.putIfAbsent(id, stat.substring(stat.indexOf('(') + 1, end));
    } catch (IOException ended) {
      // What it took was noted before.
    }
  }

  /** The kernel keeps fifteen characters of a name, the JVM all of it. */
  private void full() {
    THREAD
        .matcher(new Jcmd(pid).run("Thread.print"))
        .results()
        .forEach(
            each ->
                names.put(
                    Long.parseLong(each.group(3), each.group(2) == null ? 10 : 16), each.group(1)));
  }

  /** Seconds of each group since the beginning, the largest first. */
  Map<String, Double> byGroup() {
    look();
    full();
    Map<String, Double> groups = new TreeMap<>();
    seconds.forEach(
        (id, now) ->
            groups.merge(
                group(names.getOrDefault(id, "unnamed")),
                now - before.getOrDefault(id, 0.0),
                Double::sum));
    Map<String, Double> sorted = new LinkedHashMap<>();
    groups.entrySet().stream()
        .filter(each -> each.getValue() >= 0.01)
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .forEach(each -> sorted.put(each.getKey(), Percentiles.round(each.getValue())));
    return sorted;
  }

  /** The name without what tells one thread of a group from the next. */
  static String group(String name) {
    String group =
        name.replaceAll("0x[0-9a-f]+", "")
            .replaceAll("\\d+(\\.\\d+)*", "")
            .replaceAll("[^A-Za-z]+", "-")
            .replaceAll("^-|-$", "");
    return group.isEmpty() ? "unnamed" : group;
  }

  /** How often to look: most threads of a server live for long. */
  static Duration interval() {
    return Duration.ofMillis(500);
  }
}
