package io.landbridge.host.view;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A regular expression out of a request, as the server itself takes them. Some take longer than
 * anybody lives for a short text; so each text is looked at for so many steps, and then no more.
 * For one thread.
 */
public final class ForeignExpression implements Predicate<String> {

  /**
   * Of looking at a character: names are short, and honest expressions look at each a few times.
   */
  private static final int MOST_STEPS = 50_000;

  private static final int LONGEST = 1_024;

  private final Pattern pattern;
  private int steps;

  /**
   * Compiles it.
   *
   * @throws IllegalArgumentException if it is none, or too long
   */
  ForeignExpression(String expression) {
    if (expression.length() > LONGEST) {
      throw new IllegalArgumentException("an expression of more than " + LONGEST + " characters");
    }
    pattern = Pattern.compile(expression);
  }

  /**
   * Whether it matches a text.
   *
   * @throws IllegalArgumentException if that takes too many steps
   */
  @Override
  public boolean test(String text) {
    steps = 0;
    return pattern.matcher(new Counted(text, 0, text.length())).matches();
  }

  private final class Counted implements CharSequence {

    private final String text;
    private final int from;
    private final int to;

    Counted(String text, int from, int to) {
      this.text = text;
      this.from = from;
      this.to = to;
    }

    @Override
    public int length() {
      return to - from;
    }

    @Override
    public char charAt(int index) {
      if (++steps > MOST_STEPS) {
        throw new IllegalArgumentException("the expression takes too long: " + pattern);
      }
      return text.charAt(from + index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new Counted(text, from + start, from + end);
    }

    @Override
    public String toString() {
      return text.substring(from, to);
    }
  }
}
