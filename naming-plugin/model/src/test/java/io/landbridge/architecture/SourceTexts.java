package io.landbridge.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the string literals of the main sources, each with the call it is an argument of. */
final class SourceTexts {

  private static final Set<String> PARTS =
      Set.of("migration-tool", "naming-plugin", "dual-write-bridge", "distribution");

  private SourceTexts() {}

  /**
   * One text.
   *
   * @param file path below the root of the repository
   * @param line where the text starts
   * @param call name before the opening parenthesis around the text; empty if there is none
   * @param start offset of that parenthesis, the same for all arguments of a call
   * @param text the literal, joined if it has several parts
   */
  record Text(Path file, int line, String call, int start, String text) {}

  /** Returns the root of the repository. */
  static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("CHANGELOG.md"))) {
      directory = directory.getParent();
    }
    return directory;
  }

  /** Returns the main sources of all modules that are shipped, in order. */
  static List<Path> files(Path root) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String part : PARTS.stream().sorted().toList()) {
      try (Stream<Path> all = Files.walk(root.resolve(part))) {
        all.filter(each -> each.toString().endsWith(".java"))
            .filter(each -> each.toString().contains("/src/main/java/"))
            .sorted()
            .forEach(files::add);
      }
    }
    return files;
  }

  /** Returns the texts of one source in order. */
  static List<Text> of(Path file, String source) {
    char[] code = source.toCharArray();
    List<int[]> literals = new ArrayList<>();
    int at = 0;
    while (at < code.length) {
      int end = at + 1;
      if (source.startsWith("//", at)) {
        end = endOf(source, "\n", at);
        blank(code, at, end);
      } else if (source.startsWith("/*", at)) {
        end = endOf(source, "*/", at + 2);
        blank(code, at, end);
      } else if (source.startsWith("\"\"\"", at)) {
        end = endOf(source, "\"\"\"", at + 3);
        literals.add(new int[] {at, end, 3});
        blank(code, at, end);
      } else if (code[at] == '"' || code[at] == '\'') {
        end = quoted(source, at);
        if (code[at] == '"') {
          literals.add(new int[] {at, end, 1});
        }
        blank(code, at, end);
      }
      at = end;
    }
    String masked = new String(code);
    List<Text> texts = new ArrayList<>();
    for (int i = 0; i < literals.size(); i++) {
      int[] first = literals.get(i);
      StringBuilder text = new StringBuilder(inner(source, first));
      while (i + 1 < literals.size()
          && masked.substring(literals.get(i)[1], literals.get(i + 1)[0]).strip().equals("+")) {
        text.append(inner(source, literals.get(++i)));
      }
      int open = open(masked, first[0]);
      int line = 1 + (int) source.substring(0, first[0]).chars().filter(c -> c == '\n').count();
      texts.add(new Text(file, line, name(masked, open), open, text.toString()));
    }
    return texts;
  }

  private static String inner(String source, int[] literal) {
    return source.substring(literal[0] + literal[2], literal[1] - literal[2]);
  }

  private static int endOf(String source, String what, int from) {
    int found = source.indexOf(what, from);
    return found < 0 ? source.length() : found + what.length();
  }

  private static int quoted(String source, int from) {
    int at = from + 1;
    while (source.charAt(at) != source.charAt(from)) {
      at += source.charAt(at) == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private static void blank(char[] code, int from, int to) {
    for (int i = from; i < to; i++) {
      code[i] = code[i] == '\n' ? '\n' : ' ';
    }
  }

  /** Finds the parenthesis around a place; -1 outside of any. */
  private static int open(String masked, int from) {
    int depth = 0;
    for (int at = from - 1; at >= 0; at--) {
      char each = masked.charAt(at);
      if (each == ')') {
        depth++;
      } else if (each == ';' && depth == 0) {
        return -1;
      } else if (each == '(' && depth-- == 0) {
        String name = name(masked, at);
        if (!name.isEmpty() && !name.endsWith("formatted") && !name.equals("of")) {
          return at;
        }
        depth = 0;
      }
    }
    return -1;
  }

  private static String name(String masked, int open) {
    int end = open;
    while (end > 0 && Character.isWhitespace(masked.charAt(end - 1))) {
      end--;
    }
    int start = end;
    while (start > 0
        && (Character.isJavaIdentifierPart(masked.charAt(start - 1))
            || masked.charAt(start - 1) == '.'
            || masked.charAt(start - 1) == '@')) {
      start--;
    }
    return open < 0 ? "" : masked.substring(start, end);
  }
}
