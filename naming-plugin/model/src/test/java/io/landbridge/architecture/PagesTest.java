package io.landbridge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The form of pages, and where their commands come from. Prose has at most 100 columns, so that a
 * change of a sentence is a small difference. A line with Chinese has at most 120, of which each
 * Chinese character takes two.
 */
class PagesTest {

  private static final int COLUMNS = 100;
  private static final int CHINESE_COLUMNS = 120;
  private static final List<String> FOLDERS =
      List.of(
          ".", "docs", "docs/adr", "docs/changes", "docs/zh", "compat-tests", "distribution/src");

  @Test
  void proseHasAtMostAHundredColumns() throws IOException {
    List<String> found = new ArrayList<>();
    Path root = SourceTexts.root();
    for (String folder : FOLDERS) {
      try (Stream<Path> files = Files.list(root.resolve(folder))) {
        for (Path page : files.filter(PagesTest::isWritten).sorted().toList()) {
          tooLong(Files.readAllLines(page))
              .forEach(line -> found.add(root.relativize(page.normalize()) + ":" + line));
        }
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void onlyProseIsMeasured() {
    String longLine = "x ".repeat(60);
    assertThat(
            tooLong(
                List.of(
                    longLine,
                    "    " + longLine,
                    "| " + longLine,
                    "```",
                    longLine,
                    "```",
                    "- " + longLine)))
        .containsExactly(1, 7);
  }

  @Test
  void chineseCharactersTakeTwoColumns() {
    assertThat(tooLong(List.of("桥".repeat(60), "桥".repeat(61), "桥" + "x ".repeat(59))))
        .containsExactly(2);
  }

  /** The examples are run by other tests, one after the other. */
  @Test
  void commandsOfTheFleetAreThoseOfTheExamples() throws IOException {
    Path docs = SourceTexts.root().resolve("docs");
    StringBuilder examples = new StringBuilder();
    try (Stream<Path> files = Files.list(docs.resolve("examples"))) {
      for (Path each : files.toList()) {
        examples.append(Files.readString(each)).append('\n');
      }
    }

    assertThat(Files.readAllLines(docs.resolve("fleet.md")))
        .filteredOn(line -> line.startsWith("    "))
        .hasSizeGreaterThan(8)
        .allSatisfy(line -> assertThat(examples).contains("\n" + line.strip()));
  }

  private static boolean isWritten(Path page) {
    String name = page.getFileName().toString();
    return name.endsWith(".md") && !name.equals("messages.md");
  }

  private static boolean isTooLong(String line) {
    long chinese = line.codePoints().filter(PagesTest::isWide).count();
    return line.length() + chinese > (chinese > 0 ? CHINESE_COLUMNS : COLUMNS);
  }

  private static boolean isChinese(String line) {
    return line.codePoints().anyMatch(PagesTest::isWide);
  }

  /** Chinese characters, and the punctuation and letters as wide as they are. */
  private static boolean isWide(int codePoint) {
    return (codePoint >= 0x3000 && codePoint <= 0x9fff)
        || (codePoint >= 0xff00 && codePoint <= 0xff60);
  }

  /** The numbers of the lines that are too long; not of code, tables and what has no blanks. */
  private static List<Integer> tooLong(List<String> lines) {
    List<Integer> found = new ArrayList<>();
    boolean fenced = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.strip().startsWith("```")) {
        fenced = !fenced;
      } else if (!fenced
          && isTooLong(line)
          && !line.startsWith("    ")
          && !line.strip().startsWith("|")
          && !line.startsWith("![")
          && (line.strip().indexOf(' ') >= 0 || isChinese(line))) {
        found.add(i + 1);
      }
    }
    return found;
  }
}
