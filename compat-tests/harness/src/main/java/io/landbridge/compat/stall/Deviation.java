package io.landbridge.compat.stall;

import java.util.Locale;

/**
 * Something that was not as it is to be, while somebody watched.
 *
 * @param at when it was seen, as {@link System#nanoTime()}
 * @param text what, for people
 */
public record Deviation(long at, String text) {

  /** Seen now. */
  public static Deviation now(String text) {
    return new Deviation(System.nanoTime(), text);
  }

  /** With the seconds since a time. */
  String since(long start) {
    return String.format(Locale.ROOT, "%6.1f s: %s", (at - start) / 1e9, text);
  }
}
