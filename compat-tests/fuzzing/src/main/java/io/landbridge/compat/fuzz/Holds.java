package io.landbridge.compat.fuzz;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The assertion of targets, cheap since it runs millions of times: it formats nothing unless it
 * fails.
 */
public final class Holds {

  private Holds() {}

  /**
   * Asserts.
   *
   * @throws AssertionError if it does not hold
   */
  public static void that(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError("it does not hold that " + what);
    }
  }

  /**
   * Asserts that two are equal.
   *
   * @throws AssertionError with both if they are not
   */
  public static void equal(@Nullable Object actual, @Nullable Object expected) {
    if (!Objects.equals(actual, expected)) {
      throw new AssertionError("%s is not %s".formatted(actual, expected));
    }
  }

  /**
   * Asserts that a text can stand on a line: no control or format characters, no end of a line, and
   * no half of a character.
   *
   * @throws AssertionError if it cannot
   */
  public static void printable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each >= ' ' && each < 127) {
        continue;
      }
      if (Character.isHighSurrogate(each)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      switch (Character.getType(each)) {
        case Character.CONTROL,
            Character.FORMAT,
            Character.LINE_SEPARATOR,
            Character.PARAGRAPH_SEPARATOR,
            Character.SURROGATE ->
            throw new AssertionError("U+%04X is in a line".formatted((int) each));
        default -> {
          // It may stand there.
        }
      }
    }
  }
}
