package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** The SQL of docs/bridge.md adds exactly the columns that a 1.x database lacks. */
class SharedDatabaseTest {

  private static final Artifacts ARTIFACTS = Artifacts.locate();

  private static final Pattern TABLE =
      Pattern.compile(
          "create table\\s+[`\"]?(\\w+)[`\"]?\\s*\\((.*?)\\n\\s*\\)[^;)]*;",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern COLUMN = Pattern.compile("(?m)^\\s*[`\"]?(\\w+)[`\"]?\\s+(.+?),?$");

  private static final Pattern ALTERATION =
      Pattern.compile("ALTER TABLE (\\w+) (?:ADD|MODIFY) COLUMN (\\w+) (.+);");

  @Test
  void everyColumnThatNewerServersUseIsThereOrAdded() throws IOException {
    Map<String, String> columns = columns(schema(NacosVersion.V1_4_1, "META-INF/nacos-db.sql"));
    columns.putAll(added());

    assertThat(columns.keySet())
        .containsAll(columns(schema(NacosVersion.V2_2_4, "META-INF/nacos-db.sql")).keySet())
        .containsAll(columns(schema(NacosVersion.V3_1_0, "META-INF/mysql-schema.sql")).keySet());
  }

  @Test
  void oldServersWriteWithoutKnowingOfIt() throws IOException {
    Map<String, String> old = columns(schema(NacosVersion.V1_4_1, "META-INF/nacos-db.sql"));
    Map<String, String> inTheirTables = added();
    inTheirTables
        .keySet()
        .removeIf(
            added ->
                old.keySet().stream()
                    .noneMatch(each -> each.startsWith(added.replaceAll("\\..*", "."))));

    assertThat(inTheirTables).isNotEmpty();
    assertThat(inTheirTables)
        .allSatisfy((column, type) -> assertThat(type).as(column).contains("DEFAULT"));
  }

  /** By table and column, what the page adds or changes. */
  private static Map<String, String> added() throws IOException {
    String page = Files.readString(ARTIFACTS.root().resolve("docs/bridge.md"));
    String sql =
        Pattern.compile("```sql\\n(.*?)```", Pattern.DOTALL)
            .matcher(page)
            .results()
            .map(each -> each.group(1))
            .collect(Collectors.joining());
    Map<String, String> added = columns(sql);
    ALTERATION
        .matcher(sql)
        .results()
        .forEach(each -> added.put(each.group(1) + "." + each.group(2), each.group(3)));
    return added;
  }

  private static Map<String, String> columns(String sql) {
    Map<String, String> columns = new TreeMap<>();
    for (MatchResult table : TABLE.matcher(sql).results().toList()) {
      columns.putAll(
          COLUMN
              .matcher(table.group(2))
              .results()
              .filter(each -> !each.group(1).matches("(?i)primary|unique|key|constraint"))
              .collect(
                  Collectors.toMap(
                      each -> (table.group(1) + "." + each.group(1)).toLowerCase(Locale.ROOT),
                      each -> each.group(2))));
    }
    return columns;
  }

  private static String schema(NacosVersion version, String entry) throws IOException {
    try (ZipFile jar = new ZipFile(ARTIFACTS.serverJar(version, "nacos-config-").toFile());
        InputStream schema = jar.getInputStream(Objects.requireNonNull(jar.getEntry(entry)))) {
      return new String(schema.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
