package io.landbridge.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.landbridge.compat.browser.Look;
import io.landbridge.compat.browser.TestBrowser;
import io.landbridge.compat.browser.TestPage;
import java.io.File;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The documentation site as {@code distribution/site} builds it. Skipped where Python has no {@code
 * venv}, and in parts where there is no Chromium, unless they are required.
 */
class SiteIT {

  /** Environment variable: {@code true} where a site that cannot be built is a failure. */
  private static final String REQUIRED = "LANDBRIDGE_SITE_REQUIRED";

  /** How the script ends where what it builds with cannot be installed. */
  private static final int NO_GENERATOR = 75;

  private static final Path ROOT = SourceTexts.root();
  private static final Path SITE = ROOT.resolve("target/site");

  private static final Pattern ELEMENT = Pattern.compile("<([a-z]+)\\b([^>]*)>");
  private static final Pattern ADDRESS =
      Pattern.compile("\\b(?:href|src|srcset|data|action|poster)=\"?([^\"\\s>]*)\"?");
  private static final Pattern STYLE_ADDRESS =
      Pattern.compile("(?:url\\(|@import )\\s*[\"']?([^\"')]*)");
  private static final Pattern ID = Pattern.compile("\\bid=\"?([^\"\\s>]+)\"?");

  /**
   * The theme gives parts of its navigation the same name, and its tables scroll without a place in
   * the order of tabs, which browsers give them themselves. Nobody is kept out by either.
   */
  private static final Pattern OF_THE_THEME =
      Pattern.compile("landmark-unique |scrollable-region-focusable ");

  @TempDir static Path directory;

  @BeforeAll
  static void build() throws Exception {
    required(
        run(60, List.of("python3", "-c", "import ensurepip, venv")) == 0,
        "no site: python3 has no venv: apt-get install python3-venv");
    Path out = directory.resolve("build.txt");
    int exitCode = run(300, List.of(ROOT.resolve("distribution/site").toString()), out, out);
    String said = Files.readString(out);
    required(exitCode != NO_GENERATOR, said);
    assertThat(exitCode).as(said).isZero();
  }

  @Test
  void everyLinkLeadsToAPageAndAnAnchor() throws IOException {
    Map<Path, Set<String>> ids = new HashMap<>();
    for (Path page : pages()) {
      Set<String> found = new HashSet<>();
      ID.matcher(Files.readString(page)).results().forEach(each -> found.add(each.group(1)));
      ids.put(page, found);
    }
    List<String> dead = new ArrayList<>();
    for (Path page : pages()) {
      addresses(page).stream()
          .filter(address -> !leaves(address) && !leads(page, address, ids))
          .forEach(address -> dead.add(SITE.relativize(page) + ": " + address));
    }

    assertThat(ids).hasSizeGreaterThan(70);
    assertThat(dead).isEmpty();
  }

