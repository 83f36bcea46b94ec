package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.Versions;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosVersion;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the README promises is there. */
class ReadmeTest {

  private static final Pattern COMMAND = Pattern.compile("(?m)^ {4}(\\S*/\\S+)( .*)?$");
  private static final Pattern VERSION = Pattern.compile("[0-9]+(?:\\.[0-9]+)+(?:-[0-9.]+)?");

  /** A class of tests, and one of its methods where one is named. */
  private static final Pattern TEST =
      Pattern.compile("`([A-Z][A-Za-z0-9]*(?:Test|IT|E2E))(?:\\.([a-z][A-Za-z0-9]*))?`");

  private static final Pattern CLASS = Pattern.compile("`([A-Z][A-Za-z0-9]+)`");

  private final Path root = Artifacts.locate().root();

  @Test
  void commandsCanBeRun() throws IOException {
    List<String> commands =
        COMMAND
            .matcher(readme())
            .results()
            .map(result -> result.group(1))
            .filter(command -> !command.endsWith("/"))
            .toList();

    assertThat(commands).contains("distribution/quickstart", "./mvnw");
    assertThat(commands).allSatisfy(command -> assertThat(root.resolve(command)).isExecutable());
  }

  /** Compares the part that both languages have. */
  @Test
  void theChinesePageHasTheSameCommandsVersionsAndRoutes() throws IOException {
    String english = beforeTheList(readme());
    String chinese = Files.readString(root.resolve("README_zh.md"));
    for (Pattern same :
        List.of(
            COMMAND,
            Pattern.compile("(?m)^(#+) "),
            Pattern.compile("(?m)^\\| .*?\\| ((?:[0-9.]+, )*[0-9.]+) \\|$"),
            // A page that is there in English only is said to be.
            Pattern.compile(
                "\\| \\[[^]]*]\\(([^)#]*)(?:#[^)]*)?\\)(?:\uff08\u82f1\u6587\uff09)? \\|"))) {
      assertThat(found(same, chinese).stream().map(ReadmeTest::english).toList())
          .as("%s", same)
          .isNotEmpty()
          .isEqualTo(found(same, english));
    }
  }

  /** The English page that a Chinese one is the same as. */
  private static String english(String page) {
    return page.equals("docs/zh/install.md")
        ? "distribution/src/INSTALL.md"
        : page.replaceFirst("^docs/zh/", "docs/");
  }

  private static String beforeTheList(String readme) {
    return readme.substring(0, readme.indexOf("## Where things are"));
  }

  private static List<String> found(Pattern pattern, String page) {
    return pattern.matcher(page).results().map(each -> each.group(1)).toList();
  }

  static Stream<String> pages() throws IOException {
    Path root = Artifacts.locate().root();
    return Stream.concat(
        Stream.of(
            "README.md",
            "README_zh.md",
            "CONTRIBUTING.md",
            "SECURITY.md",
            "compat-tests/README.md"),
        Links.pages(root.resolve("docs")).stream().map(root::relativize).map(Path::toString));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void linksLeadSomewhere(String page) throws IOException {
    assertThat(Links.dead(root.resolve(page))).isEmpty();
  }

  @Test
  void thePageOfTheCommandNamesEveryExample() throws IOException {
    String page = Files.readString(root.resolve("docs/cli.md"));
    assertThat(Examples.all())
        .hasSizeGreaterThan(5)
        .allSatisfy(
            example -> {
              assertThat(example).isExecutable();
              assertThat(page).contains("(examples/%s)".formatted(example.getFileName()));
            });
  }

  @ParameterizedTest
  @CsvSource({"docs/found-bugs.md, 20", "SECURITY.md, 10"})
  void testsThatAPageNamesAreThere(String page, int atLeast) throws IOException {
    List<MatchResult> named = TEST.matcher(Files.readString(root.resolve(page))).results().toList();
    assertThat(named).hasSizeGreaterThan(atLeast);
    Map<String, Path> classes = sources("/src/test/java/");
    for (MatchResult each : named) {
      Path file = classes.get(each.group(1) + ".java");
      assertThat(file).as(each.group()).isNotNull();
      if (each.group(2) != null) {
        assertThat(file).content().contains(" " + each.group(2) + "(");
      }
    }
  }

  @Test
  void classesThatTheCodeMapNamesAreThere() throws IOException {
    Map<String, Path> classes = sources("/src/main/java/");
    assertThat(CLASS.matcher(Files.readString(root.resolve("docs/code-map.md"))).results())
        .extracting(each -> each.group(1) + ".java")
        .hasSizeGreaterThan(30)
        .allSatisfy(file -> assertThat(classes).containsKey(file));
  }

  private Map<String, Path> sources(String part) throws IOException {
    Map<String, Path> classes = new HashMap<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            // What tests write beside this one comes and goes.
            String name = directory.getFileName().toString();
            return !directory.equals(root) && (name.equals("target") || name.startsWith("."))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().contains(part)) {
              classes.put(file.getFileName().toString(), file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return classes;
  }

  @Test
  void directoriesAreThere() throws IOException {
    assertThat(Pattern.compile("(?m)^ {4}([a-z-]+)/ {2,}").matcher(readme()).results())
        .extracting(result -> result.group(1))
        .contains("naming-plugin", "distribution")
        .allSatisfy(directory -> assertThat(root.resolve(directory)).isDirectory());
  }

  @Test
  void versionsAreTheTestedOnes() throws IOException {
    assertThat(versions("Nacos servers, for `landbridge scan`")).isEqualTo(tested("server nacos"));
    assertThat(versions("Nacos servers, with the plugin"))
        .isEqualTo(
            new TreeSet<>(
                tested("server nacos").stream()
                    .filter(each -> NacosVersion.of(each).isExtensible())
                    .toList()));
    assertThat(versions("Dubbo providers and consumers")).isEqualTo(tested("program dubbo"));
    assertThat(versions("dubbo-go providers and consumers")).isEqualTo(tested("program dubbo-go"));
    assertThat(versions("Nacos clients in them"))
        .isEqualTo(tested("program dubbo \\S+ nacos-client"));
    assertThat(versions("Nacos clients without Dubbo")).isEqualTo(tested("program nacos-client"));
  }

  private TreeSet<String> versions(String row) throws IOException {
    String line =
        readme()
            .lines()
            .filter(each -> each.startsWith("| " + row + " |"))
            .findFirst()
            .orElseThrow();
    return VERSION
        .matcher(line)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The versions that follow the given words in versions.txt. */
  private TreeSet<String> tested(String words) throws IOException {
    Pattern pattern = Pattern.compile("(?:^|.* )" + words + " (\\S+).*");
    return Versions.read(root.resolve("compat-tests/versions.txt")).keys().stream()
        .map(pattern::matcher)
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private String readme() throws IOException {
    return Files.readString(root.resolve("README.md"));
  }
}
