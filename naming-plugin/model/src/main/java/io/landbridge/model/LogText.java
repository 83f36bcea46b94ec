package io.landbridge.model;

/**
 * Text of others, made safe for a line of a log, a report or a message: anybody can register
 * anything. Pure; for use from any thread.
 */
public final class LogText {

  /** So many characters of a text are kept. */
  public static final int MAX_CHARS = 200;

  private static final String CUT = "...";

  private LogText() {}

  /**
   * The text on one line, in the order its characters have, and not longer than {@link #MAX_CHARS}
   * with what says that it was cut.
   */
  public static String of(String text) {
    String safe = printable(text);
    if (safe.length() <= MAX_CHARS) {
      return safe;
    }
    int end = MAX_CHARS - CUT.length();
    return safe.substring(0, Character.isHighSurrogate(safe.charAt(end - 1)) ? end - 1 : end) + CUT;
  }

  /** The same at its full length; of a text that is safe the text itself. */
  public static String printable(String text) {
    int i = 0;
    while (i < text.length() && isSafe(text, i)) {
      i++;
    }
    if (i == text.length()) {
      return text;
    }
    StringBuilder safe = new StringBuilder(text.length()).append(text, 0, i);
    for (; i < text.length(); i++) {
      safe.append(isSafe(text, i) ? text.charAt(i) : '?');
    }
    return safe.toString();
  }

  /** Whether a text is one that {@link #printable} leaves as it is. */
  public static boolean isPrintable(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isSafe(text, i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether what stands there does no more than stand there. */
  static boolean isSafe(String text, int at) {
    char each = text.charAt(at);
    if (Character.isHighSurrogate(each)) {
      return at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1));
    }
    if (Character.isLowSurrogate(each)) {
      return at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }
    return switch (Character.getType(each)) {
      // Format characters are those that turn the direction of what follows, and invisible ones.
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
