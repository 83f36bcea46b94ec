package io.landbridge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The page of messages is generated from the sources. After a change of a text the page is written
 * by {@code -Dlandbridge.schemas=write} and reviewed like any other change.
 */
class MessagesTest {

  @Test
  void pageOfMessagesIsCurrent() throws IOException {
    Path root = SourceTexts.root();
    String made = MessagesPage.of(root);
    Path page = root.resolve("docs/messages.md");
    if ("write".equals(System.getProperty("landbridge.schemas"))) {
      Files.writeString(page, made);
    }

    assertThat(Files.readString(page)).isEqualTo(made);
  }

  @Test
  void pageHasEveryKindOfMessage() throws IOException {
    assertThat(MessagesPage.of(SourceTexts.root()))
        .contains("- `--force`", "- `landbridge.bridge.lag`", "Bridge stalled: {}")
        .contains("no server given", "- ZERO_WEIGHT: ", "### ApplicationFold");
  }
}
