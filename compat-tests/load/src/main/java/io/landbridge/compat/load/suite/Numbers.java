package io.landbridge.compat.load.suite;

import java.util.Locale;

/** Numbers as people read them. */
final class Numbers {

  private static final double THOUSAND = 1_000;
  private static final double HUNDRED = 100;

  private Numbers() {}

  /** With as many digits as mean something, and without zeros at the end. */
  static String text(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return "–";
    }
    double size = Math.abs(value);
    String text =
        String.format(Locale.ROOT, size >= HUNDRED ? "%,.0f" : size >= 10 ? "%.1f" : "%.3f", value);
    return size >= HUNDRED ? text : text.replaceAll("\\.?0+$", "");
  }

  /** As many digits as a file needs. */
  static double rounded(double value) {
    return Math.round(value * THOUSAND) / THOUSAND;
  }
}
