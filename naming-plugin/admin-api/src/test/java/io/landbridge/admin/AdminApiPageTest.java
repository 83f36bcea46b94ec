package io.landbridge.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of the admin API has the table that the definition gives. */
class AdminApiPageTest {

  /** To write the table instead of comparing it: {@code -Dlandbridge.schemas=write}. */
  private static final boolean WRITE = "write".equals(System.getProperty("landbridge.schemas"));

  private static final Path PAGE = Path.of("../../docs/admin-api.md");
  private static final String HEAD = "| request | data |\n|---|---|\n";

  @Test
  void theTableOfRequestsIsCurrent() throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf(HEAD) + HEAD.length();
    int to = page.indexOf("\n\n", from) + 1;
    if (WRITE) {
      Files.writeString(PAGE, page.substring(0, from) + table() + page.substring(to));
      return;
    }
    assertThat(page.substring(from, to)).isEqualTo(table());
  }

  @Test
  void noRequestIsDefinedTwice() {
    List<String> requests =
        Arrays.stream(AdminEndpoint.values()).map(each -> each.verb() + " " + each.path()).toList();
    assertThat(requests).doesNotHaveDuplicates().hasSizeGreaterThan(20);
    for (AdminEndpoint each : AdminEndpoint.values()) {
      assertThat(AdminEndpoint.find(each.verb(), each.path())).contains(each);
      assertThat(each.parameters()).extracting(Parameter::name).doesNotHaveDuplicates();
    }
  }

  private static String table() {
    return Arrays.stream(AdminEndpoint.values())
        .map(each -> "| `%s` | %s |\n".formatted(each.template().replace("|", "\\|"), each.data()))
        .collect(Collectors.joining());
  }
}
