package io.landbridge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A Chinese page has what the English one has: the same headings by number and level, and below
 * each the same commands, code in sentences, links, rows of tables and items of lists. Links
 * between Chinese pages count as those between the English ones.
 */
class ChinesePagesTest {

  private static final String INSTALL = "distribution/src/INSTALL.md";
  private static final String CHINESE_INSTALL = "docs/zh/install.md";

  private static final Pattern HEADING = Pattern.compile("(#+) (.*)");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:\\s]*)(#[^)\\s]*)?\\)");

  private static final Path ROOT = SourceTexts.root();

  /**
   * What is below one heading, and what may not differ.
   *
   * @param title of the heading, which is in another language
   * @param level of the heading; 0 for what is before the first
   * @param commands lines of code
   * @param code in sentences, each once, in order
   * @param links where they lead, in order
   * @param rows of tables
   * @param items of lists
   */
  private record Section(
      String title,
      int level,
      List<String> commands,
      List<String> code,
      List<String> links,
      int rows,
      int items) {

    Section untitled() {
      return new Section("", level, commands, code, links, rows, items);
    }
  }

  static Stream<String> pages() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("docs/zh"))) {
      return files
          .map(each -> each.getFileName().toString())
          .filter(name -> name.endsWith(".md"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void hasWhatTheEnglishPageHas(String name) throws IOException {
    List<Section> chinese = sections("docs/zh/" + name);
    List<Section> english = sections(english("docs/zh/" + name));

    for (int i = 0; i < Math.min(chinese.size(), english.size()); i++) {
      assertThat(chinese.get(i).untitled())
          .as("%s: %s: %s", name, english.get(i).title(), chinese.get(i).title())
          .isEqualTo(english.get(i).untitled());
    }
    assertThat(chinese).as("headings of %s", name).hasSameSizeAs(english);
  }

  @Test
  void differencesAreFound() {
    String english = "# A\n\nUse `b`, see [c](c.md#d).\n\n    run --it\n\n| x |\n|---|\n";

    assertThat(read(english, "docs/a.md").get(1).untitled())
        .isEqualTo(
            read("# 甲\n\n用 `b`，见[丙](../c.md#d)。\n\n    run --it\n\n| 子 |\n|---|\n", "docs/zh/a.md")
                .get(1)
                .untitled());
    for (String other :
        List.of(
            english.replace("# A", "## A"),
            english.replace("`b`", "b"),
            english.replace("c.md#d", "c.md"),
            english.replace("--it", "--that"),
            english.replace("|---|\n", ""),
            english + "- e\n")) {
      assertThat(read(other, "docs/a.md").get(1).untitled())
          .isNotEqualTo(read(english, "docs/a.md").get(1).untitled());
    }
  }

  /** Nobody should find out by opening it. */
  @Test
  void linksToPagesThatAreEnglishOnlySaySo() throws IOException {
    List<String> pages = new ArrayList<>(pages().map(each -> "docs/zh/" + each).toList());
    pages.add("README_zh.md");
    List<String> unmarked = new ArrayList<>();
    int marked = 0;
    for (String page : pages) {
      String text = Files.readString(ROOT.resolve(page));
      for (MatchResult link : LINK.matcher(text).results().toList()) {
        if (isEnglishOnly(link, page)) {
          if (saysSo(text.substring(link.end()))) {
            marked++;
          } else {
            unmarked.add(page + ": " + link.group());
          }
        }
      }
    }

    assertThat(unmarked).isEmpty();
    assertThat(marked).isGreaterThan(50);
    assertThat(saysSo("（英文）") && saysSo("，英文）") && !saysSo("）") && !saysSo("。英文")).isTrue();
  }

  /** A link to the English page of the same name says that by its words. */
  private static boolean isEnglishOnly(MatchResult link, String page) {
    String target =
        Path.of(page).resolveSibling(link.group(1)).normalize().toString().replace('\\', '/');
    return target.endsWith(".md")
        && !target.equals("README.md")
        && !target.startsWith("docs/zh/")
        && !hasChinese(target);
  }

  private static boolean saysSo(String rest) {
    // A line may end anywhere.
    String next = rest.substring(0, Math.min(rest.length(), 8)).replaceAll("\\s", "");
    return next.startsWith("（英文）") || next.startsWith("，英文");
  }

  @Test
  void chineseReadmeLeadsToTheSamePages() throws IOException {
    String english = Files.readString(ROOT.resolve("README.md"));

    assertThat(tableLinks(Files.readString(ROOT.resolve("README_zh.md")), "README_zh.md"))
        .hasSizeGreaterThan(20)
        .isEqualTo(
            tableLinks(english.substring(0, english.indexOf("## Where things")), "README.md"));
  }

  private static List<String> tableLinks(String text, String page) {
    return text.lines()
        .filter(line -> line.startsWith("|"))
        .flatMap(line -> LINK.matcher(line).results())
        .map(link -> leadsTo(link, page))
        .toList();
  }

  private static List<Section> sections(String page) throws IOException {
    return read(Files.readString(ROOT.resolve(page)), page);
  }

  private static List<Section> read(String text, String page) {
    List<Section> sections = new ArrayList<>();
    String title = "";
    int level = 0;
    List<String> commands = new ArrayList<>();
    StringBuilder prose = new StringBuilder();
    boolean fenced = false;
    boolean codeMayFollow = true;
    for (String line : (text + "\n# \n").lines().toList()) {
      Matcher heading = HEADING.matcher(line);
      if (!fenced && (heading.matches() || line.equals("# "))) {
        sections.add(section(title, level, List.copyOf(commands), prose.toString(), page));
        title = line.equals("# ") ? "" : heading.group(2);
        level = line.equals("# ") ? 0 : heading.group(1).length();
        commands.clear();
        prose.setLength(0);
      } else if (line.strip().startsWith("```")) {
        fenced = !fenced;
      } else if (fenced || (codeMayFollow && line.startsWith("    "))) {
        commands.add(line.replace("${project.version}", "VERSION"));
      } else {
        prose.append(line.replace("${project.version}", "VERSION")).append('\n');
        // Otherwise an indented line goes on with an item of a list.
        codeMayFollow = line.isBlank();
      }
    }
    return sections;
  }

  private static Section section(
      String title, int level, List<String> commands, String prose, String page) {
    return new Section(
        title,
        level,
        commands,
        // A line may end within a code.
        CODE.matcher(prose)
            .results()
            .map(each -> each.group(1).replaceAll("\\s+", " "))
            .distinct()
            .sorted()
            .toList(),
        LINK.matcher(prose).results().map(each -> leadsTo(each, page)).sorted().toList(),
        count(prose, "\\|.*"),
        count(prose, " *(?:- |[0-9]+\\. ).*"));
  }

  private static int count(String prose, String line) {
    return (int) prose.lines().filter(each -> each.matches(line)).count();
  }

  /** The English page that a link leads to, or would, and which of its headings. */
  private static String leadsTo(MatchResult link, String page) {
    // The English page of the installation has the links of the archive.
    Path from = Path.of(page.equals(INSTALL) ? "INSTALL.md" : page);
    String target =
        link.group(1).isEmpty() ? page : from.resolveSibling(link.group(1)).normalize().toString();
    String english = english(target);
    boolean isChinese = page.startsWith("docs/zh/") || page.equals("README_zh.md");
    if (isChinese && target.equals(english) && hasChinese(english)) {
      return target + " IS THERE IN CHINESE";
    }
    if (link.group(2) == null) {
      return english;
    }
    return hasChinese(english)
        ? english + " heading " + anchors(target).indexOf(link.group(2))
        : english + link.group(2);
  }

  private static String english(String page) {
    return page.equals(CHINESE_INSTALL) ? INSTALL : page.replaceFirst("^docs/zh/", "docs/");
  }

  private static boolean hasChinese(String page) {
    String chinese =
        page.equals(INSTALL) ? CHINESE_INSTALL : page.replaceFirst("^docs/", "docs/zh/");
    return !chinese.equals(page) && Files.exists(ROOT.resolve(chinese));
  }

  /** The anchors of a page, as the code host and the site name them; the first is of no heading. */
  private static List<String> anchors(String page) {
    List<String> anchors = new ArrayList<>(List.of(""));
    boolean fenced = false;
    try {
      for (String line : Files.readAllLines(ROOT.resolve(page))) {
        fenced ^= line.strip().startsWith("```");
        Matcher heading = HEADING.matcher(line);
        if (!fenced && heading.matches()) {
          String title = heading.group(2).toLowerCase(Locale.ROOT);
          anchors.add("#" + title.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'));
        }
      }
    } catch (IOException e) {
      throw new AssertionError(page, e);
    }
    return anchors;
  }
}
