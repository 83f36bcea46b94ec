package io.landbridge.compat.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.compat.cluster.Artifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunbookTest {

  private static final Path DOCUMENT =
      Artifacts.locate().root().resolve("docs/in-place-upgrade.md");

  @Test
  void theDocumentMovesEveryServerOnce() {
    Runbook book = Runbook.read(DOCUMENT);
    assertThat(book.passes())
        .extracting(pass -> pass.variables().substring(0, "THIS=$S1".length()))
        .containsExactly("THIS=$S1", "THIS=$S2", "THIS=$S3");
    assertThat(book.functions()).contains("eventually()");
    assertThat(book.back()).contains("$OLD/bin/startup.sh");
  }

  @Test
  void whatIsMissingIsNamed() throws IOException {
    List<String> lines = Files.readAllLines(DOCUMENT);
    assertThatThrownBy(() -> Runbook.parse(without(lines, "```order")))
        .hasMessageContaining("its order");
    assertThatThrownBy(() -> Runbook.parse(without(lines, "### Step 4")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<String> without(List<String> lines, String start) {
    return lines.stream().filter(line -> !line.startsWith(start)).toList();
  }
}
