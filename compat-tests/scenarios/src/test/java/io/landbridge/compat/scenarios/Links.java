package io.landbridge.compat.scenarios;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The links of a page to other pages and to headings. */
final class Links {

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]*)(#[^)]*)?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  private Links() {}

  /** Those pages below a directory that are written in Markdown. */
  static List<Path> pages(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(each -> each.toString().endsWith(".md")).sorted().toList();
    }
  }

  /** The links of a page that lead nowhere, as they are written. */
  static List<String> dead(Path page) throws IOException {
    return LINK.matcher(Files.readString(page))
        .results()
        .filter(link -> !leads(page, link.group(1), link.group(2)))
        .map(link -> page.getFileName() + ": " + link.group())
        .toList();
  }

  private static boolean leads(Path page, String path, @Nullable String anchor) {
    Path target = path.isEmpty() ? page : page.resolveSibling(path);
    return Files.exists(target) && (anchor == null || headings(target).contains(anchor));
  }

  /** As GitHub names them. */
  private static List<String> headings(Path page) {
    try {
      return HEADING
          .matcher(Files.readString(page))
          .results()
          .map(each -> each.group(1).toLowerCase(Locale.ROOT))
          .map(each -> "#" + each.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
