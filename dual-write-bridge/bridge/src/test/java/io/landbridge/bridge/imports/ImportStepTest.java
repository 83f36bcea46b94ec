package io.landbridge.bridge.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.bridge.imports.ImportStep.Gaps;
import io.landbridge.bridge.imports.ImportStep.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each cell of the table, and the table of the page. */
class ImportStepTest {

  /** To write the table instead of comparing it: {@code -Dlandbridge.schemas=write}. */
  private static final boolean WRITE = "write".equals(System.getProperty("landbridge.schemas"));

  private static final Path PAGE = Path.of("../../docs/bridge.md");
  private static final String HEAD = "| gaps are | everything | one service |\n";

  private static final String GONE =
      """
      UNKNOWN  | KEEP   | KEEP
      HELD     | HOLD   | KEEP
      DOUBTED  | HOLD   | READ_ALL
      BELIEVED | REMOVE | REMOVE
      """;

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = GONE)
  void whatIsGone(Gaps gaps, ImportStep everything, ImportStep oneService) {
    assertThat(ImportStep.of(Reading.EVERYTHING, gaps)).isEqualTo(everything);
    assertThat(ImportStep.of(Reading.ONE_SERVICE, gaps)).isEqualTo(oneService);
  }

  @Test
  void theTableOfThePageIsCurrent() throws IOException {
    String page = Files.readString(PAGE);
    assertThat(page).contains(HEAD);
    int from = page.indexOf(HEAD) + HEAD.length() + "|---|---|---|\n".length();
    int to = page.indexOf("\n\n", from) + 1;
    if (WRITE) {
      Files.writeString(PAGE, page.substring(0, from) + table() + page.substring(to));
      return;
    }
    assertThat(page.substring(from, to)).isEqualTo(table());
  }

  private static String table() {
    return Arrays.stream(Gaps.values())
        .map(
            gaps ->
                Arrays.stream(Reading.values())
                    .map(reading -> words(ImportStep.of(reading, gaps)))
                    .collect(Collectors.joining(" | ", "| " + words(gaps) + " | ", " |\n")))
        .collect(Collectors.joining());
  }

  private static String words(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
