package io.landbridge.migrate.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Columns of text, left-aligned, two spaces apart. Long cells are cut at a terminal, which would
 * break their lines, and nowhere else.
 */
final class TextTable {

  private static final int MAX_CELL = 120;

  private final List<List<String>> rows = new ArrayList<>();
  private final Style style;

  TextTable(Style style, String... head) {
    this.style = style;
    rows.add(List.of(head));
  }

  void row(Object... cells) {
    rows.add(Arrays.stream(cells).map(this::cell).toList());
  }

  private String cell(Object value) {
    String text = Printable.of(String.valueOf(value));
    if (text.isEmpty()) {
      return "-";
    }
    return !style.cut() || text.length() <= MAX_CELL
        ? text
        : text.substring(0, MAX_CELL - 3) + "...";
  }

  @Override
  public String toString() {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (int r = 0; r < rows.size(); r++) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        String cell = rows.get(r).get(i);
        line.append(cell);
        if (i < columns - 1) {
          line.append(" ".repeat(widths[i] - cell.length() + 2));
        }
      }
      boolean bold = style.bold() && r == 0;
      text.append(bold ? "\u001b[1m" : "")
          .append(line)
          .append(bold ? "\u001b[0m" : "")
          .append('\n');
    }
    return text.toString();
  }
}
