package io.landbridge.migrate.hazard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page for operators has every hazard with its severity. */
class DocumentedHazardsTest {

  @Test
  void everyKindIsInThePage() throws Exception {
    String page = Files.readString(Path.of("../docs/cli.md"));

    assertThat(Stream.of(HazardKind.values()))
        .allSatisfy(
            kind -> assertThat(page).contains("| `%s` | %s | ".formatted(kind, kind.severity())));
  }
}
