package io.landbridge.model;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with what is counted, in the singular for one. Pure. */
public final class Counted {

  /** A number, what is counted, perhaps after one or two words more, and perhaps a verb. */
  private static final Pattern PLURAL =
      Pattern.compile(
          "%d ((?:(?!(?:of|s|ms|some|in|to|on|are|is|now) )[a-z0-9.-]+ ){0,2}?)([a-z]+s)\\b(?![/'])"
              + "(?: (are|have|were|differ|announce)\\b)?");

  private static final Pattern ARGUMENT = Pattern.compile("%[^%n\\s]*?[a-zA-Z]");

  private static final Set<String> NO_NOUNS = Set.of("is", "ms", "was", "has", "as", "times");

  private static final Map<String, String> VERBS =
      Map.of(
          "are", "is", "have", "has", "were", "was", "differ", "differs", "announce", "announces");

  private Counted() {}

  /**
   * The number and the noun, as in {@code 1 instance} and {@code 2 instances}.
   *
   * @param number how many
   * @param noun one of them, in English
   */
  public static String of(long number, String noun) {
    return number + " " + (number == 1 ? noun : plural(noun));
  }

  /**
   * Formats as {@link String#format} does, with what is counted in the singular where it is one:
   * {@code %d instances are held} becomes {@code 1 instance is held}.
   *
   * @param format with plurals
   * @param arguments in the order of the format
   */
  public static String format(String format, Object... arguments) {
    StringBuilder singular = new StringBuilder();
    Matcher plural = PLURAL.matcher(format);
    int from = 0;
    while (plural.find(from)) {
      int start = plural.start();
      boolean one = isOne(arguments, format.substring(0, start)) && !isNoNoun(plural.group(2));
      singular.append(format, from, start);
      if (one) {
        String verb = plural.group(3);
        singular
            .append("%d ")
            .append(plural.group(1))
            .append(singular(plural.group(2)))
            .append(verb == null ? "" : " " + VERBS.getOrDefault(verb, verb));
        from = plural.end();
      } else {
        singular.append("%d ");
        from = start + "%d ".length();
      }
    }
    return String.format(Locale.ROOT, singular + format.substring(from), arguments);
  }

  private static boolean isNoNoun(String word) {
    return NO_NOUNS.contains(word);
  }

  /** Whether the argument after those of a part of the format is one. */
  private static boolean isOne(Object[] arguments, String before) {
    int at = (int) ARGUMENT.matcher(before.replace("%%", "").replace("%n", "")).results().count();
    return at < arguments.length
        && arguments[at] instanceof Number number
        && number.longValue() == 1;
  }

  private static String singular(String noun) {
    if (noun.endsWith("sses") || noun.endsWith("xes") || noun.endsWith("ches")) {
      return noun.substring(0, noun.length() - 2);
    }
    return noun.endsWith("ies")
        ? noun.substring(0, noun.length() - 3) + "y"
        : noun.substring(0, noun.length() - 1);
  }

  private static String plural(String noun) {
    if (noun.endsWith("s") || noun.endsWith("x") || noun.endsWith("ch")) {
      return noun + "es";
    }
    return noun.endsWith("y") && !noun.endsWith("ay") && !noun.endsWith("ey")
        ? noun.substring(0, noun.length() - 1) + "ies"
        : noun + "s";
  }
}
