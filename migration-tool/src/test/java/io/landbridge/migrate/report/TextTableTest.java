package io.landbridge.migrate.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTableTest {

  private static final String LONG = "x".repeat(300);

  @Test
  void nothingIsCutWhereNoTerminalIs() {
    assertThat(table(Style.PLAIN)).contains(LONG + "  end").doesNotContain("...");
  }

  @Test
  void longCellsAreCutAtATerminal() {
    assertThat(table(new Style(false, true))).contains("xxx...  end").doesNotContain(LONG);
  }

  private static String table(Style style) {
    TextTable table = new TextTable(style, "NAME", "END");
    table.row(LONG, "end");
    return table.toString();
  }
}
