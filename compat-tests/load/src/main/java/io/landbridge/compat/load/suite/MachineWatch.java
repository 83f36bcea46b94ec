package io.landbridge.compat.load.suite;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Notes what the whole machine does while a benchmark runs, with a thread of its own: what others
 * do there is in it, too. Notes nothing where there is no {@code /proc}.
 */
final class MachineWatch implements AutoCloseable {

  private static final Path STAT = Path.of("/proc/stat");
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Path LOAD = Path.of("/proc/loadavg");

  // Of the first line of /proc/stat.
  private static final int IDLE = 4;
  private static final int WAITING = 5;
  private static final int STOLEN = 8;

  private static final double KILOBYTES = 1_024;
  private static final double PERCENT = 100;

  private final Duration interval;
  private final double loadBefore;
  private final long began = System.nanoTime();
  private final List<Moment> moments = new ArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread thread = new Thread(this::loop, "machine");
  private long[] before = new long[0];

  /**
   * A moment.
   *
   * @param second since the beginning
   * @param busy per cent of all processors since the moment before
   * @param stolen per cent that the machine below this one gave to others
   * @param memory in use, MB
   */
  private record Moment(double second, double busy, double stolen, double memory) {}

  private MachineWatch(Duration interval) {
    this.interval = interval;
    this.loadBefore = load();
  }

  static MachineWatch begin(Duration interval) {
    MachineWatch watch = new MachineWatch(interval);
    watch.thread.setDaemon(true);
    watch.thread.start();
    return watch;
  }

  private void loop() {
    try {
      before = times();
      while (!over.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
        look();
      }
      look();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    long[] now = times();
    if (now.length < STOLEN || before.length != now.length) {
      return;
    }
    long all = Arrays.stream(now).sum() - Arrays.stream(before).sum();
    if (all <= 0) {
      return;
    }
    double idle =
        now[IDLE - 1] - before[IDLE - 1] + (double) (now[WAITING - 1] - before[WAITING - 1]);
    double stolen = now[STOLEN - 1] - before[STOLEN - 1];
    moments.add(
        new Moment(
            (System.nanoTime() - began) / 1e9,
            percent(all - idle - stolen, all),
            percent(stolen, all),
            usedMegabytes()));
    before = now;
  }

  /** The kernel's counts of waiting sometimes go back. */
  private static double percent(double part, double all) {
    return Math.max(0, Math.min(PERCENT, PERCENT * part / all));
  }

  /** The first eight numbers of the first line; those after them are in these already. */
  private static long[] times() {
    return firstLine(STAT)
        .lines()
        .flatMap(line -> Arrays.stream(line.split(" +")).skip(1).limit(STOLEN))
        .mapToLong(Long::parseLong)
        .toArray();
  }

  private static double usedMegabytes() {
    try {
      long total = 0;
      long available = 0;
      for (String line : Files.readAllLines(MEMORY)) {
        String[] words = line.split("\\s+");
        total = words[0].equals("MemTotal:") ? Long.parseLong(words[1]) : total;
        available = words[0].equals("MemAvailable:") ? Long.parseLong(words[1]) : available;
      }
      return (total - available) / KILOBYTES;
    } catch (IOException none) {
      return 0;
    }
  }

  private static double load() {
    String line = firstLine(LOAD);
    return line.isEmpty() ? 0 : Double.parseDouble(line.split(" ")[0]);
  }

  private static String firstLine(Path file) {
    try {
      return Files.readAllLines(file).get(0);
    } catch (IOException none) {
      return "";
    }
  }

  /** Adds what was noted; only after the end. */
  void addTo(ObjectNode json) {
    json.put("load_before", loadBefore);
    for (Moment each : moments) {
      json.withArray("machine")
          .addObject()
          .put("second", Numbers.rounded(each.second()))
          .put("busy_percent", Numbers.rounded(each.busy()))
          .put("stolen_percent", Numbers.rounded(each.stolen()))
          .put("memory_mb", Numbers.rounded(each.memory()));
    }
  }

  @Override
  public void close() {
    over.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
