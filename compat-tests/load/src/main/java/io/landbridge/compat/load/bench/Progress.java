package io.landbridge.compat.load.bench;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Tells what is going on and about how long it will take. One thread only. */
final class Progress {

  private final PrintWriter out;
  private final long start = System.nanoTime();
  private final double planned;
  private double done;

  /**
   * Begins.
   *
   * @param planned a guess of the seconds everything will take; the time left is corrected as the
   *     parts end
   */
  Progress(PrintWriter out, double planned) {
    this.out = out;
    this.planned = planned;
  }

  /** A part begins that was guessed to take so many seconds. */
  void part(String what, double seconds) {
    double elapsed = (System.nanoTime() - start) / 1e9;
    // The guess counts until there is something to go by.
    double pace = done < 30 ? 1 : Math.max(0.2, Math.min(5, elapsed / done));
    double left = Math.max(0, planned - done) * pace;
    out.printf(Locale.ROOT, "[%s, about %s left] %s%n", clock(elapsed), clock(left), what);
    done += seconds;
  }

  /** Something worth a line that takes no time. */
  void note(String what) {
    out.printf(Locale.ROOT, "    %s%n", what);
  }

  private static String clock(double seconds) {
    Duration duration = Duration.ofMillis(Math.round(seconds * 1_000));
    return "%d:%02d".formatted(duration.toMinutes(), duration.toSecondsPart());
  }
}
