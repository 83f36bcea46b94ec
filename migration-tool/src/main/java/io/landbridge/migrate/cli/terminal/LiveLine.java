package io.landbridge.migrate.cli.terminal;

import io.landbridge.migrate.progress.Meter;
import io.landbridge.migrate.report.Printable;
import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * Shows how far a task is as one line that is drawn anew: how many of its parts are done, how fast,
 * how long the rest takes at this pace, and what the task waits for. Other lines scroll by above.
 * Everything that is printed at the same terminal begins with {@link #CLEAR}. For one thread.
 */
public final class LiveLine implements Meter {

  /** Removes the line that the cursor is in, and moves to its first column. */
  static final String CLEAR = "\r\033[2K";

  private static final String NO_WRAP = "\033[?7l";
  private static final String WRAP = "\033[?7h";

  private static final long SECOND = 1_000_000_000L;
  private static final long BETWEEN = SECOND / 10;

  private final PrintWriter err;
  private final LongSupplier nanos;
  private String task = "";
  private String parts = "";
  private String waitsFor = "";
  private long total;
  private long done;
  private long began;
  private long drawn;

  /**
   * Makes it; nothing is shown before a task begins.
   *
   * @param err the terminal
   * @param nanos the time, as {@link System#nanoTime} has it
   */
  public LiveLine(PrintWriter err, LongSupplier nanos) {
    this.err = err;
    this.nanos = nanos;
  }

  @Override
  public void begin(String name, long of, String called) {
    task = name;
    total = of;
    parts = called;
    done = 0;
    waitsFor = "";
    began = nanos.getAsLong();
    draw();
  }

  @Override
  public void done(long count) {
    done = count;
    if (done >= total || nanos.getAsLong() - drawn >= BETWEEN) {
      draw();
    }
  }

  @Override
  public void reached(long count, String line) {
    if (task.isEmpty()) {
      accept(line);
    } else {
      done(count);
    }
  }

  @Override
  public void part(String line) {
    if (task.isEmpty()) {
      accept(line);
    } else {
      done++;
      waitsFor = "";
      draw();
    }
  }

  @Override
  public void waits(String what) {
    if (task.isEmpty()) {
      Meter.super.waits(what);
    } else {
      waitsFor = what;
      draw();
    }
  }

  @Override
  public void end() {
    if (!task.isEmpty()) {
      task = "";
      err.print(CLEAR);
      err.flush();
    }
  }

  @Override
  public void accept(String line) {
    err.println(CLEAR + "landbridge: " + Printable.of(line));
    if (!task.isEmpty()) {
      draw();
    }
  }

  private void draw() {
    drawn = nanos.getAsLong();
    err.print(CLEAR + NO_WRAP + "landbridge: " + Printable.of(text()) + WRAP);
    err.flush();
  }

  private String text() {
    StringBuilder text =
        new StringBuilder(task).append(": %d of %d %s".formatted(done, total, parts));
    long took = nanos.getAsLong() - began;
    if (done > 0 && took > 0) {
      text.append(", ").append(rate((double) done * SECOND / took));
      if (done < total) {
        text.append(", about ").append(time(took / done * (total - done) / SECOND)).append(" left");
      }
    }
    return waitsFor.isEmpty() ? text.toString() : text.append("; ").append(waitsFor).toString();
  }

  private static String rate(double perSecond) {
    return perSecond >= 1 ? "%.0f/s".formatted(perSecond) : "%.1f/min".formatted(perSecond * 60);
  }

  private static String time(long seconds) {
    return seconds < 60 ? seconds + " s" : "%d min %d s".formatted(seconds / 60, seconds % 60);
  }
}
