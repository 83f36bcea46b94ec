package io.landbridge.service;

import java.util.List;
import java.util.Objects;

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
}
