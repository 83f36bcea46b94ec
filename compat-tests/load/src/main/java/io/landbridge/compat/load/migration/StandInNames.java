package io.landbridge.compat.load.migration;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Puts names in the place of what differs between two runs, such as the free ports of real
 * programs. Only whole words are replaced: the digits of a port may also stand within a hash or a
 * time.
 */
final class StandInNames {

  private static final String LETTER = "[0-9A-Za-z]";

  private final Map<String, String> names;
  private final Pattern words;

  /**
   * @param names by the word that each stands for; words begin and end with a letter or a digit
   */
  StandInNames(Map<String, String> names) {
    this.names = Map.copyOf(names);
    this.words =
        Pattern.compile(
            "(?<!" + LETTER + ")(?:" + alternatives(this.names) + ")(?!" + LETTER + ")");
  }

  private static String alternatives(Map<String, String> names) {
    // Without a word nothing may match, not even the empty text.
    return names.isEmpty()
        ? "(?!)"
        : names.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|"));
  }

  /** The text with its names. */
  String in(String text) {
    return words
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(names.get(found.group())));
  }
}
