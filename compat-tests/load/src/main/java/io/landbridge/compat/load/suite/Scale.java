package io.landbridge.compat.load.suite;

import java.util.ArrayList;
import java.util.List;

/**
 * An axis from nothing to a round number.
 *
 * @param top the round number
 * @param step between two marks
 */
record Scale(double top, double step) {

  private static final int MARKS = 5;
  private static final double[] ROUND = {1, 2, 2.5, 5, 10};

  /** One that has room for a value. */
  static Scale upTo(double largest) {
    double most = largest > 0 ? largest : 1;
    double least = most / MARKS;
    double unit = Math.pow(10, Math.floor(Math.log10(least)));
    for (double each : ROUND) {
      if (each * unit >= least) {
        double step = each * unit;
        return new Scale(step * Math.ceil(most / step - 1e-9), step);
      }
    }
    return new Scale(most, least);
  }

  List<Double> marks() {
    List<Double> marks = new ArrayList<>();
    for (int i = 0; i * step <= top * (1 + 1e-9); i++) {
      marks.add(i * step);
    }
    return marks;
  }

  /** Where a value is, from 0 to 1. */
  double at(double value) {
    return Math.max(0, Math.min(1, value / top));
  }
}
