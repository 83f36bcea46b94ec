package io.landbridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The operators' list of losses is that of the code. */
class LossesDocumentTest {

  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Z_0-9]+)` \\| (yes|no) \\|");

  @Test
  void everyKindIsInTheDocument() throws IOException {
    Map<String, Boolean> documented = new TreeMap<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("../../docs/losses.md")));
    while (row.find()) {
      documented.put(row.group(1), row.group(2).equals("yes"));
    }

    Map<String, Boolean> kinds = new TreeMap<>();
    List.of(Loss.Kind.values()).forEach(kind -> kinds.put(kind.name(), kind.dropped()));
    assertThat(documented).isEqualTo(kinds);
  }
}
