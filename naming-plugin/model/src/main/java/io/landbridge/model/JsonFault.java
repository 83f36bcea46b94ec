package io.landbridge.model;

import java.util.regex.Pattern;

/**
 * What is wrong with a text that is no JSON or YAML, in the words of the library that read it and
 * without what only its developers understand: names of Java types, and where it keeps the text.
 * Pure.
 */
public final class JsonFault {

  private static final int MOST = 200;

  /** How much of a message is looked at. */
  private static final int READ = 1_000;

  /** Where the text came from, up to its line, which is not hidden. */
  private static final Pattern SOURCE =
      Pattern.compile("\\(?(?:start marker )?at \\[Source: .*?line: (\\d+), column: \\d+\\]\\)?");

  private static final Pattern ASIDE =
      Pattern.compile(
          " ?\\((?:class |index |through reference chain|\\d+ known properties|although|code )[^)]*\\)");

  private static final Pattern FEATURE =
      Pattern.compile("; (?:null value for creator property.*|`\\w+Feature\\.\\w+` \\w+)");

  private static final Pattern PROPERTY = Pattern.compile("(?:required )?creator property");
  private static final Pattern NOT_IGNORED = Pattern.compile(", not marked as ignorable");
  private static final Pattern PACKAGE = Pattern.compile("(?:[a-z][a-z0-9_]*\\.){2,}(?=[A-Z])");
  private static final Pattern OUTER = Pattern.compile("\\b[A-Z][A-Za-z0-9]*\\$(?=[A-Z])");

  private JsonFault() {}

  /**
   * The message for people, in one line.
   *
   * @param message of the library; at most {@value #MOST} characters of it are kept
   */
  public static String text(String message) {
    // What it quotes is a stranger's, and the patterns are not for long texts.
    String first = message.lines().findFirst().orElse("");
    String line = first.length() <= READ ? first : first.substring(0, READ);
    line = SOURCE.matcher(line).replaceAll("(begun in line $1)");
    line = ASIDE.matcher(line).replaceAll("");
    line = FEATURE.matcher(line).replaceAll("");
    line = PROPERTY.matcher(line).replaceAll("field");
    line = NOT_IGNORED.matcher(line).replaceAll("");
    line = PACKAGE.matcher(line).replaceAll("");
    line = OUTER.matcher(line).replaceAll("");
    line = line.strip();
    return line.length() <= MOST ? line : line.substring(0, MOST) + "...";
  }
}
