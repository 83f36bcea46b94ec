package io.landbridge.compat.load.suite;

import java.util.List;

/**
 * A picture of how something went or grew.
 *
 * @param title what it shows
 * @param x what is along, with its unit
 * @param y what is up, with its unit
 * @param lines each a series
 */
record Plot(String title, String x, String y, List<Line> lines) {

  /** Copies the list. */
  Plot {
    lines = List.copyOf(lines);
  }

  /**
   * A series.
   *
   * @param label for the legend
   * @param rows where the list is in the benchmark's JSON, a pointer
   * @param x the key of a row; empty when rows are numbers, which are counted
   * @param y the key of a row
   * @param share whether each is shown in per cent of the largest
   */
  record Line(String label, String rows, String x, String y, boolean share) {}

  static Plot of(String title, String x, String y, Line... lines) {
    return new Plot(title, x, y, List.of(lines));
  }
}
