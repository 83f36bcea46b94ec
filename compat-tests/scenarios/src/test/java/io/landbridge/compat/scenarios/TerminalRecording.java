package io.landbridge.compat.scenarios;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a program printed at a terminal, as a picture that plays: one SVG file, which needs no
 * script and stands still where somebody wants no motion.
 *
 * @param lines in the order in which they came
 */
record TerminalRecording(List<Line> lines) {

  /** All of it is played in this time, and the last screen stays. */
  private static final Duration LENGTH = Duration.ofSeconds(30);

  /** Nobody wants to watch a server start. */
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(1_500);

  /** So that lines that came at once can be followed. */
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(120);

  private static final int COLUMNS = 112;
  private static final int ROWS = 28;
  private static final double LINE = 18;
  private static final double COLUMN = 7.8;
  private static final double BORDER = 14;

  /**
   * A line.
   *
   * @param at when it came, since the beginning
   * @param text without its end
   */
  record Line(Duration at, String text) {}

  TerminalRecording {
    lines = List.copyOf(lines);
  }

  /** The picture. */
  String svg(String title) {
    List<Double> times = times();
    double width = COLUMNS * COLUMN + 2 * BORDER;
    double height = ROWS * LINE + 2 * BORDER;
    StringBuilder svg = new StringBuilder();
    svg.append(
        format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" role=\"img\""
                + " aria-label=\"%s\">\n",
            width, height, escaped(title)));
    svg.append("<style>\n");
    svg.append("text { font: 13px/18px monospace; fill: #e2e8f0; white-space: pre }\n");
    svg.append(".step { fill: #7dd3fc; font-weight: bold } .command { fill: #86efac }\n");
    svg.append("@media (prefers-reduced-motion: no-preference) {\n");
    svg.append("  text { animation: shown 1ms linear both }\n");
    svg.append("  @keyframes shown { from { opacity: 0 } to { opacity: 1 } }\n");
    scrolling(svg, times);
    svg.append("}\n</style>\n");
    svg.append(
        format(
            "<rect width=\"%.0f\" height=\"%.0f\" rx=\"8\" fill=\"#0f172a\"/>\n", width, height));
    svg.append(
        format(
            "<clipPath id=\"c\"><rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\"/></clipPath>\n",
            BORDER, BORDER, width - 2 * BORDER, height - 2 * BORDER));
    svg.append(
        format(
            "<g clip-path=\"url(#c)\"><g class=\"scrolled\" transform=\"translate(0 %.0f)\">\n",
            0 - scrolled(lines.size() - 1)));
    for (int i = 0; i < lines.size(); i++) {
      svg.append(
          format(
              "<text x=\"%.0f\" y=\"%.0f\"%s style=\"animation-delay: %.2fs\">%s</text>\n",
              BORDER,
              BORDER + i * LINE + 13,
              kind(lines.get(i).text()),
              times.get(i),
              escaped(cut(lines.get(i).text()))));
    }
    return svg.append("</g></g>\n</svg>\n").toString();
  }

  /** One step of scrolling for each line that has no place left. */
  private void scrolling(StringBuilder svg, List<Double> times) {
    svg.append(
        format("  .scrolled { animation: scrolled %ds step-end both }\n", LENGTH.toSeconds()));
    svg.append("  @keyframes scrolled {\n    0% { transform: translateY(0) }\n");
    for (int i = ROWS; i < lines.size(); i++) {
      svg.append(
          format(
              "    %.3f%% { transform: translateY(%.0fpx) }\n",
              100 * times.get(i) / LENGTH.toSeconds(), 0 - scrolled(i)));
    }
    svg.append(
        format(
            "    100%% { transform: translateY(%.0fpx) }\n  }\n", 0 - scrolled(lines.size() - 1)));
  }

  private static double scrolled(int last) {
    return Math.max(0, last - ROWS + 1) * LINE;
  }

  /** When each line is shown, in seconds: pauses are cut, and the whole takes its time. */
  private List<Double> times() {
    List<Double> times = new ArrayList<>();
    double at = 0;
    Duration before = Duration.ZERO;
    for (Line line : lines) {
      double pause = line.at().minus(before).toMillis() / 1_000.0;
      at += Math.min(Math.max(pause, seconds(SHORTEST_PAUSE)), seconds(LONGEST_PAUSE));
      before = line.at();
      times.add(at);
    }
    // The last tenth is for reading what is there in the end.
    double scale = at == 0 ? 1 : LENGTH.toSeconds() * 0.9 / at;
    return times.stream().map(each -> each * scale).toList();
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1_000.0;
  }

  private static String kind(String line) {
    if (line.startsWith("== ")) {
      return " class=\"step\"";
    }
    return line.startsWith("   $ ") ? " class=\"command\"" : "";
  }

  private static String cut(String line) {
    return line.length() <= COLUMNS ? line : line.substring(0, COLUMNS - 1) + "\u2026";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
