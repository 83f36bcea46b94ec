package io.landbridge.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsolePageTest {

  private static final Path PAGE = Path.of("src/main/resources/io/landbridge/console/page");
  private static final Path LIBRARIES = Path.of("target/classes/io/landbridge/console/lib");
  private static final int MAX_BYTES = 200 * 1024;

  private final ConsolePage page = page();

  @Test
  void everyFileOfThePageIsServed() throws IOException {
    try (Stream<Path> files = Files.list(PAGE)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .filteredOn(each -> !each.equals("index.html"))
          .allMatch(each -> page.paths().stream().anyMatch(path -> path.endsWith("/" + each)));
    }
  }

  @Test
  void isSmall() throws IOException {
    long bytes = 0;
    for (String each : page.paths()) {
      bytes += compressed(page.find(each).orElseThrow().content());
    }
    assertThat(bytes).isBetween(10_000L, (long) MAX_BYTES);
  }

  @Test
  void theStartPageIsAskedForAgainAndTheRestIsKeptForEver() {
    for (String each : page.paths()) {
      assertThat(page.find(each).orElseThrow().headers().get("Cache-Control"))
          .as(each)
          .isEqualTo(each.isEmpty() ? "no-cache" : "public, max-age=31536000, immutable");
    }
  }

  @Test
  void theStartPageNamesFilesThatAreThere() {
    String html = start();
    Matcher named = Pattern.compile("(?:href|src)=\"([^\"]+)\"|:\"\\./([^\"]+)\"").matcher(html);
    List<String> files =
        named.results().map(each -> each.group(1) == null ? each.group(2) : each.group(1)).toList();
    assertThat(files).hasSize(6).allMatch(each -> page.find(each).isPresent());
    assertThat(html).contains("content=\"v3/auth/user/login\"").doesNotContain("@");
  }

  @Test
  void theOnlyInlineScriptIsTheMapOfImportsWithItsHash() throws Exception {
    String html = start();
    Matcher inline = Pattern.compile("<script([^>]*)>([^<]+)</script>").matcher(html);
    assertThat(inline.find()).isTrue();
    assertThat(inline.group(1)).isEqualTo(" type=\"importmap\"");
    byte[] digest =
        MessageDigest.getInstance("SHA-256")
            .digest(inline.group(2).getBytes(StandardCharsets.UTF_8));
    assertThat(inline.find()).isFalse();
    assertThat(policy())
        .contains("script-src 'self' 'sha256-" + Base64.getEncoder().encodeToString(digest) + "'")
        .contains("default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe");
  }

  @Test
  void nothingMakesHtmlOfText() throws IOException {
    for (Path each : modules()) {
      assertThat(Files.readString(each))
          .as(each.toString())
          .doesNotContain(
              "innerHTML",
              "outerHTML",
              "insertAdjacentHTML",
              "dangerouslySetInnerHTML",
              "document.write",
              "eval(",
              "http://",
              "https://");
    }
  }

  @Test
  void bothLanguagesHaveTheSameTexts() throws IOException {
    String texts = Files.readString(PAGE.resolve("i18n.js"));
    int chinese = texts.indexOf("\n  zh: {");
    assertThat(keys(texts.substring(0, chinese)))
        .hasSizeGreaterThan(100)
        .isEqualTo(keys(texts.substring(chinese)));
    assertThat(used()).isNotEmpty().isSubsetOf(keys(texts));
  }

  /** What the build has unpacked is what was looked at when the version was chosen. */
  @ParameterizedTest
  @CsvSource({
    "preact/preact.module.js,2ce1b7b810fc14cda3f4242e636311b5a5e6d5a6cb1f3274fe948fe3bba3d32e",
    "preact/hooks.module.js,0e62f95470546ddf657f9cf5f84aaf9de01bb869ee742c2095429cd2b4c9ea0f",
    "htm/htm.module.js,ab33dd3f38059b9be4d5f5350128eefb2356639c4e0bbe9d9e8b3ba75847e9e4",
  })
  void librariesAreTheKnownOnes(String file, String sha256) throws Exception {
    byte[] content = Files.readAllBytes(LIBRARIES.resolve(file));
    assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)))
        .isEqualTo(sha256);
    assertThat(LIBRARIES.resolve(file).resolveSibling("LICENSE")).exists();
  }

  private static Set<String> keys(String texts) {
    return Pattern.compile("(?m)^    (?:\"([^\"]+)\"|([a-z]+)): \"")
        .matcher(texts)
        .results()
        .map(each -> each.group(1) == null ? each.group(2) : each.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> used() throws IOException {
    Set<String> used = new TreeSet<>();
    for (Path each : modules()) {
      Pattern.compile("\\bt\\(\\s*\"([^\"]+)\"")
          .matcher(Files.readString(each))
          .results()
          .forEach(found -> used.add(found.group(1)));
    }
    return used;
  }

  private static List<Path> modules() throws IOException {
    try (Stream<Path> files = Files.list(PAGE)) {
      return files.filter(each -> each.toString().endsWith(".js")).sorted().toList();
    }
  }

  private String start() {
    return new String(page.find("").orElseThrow().content(), StandardCharsets.UTF_8);
  }

  private String policy() {
    return page.find("").orElseThrow().headers().getOrDefault("Content-Security-Policy", "");
  }

  private static ConsolePage page() {
    try {
      return ConsolePage.load("v3/auth/user/login");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long compressed(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    }
    return bytes.size();
  }
}
