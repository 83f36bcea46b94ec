package io.landbridge.service.answer;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A part of a sorted list. What changes while a reader goes from part to part may be missing or
 * seen; what was there all the time is seen once.
 *
 * @param items in order
 * @param next what to ask for the next part with; empty when this was the last
 * @param <T> what it is a list of
 */
public record Page<T>(List<T> items, String next) {

  /** Copies the items. */
  public Page {
    items = List.copyOf(items);
    Objects.requireNonNull(next, "next");
  }

  /**
   * A part.
   *
   * @param found the part and, when there is more, one more
   * @param request which part it is
   * @param cursor where a part ends that ends with this one
   * @param describe what is shown of each
   */
  public static <K, T> Page<T> of(
      List<K> found, PageRequest request, Function<K, String> cursor, Function<K, T> describe) {
    boolean more = found.size() > request.limit();
    List<K> part = more ? found.subList(0, request.limit()) : found;
    return new Page<>(
        part.stream().map(describe).toList(), more ? cursor.apply(part.get(part.size() - 1)) : "");
  }
}
