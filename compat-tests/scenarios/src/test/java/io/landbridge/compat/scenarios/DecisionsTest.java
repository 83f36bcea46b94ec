package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.Artifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of decisions, and their index. */
class DecisionsTest {

  private static final Pattern HEAD =
      Pattern.compile(
          "# ([0-9]+)\\. (.+)\n\n- Status: ([a-z]+)\n- Date: ([0-9]{4}-[0-9]{2}-[0-9]{2})\n");

  private final Path pages = Artifacts.locate().root().resolve("docs/adr");

  @Test
  void theIndexHasEveryDecisionAsItsPageHasIt() throws IOException {
    List<String> rows = decisions().map(DecisionsTest::row).toList();
    assertThat(Files.readString(pages.resolve("README.md")).lines().filter(DecisionsTest::isRow))
        .containsExactlyElementsOf(rows);
  }

  @Test
  void everyNumberIsThatOfItsFile() throws IOException {
    assertThat(decisions())
        .allSatisfy(
            page ->
                assertThat(page.getFileName().toString())
                    .startsWith("%04d-".formatted(Integer.parseInt(head(page).group(1)))));
    assertThat(decisions().map(page -> head(page).group(1))).doesNotHaveDuplicates();
  }

  private Stream<Path> decisions() throws IOException {
    try (Stream<Path> all = Files.list(pages)) {
      return all
          .filter(page -> page.getFileName().toString().matches("[0-9].*\\.md"))
          .sorted()
          .toList()
          .stream();
    }
  }

  private static boolean isRow(String line) {
    return line.matches("\\| [0-9]+ \\|.*");
  }

  private static String row(Path page) {
    Matcher head = head(page);
    return "| %s | [%s](%s) | %s | %s |"
        .formatted(head.group(1), head.group(2), page.getFileName(), head.group(3), head.group(4));
  }

  private static Matcher head(Path page) {
    try {
      Matcher head = HEAD.matcher(Files.readString(page));
      assertThat(head.lookingAt()).as(page + " begins with title, status and date").isTrue();
      return head;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
