package io.landbridge.compat.load.suite;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Points of one line.
 *
 * @param label for the legend
 * @param points in order
 */
record Series(String label, List<Point> points) {

  /** More of them cannot be told apart. */
  private static final int MOST = 300;

  private static final double PERCENT = 100;

  /** Copies the list. */
  Series {
    points = List.copyOf(points);
  }

  /** One point. */
  record Point(double x, double y) {}

  /** Reads it; empty where there is none. */
  static Optional<Series> of(Plot.Line line, JsonNode json) {
    JsonNode rows = json.at(line.rows());
    List<Point> points = new ArrayList<>();
    for (JsonNode row : rows) {
      JsonNode y = line.y().isEmpty() ? row : row.path(line.y());
      double x = line.x().isEmpty() ? points.size() + 1 : row.path(line.x()).asDouble();
      if (y.isNumber()) {
        points.add(new Point(x, y.asDouble()));
      }
    }
    if (points.isEmpty()) {
      return Optional.empty();
    }
    double most = points.stream().mapToDouble(Point::y).max().orElse(0);
    return Optional.of(
        new Series(
            line.label(),
            thinned(
                line.share() && most > 0
                    ? points.stream()
                        .map(each -> new Point(each.x(), PERCENT * each.y() / most))
                        .toList()
                    : points)));
  }

  /** The means of neighbours, if there are too many. */
  private static List<Point> thinned(List<Point> points) {
    if (points.size() <= MOST) {
      return points;
    }
    List<Point> fewer = new ArrayList<>();
    for (int i = 0; i < MOST; i++) {
      List<Point> some =
          points.subList(
              (int) ((long) i * points.size() / MOST), (int) ((i + 1L) * points.size() / MOST));
      fewer.add(
          new Point(
              some.stream().mapToDouble(Point::x).average().orElse(0),
              some.stream().mapToDouble(Point::y).average().orElse(0)));
    }
    return fewer;
  }
}
