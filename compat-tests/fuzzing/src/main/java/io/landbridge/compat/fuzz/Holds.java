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
}
