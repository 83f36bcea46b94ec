package io.landbridge.service.answer;

import java.util.Objects;

/**
 * Which part of a list is wanted.
 *
 * @param limit at most this many, 1 to {@value #MAX_LIMIT}
 * @param after the {@link Page#next} of the part before; empty for the first part
 */
public record PageRequest(int limit, String after) {

  /** Most that one answer has. */
  public static final int MAX_LIMIT = 1000;

  /** What an answer has when nothing is said. */
  public static final int DEFAULT_LIMIT = 500;

  /** The first part. */
  public static final PageRequest FIRST = new PageRequest(DEFAULT_LIMIT, "");

  /** Refuses a limit out of range. */
  public PageRequest {
    Objects.requireNonNull(after, "after");
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "the limit is %d, not 1 to %d".formatted(limit, MAX_LIMIT));
    }
  }
}
