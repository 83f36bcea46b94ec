package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.Artifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The file of settings in the archive: every setting of the plugin with its default, commented out.
 * It is generated from the pages ({@code -Dlandbridge.schemas=write}), which have every key that
 * the code reads.
 */
class SettingsFileTest {

  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| `(landbridge\\.[a-z0-9.-]+)` \\| ([^|]*) \\| ((?:[^|]|\\\\\\|)*) \\|$");
  private static final Pattern KEY = Pattern.compile("\"(landbridge(?:\\.[a-z0-9-]+)+)\"");
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");
  private static final int COLUMNS = 96;

  private final Path root = Artifacts.locate().root();

  @Test
  void theFileIsCurrent() throws IOException {
    Path file = root.resolve("distribution/src/landbridge.properties");
    if ("write".equals(System.getProperty("landbridge.schemas"))) {
      Files.writeString(file, content());
    }
    assertThat(Files.readString(file)).isEqualTo(content());
  }

  @Test
  void thePagesHaveEveryKeyThatIsRead() throws IOException {
    TreeSet<String> read = new TreeSet<>();
    for (String source :
        List.of(
            "naming-plugin/host/src/main/java/io/landbridge/host/boot/PluginSettings.java",
            "dual-write-bridge/bridge/src/main/java/io/landbridge/bridge/BridgeProvider.java",
            "dual-write-bridge/front-nacos3/src/main/java/io/landbridge/front/nacos3/Nacos3Front.java")) {
      KEY.matcher(Files.readString(root.resolve(source)))
          .results()
          .forEach(each -> read.add(each.group(1)));
    }
    assertThat(rows().map(row -> row.group(1)).toList())
        .hasSizeGreaterThan(20)
        .containsExactlyInAnyOrderElementsOf(read);
  }

  private Stream<MatchResult> rows() throws IOException {
    List<MatchResult> rows = new ArrayList<>();
    for (String page : List.of("docs/settings.md", "docs/metrics.md")) {
      rows.addAll(ROW.matcher(Files.readString(root.resolve(page))).results().toList());
    }
    return rows.stream();
  }

  private String content() throws IOException {
    StringBuilder file =
        new StringBuilder(
            """
            # Settings of the Landbridge plugin, each with its default. Copy what you change into the
            # application.properties of every server. docs/settings.md has more on each.
            """);
    rows()
        .forEach(
            row -> {
              file.append('\n');
              wrapped(plain(row.group(3)))
                  .forEach(line -> file.append("# ").append(line).append('\n'));
              file.append('#').append(row.group(1)).append('=').append(value(row.group(2)));
              file.append('\n');
            });
    return file.toString();
  }

  /** The default where it is a value, and nothing where it is a word. */
  private static String value(String cell) {
    Matcher value = Pattern.compile("^`([^`]*)`").matcher(cell);
    return value.find() ? value.group(1) : "";
  }

  private static String plain(String cell) {
    return LINK.matcher(cell).replaceAll("$1").replace("`", "").replace("\\|", "|");
  }

  private static List<String> wrapped(String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > COLUMNS) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
