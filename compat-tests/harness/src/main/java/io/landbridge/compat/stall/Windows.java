package io.landbridge.compat.stall;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Repeats what was watched while the machine stood still, and nothing else: one deviation that no
 * stall explains fails at once, whatever else there was.
 */
final class Windows {

  /** How often a window is tried. */
  static final int MOST = 3;

  private final Patience patience;
  private final LongSupplier clock;
  private final Stalls stalls;
  private final Consumer<Duration> pause;
  private final Consumer<String> log;

  /** What is known of stalls now. */
  interface Stalls {

    /** Those that ended after a time. */
    List<Stall> after(long time);

    /** The most that was lost on the way of a beat since the last call. */
    Duration takeMost();
  }

  /** Nothing is watched yet; {@code pause} lets time pass. */
  Windows(
      Patience patience,
      LongSupplier clock,
      Stalls stalls,
      Consumer<Duration> pause,
      Consumer<String> log) {
    this.patience = patience;
    this.clock = clock;
    this.stalls = stalls;
    this.pause = pause;
    this.log = log;
  }

  /**
   * Has it watched until nothing deviates in a window, or something that nobody but a server is to
   * blame for.
   *
   * @param window watches, and returns everything that deviated
   * @throws AssertionError if it deviates without a stall, or with a stall in every window
   */
  void holds(String what, Supplier<List<Deviation>> window) {
    List<String> voided = new ArrayList<>();
    for (int i = 1; i <= MOST; i++) {
      stalls.takeMost();
      long start = clock.getAsLong();
      List<Deviation> deviations = window.get();
      long end = clock.getAsLong();
      // What happened before the window may have made somebody silent for too long in it.
      List<Stall> known = stalls.after(start - patience.reach().toNanos());
      log.accept(
          "%s: window %d, %.1f s, %d deviations; at the most %.1f s lost within %d s (limit %.1f s)"
              .formatted(
                  what,
                  i,
                  (end - start) / 1e9,
                  deviations.size(),
                  stalls.takeMost().toMillis() / 1e3,
                  patience.unhealthy().toSeconds(),
                  patience.limit().toMillis() / 1e3));
      if (deviations.isEmpty()) {
        return;
      }
      List<Deviation> unexplained =
          deviations.stream()
              .filter(each -> known.stream().noneMatch(stall -> stall.explains(each, patience)))
              .toList();
      if (!unexplained.isEmpty()) {
        throw new AssertionError(
            "%s: %d deviations, and the machine did not stall:%n%s"
                .formatted(what, unexplained.size(), lines(unexplained, start)));
      }
      String stalled =
          known.stream().map(each -> each.since(start)).collect(Collectors.joining("\n"));
      voided.add(
          "window %d, the machine stalled %s%n%s".formatted(i, stalled, lines(deviations, start)));
      log.accept("%s: void, because the machine stalled %s".formatted(what, stalled));
      // What the last stall has done would void the next window, too.
      long last = known.stream().mapToLong(each -> each.to() - end).max().orElse(0);
      long settled = last + patience.reach().toNanos();
      if (i < MOST && settled > 0) {
        pause.accept(Duration.ofNanos(settled));
      }
    }
    throw new AssertionError(
        "%s: the machine stalled in each of %d windows, so it cannot be told whether this holds:%n%s"
            .formatted(what, MOST, String.join("\n", voided)));
  }

  private static String lines(List<Deviation> deviations, long start) {
    return deviations.stream()
        .map(each -> each.since(start))
        .distinct()
        .collect(Collectors.joining("\n"));
  }
}