  @Test
  void noPageAsksForAnotherHost() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path page : pages()) {
      String text = Files.readString(page);
      assertThat(text).as("%s", page).contains("Content-Security-Policy");
      ELEMENT
          .matcher(text)
          .results()
          .filter(element -> !element.group(1).equals("a"))
          .flatMap(element -> ADDRESS.matcher(element.group(2)).results())
          .map(address -> address.group(1))
          .filter(SiteIT::leaves)
          .forEach(address -> found.add(SITE.relativize(page) + ": " + address));
    }
    for (Path style : files(".css")) {
      STYLE_ADDRESS
          .matcher(Files.readString(style))
          .results()
          .map(address -> address.group(1))
          .filter(address -> leaves(address) && !address.startsWith("data:"))
          .forEach(address -> found.add(SITE.relativize(style) + ": " + address));
    }

    assertThat(found).isEmpty();
  }

  /** Also as files, without a server. */
  @ParameterizedTest
  @CsvSource({
    "index.html, No%20provider%20available, #a-consumer-says-no-provider-available",
    "zh/index.html, 不可回退点, zh/glossary.html"
  })
  void opensInABrowserAndFinds(String page, String words, String found) {
    try (TestBrowser browser = browser();
        TestPage opened = browser.open(Look.DESKTOP)) {
      opened.page().navigate(SITE.resolve(page).toUri() + "?q=" + words);
      opened
          .page()
          .locator(".md-search-result__list a[href*='" + found + "']")
          .first()
          .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED));

      assertThat(opened.errors()).isEmpty();
      assertThat(opened.hosts()).allMatch(each -> each.startsWith("file:"));
    }
  }

  /** Each kind of content, in both languages: text, tables, pictures, long reference. */
  @ParameterizedTest
  @ValueSource(strings = {"index", "concepts", "bridge", "cli", "zh/index", "zh/operations"})
  void everybodyCanUseIt(String page) {
    List<String> found = new ArrayList<>();
    try (TestBrowser browser = browser()) {
      for (Look look : List.of(Look.DESKTOP, Look.DESKTOP.inDark(), Look.PHONE)) {
        try (TestPage opened = browser.open(look)) {
          opened.page().navigate(SITE.resolve(page + ".html").toUri().toString());
          // What axe reads itself of a file is refused, and is no error of the page.
          opened.errors().forEach(each -> found.add(look + " " + each));
          opened.violations().stream()
              .filter(each -> !OF_THE_THEME.matcher(each).lookingAt())
              .forEach(each -> found.add(look + " " + each));
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static TestBrowser browser() {
    if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
      return assertDoesNotThrow(TestBrowser::start);
    }
    return TestBrowser.start();
  }

  private static void required(boolean isThere, String otherwise) {
    if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
      assertThat(isThere).as(otherwise).isTrue();
    }
    assumeTrue(isThere, otherwise);
  }

  private static List<Path> pages() throws IOException {
    return files(".html");
  }

  private static List<Path> files(String ending) throws IOException {
    try (Stream<Path> files = Files.walk(SITE)) {
      return files.filter(each -> each.toString().endsWith(ending)).sorted().toList();
    }
  }

  private static List<String> addresses(Path page) throws IOException {
    return ELEMENT
        .matcher(Files.readString(page))
        .results()
        .flatMap(element -> ADDRESS.matcher(element.group(2)).results())
        .map(address -> address.group(1).replace("&amp;", "&"))
        .toList();
  }

  private static boolean leaves(String address) {
    return address.startsWith("//") || address.matches("[a-z][a-z0-9+.-]*:.*");
  }

  private static boolean leads(Path page, String address, Map<Path, Set<String>> ids) {
    int hash = address.indexOf('#');
    String anchor = hash < 0 ? "" : decoded(address.substring(hash + 1));
    String path =
        decoded(hash < 0 ? address : address.substring(0, hash)).replaceFirst("\\?.*", "");
    // The page of an unknown address may be anywhere, so its links begin at the top.
    Path from = path.startsWith("/") ? SITE : page.getParent();
    Path target = path.isEmpty() ? page : from.resolve(path.replaceFirst("^/", "")).normalize();
    if (Files.isDirectory(target)) {
      target = target.resolve("index.html");
    }
    return Files.exists(target)
        && (anchor.isEmpty() || ids.getOrDefault(target, Set.of()).contains(anchor));
  }

  private static String decoded(String address) {
    return URLDecoder.decode(address.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static int run(int seconds, List<String> command) throws Exception {
    Path nowhere = directory.resolve("nowhere.txt");
    return run(seconds, command, nowhere, nowhere);
  }

  private static int run(int seconds, List<String> command, Path out, Path errors)
      throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out.toFile());
    if (out.equals(errors)) {
      builder.redirectErrorStream(true);
    } else {
      builder.redirectError(errors.toFile());
    }
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      // There is no such program.
      return 127;
    }
    try {
      assertThat(process.waitFor(seconds, TimeUnit.SECONDS)).as("%s ends", command).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return process.exitValue();
  }
}
