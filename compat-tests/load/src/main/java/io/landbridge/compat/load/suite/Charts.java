package io.landbridge.compat.load.suite;

import io.landbridge.compat.load.suite.Report.Row;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Pictures as SVG within a page, which has the colours: nothing is told by colour alone, lines are
 * dashed differently, too.
 */
final class Charts {

  private static final int WIDTH = 760;
  private static final int HEIGHT = 300;
  private static final int LEFT = 64;
  private static final int RIGHT = 16;
  private static final int TOP = 12;
  private static final int BOTTOM = 44;
  private static final int KINDS = 4;

  private static final int BAR = 15;
  private static final int BAR_LEFT = 84;
  private static final int BAR_RIGHT = 230;
  private static final int BAR_GAP = 8;

  private Charts() {}

  /** A figure with its legend; empty if no series has a point. */
  static Optional<String> lines(Plot plot, List<Series> series) {
    if (series.isEmpty()) {
      return Optional.empty();
    }
    Scale across =
        Scale.upTo(
            series.stream()
                .flatMap(each -> each.points().stream())
                .mapToDouble(Series.Point::x)
                .max()
                .orElse(0));
    Scale up =
        Scale.upTo(
            series.stream()
                .flatMap(each -> each.points().stream())
                .mapToDouble(Series.Point::y)
                .max()
                .orElse(0));
    Markup svg = new Markup();
    svg.raw("<figure><figcaption>").text(plot.title()).raw("</figcaption>\n");
    svg.raw("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"".formatted(WIDTH, HEIGHT));
    svg.text(plot.title() + ": " + plot.y() + " over " + plot.x()).raw("\">\n");
    for (double mark : up.marks()) {
      double y = y(up, mark);
      svg.raw(line("grid", LEFT, y, WIDTH - RIGHT, y));
      svg.raw(label("end", LEFT - 6, y + 4, Numbers.text(mark)));
    }
    for (double mark : across.marks()) {
      double x = x(across, mark);
      svg.raw(line("tick", x, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 5));
      svg.raw(label("middle", x, HEIGHT - BOTTOM + 18, Numbers.text(mark)));
    }
    svg.raw(line("axis", LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM));
    svg.raw(label("end", WIDTH - RIGHT, HEIGHT - 8, plot.x()));
    svg.raw(label("start", LEFT + 4, TOP + 10, plot.y()));
    for (int i = 0; i < series.size(); i++) {
      StringBuilder points = new StringBuilder();
      for (Series.Point each : series.get(i).points()) {
        points.append(format("%.1f,%.1f ", x(across, each.x()), y(up, each.y())));
      }
      if (series.get(i).points().size() == 1) {
        Series.Point only = series.get(i).points().get(0);
        svg.raw(
            format(
                "<circle class=\"dot s%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>%n",
                i % KINDS, x(across, only.x()), y(up, only.y())));
      } else {
        svg.raw(
            "<polyline class=\"s%d\" points=\"%s\"/>\n"
                .formatted(i % KINDS, points.toString().strip()));
      }
    }
    svg.raw("</svg>\n");
    legend(svg, series);
    return Optional.of(svg.raw("</figure>\n").toString());
  }

  private static void legend(Markup svg, List<Series> series) {
    svg.raw("<ul class=\"legend\">");
    for (int i = 0; i < series.size(); i++) {
      svg.raw("<li><svg viewBox=\"0 0 30 10\" aria-hidden=\"true\">")
          .raw("<polyline class=\"s%d\" points=\"0,5 30,5\"/></svg>".formatted(i % KINDS))
          .text(series.get(i).label())
          .raw("</li>");
    }
    svg.raw("</ul>\n");
  }

  /** Two bars of each figure that compares two; a thin line is from the least to the most. */
  static Optional<String> bars(List<Row> rows) {
    List<Row> both =
        rows.stream()
            .filter(each -> each.plugin().isPresent() && each.stock().isPresent())
            .toList();
    if (both.isEmpty()) {
      return Optional.empty();
    }
    int block = 18 + 2 * BAR + BAR_GAP + 12;
    int height = both.size() * block + 4;
    Markup svg = new Markup();
    svg.raw(
        "<figure><figcaption>Medians; the thin lines go from minimum to maximum</figcaption>\n");
    svg.raw("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"".formatted(WIDTH, height));
    svg.text("Bars of the figures in the table").raw("\">\n");
    for (int i = 0; i < both.size(); i++) {
      Row row = both.get(i);
      Spread plugin = row.plugin().orElseThrow();
      Spread stock = row.stock().orElseThrow();
      String unit = row.figure().sides().map(Figure.Sides::unit).orElse("");
      Scale scale = Scale.upTo(Math.max(plugin.maximum(), stock.maximum()));
      int y = i * block + 14;
      svg.raw(label("start", 0, y, row.figure().name()));
      bar(svg, y + 6, "Landbridge", "b0", plugin, unit, scale);
      bar(svg, y + 6 + BAR + 3, "stock", "b1", stock, unit, scale);
    }
    return Optional.of(svg.raw("</svg></figure>\n").toString());
  }

  private static void bar(
      Markup svg, int y, String name, String css, Spread spread, String unit, Scale scale) {
    double room = WIDTH - BAR_LEFT - BAR_RIGHT;
    svg.raw(label("end", BAR_LEFT - 6, y + 12, name));
    svg.raw(
        format(
            "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>%n",
            css, BAR_LEFT, y, Math.max(1, room * scale.at(spread.median())), BAR));
    double middle = y + BAR / 2.0;
    svg.raw(
        line(
            "whisker",
            BAR_LEFT + room * scale.at(spread.minimum()),
            middle,
            BAR_LEFT + room * scale.at(spread.maximum()),
            middle));
    svg.raw(label("start", WIDTH - BAR_RIGHT + 6, y + 12, spread + " " + unit));
  }

  private static String line(String css, double fromX, double fromY, double toX, double toY) {
    return format(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
        css, fromX, fromY, toX, toY);
  }

  private static String label(String anchor, double x, double y, String text) {
    return format("<text text-anchor=\"%s\" x=\"%.1f\" y=\"%.1f\">", anchor, x, y)
        + Markup.escaped(text)
        + "</text>\n";
  }

  private static double x(Scale scale, double value) {
    return LEFT + (WIDTH - LEFT - RIGHT) * scale.at(value);
  }

  private static double y(Scale scale, double value) {
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * scale.at(value);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
