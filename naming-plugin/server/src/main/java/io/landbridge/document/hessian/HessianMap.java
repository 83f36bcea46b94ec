package io.landbridge.document.hessian;

import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A map, or an object as a map of its fields. May contain itself, and is therefore equal to itself
 * alone.
 */
public final class HessianMap {

  private final String type;

  /** In an order: whoever writes the keys could choose them to have one hash. */
  private final Map<@Nullable Object, @Nullable Object> entries =
      new TreeMap<>(Comparator.nullsFirst(HessianMap::compare));

  HessianMap(String type) {
    this.type = type;
  }

  /** The class the writer named; empty for a plain map. */
  public String type() {
    return type;
  }

  /** What it holds: scalars to values, null allowed; in an order of the scalars. */
  public Map<@Nullable Object, @Nullable Object> entries() {
    return Collections.unmodifiableMap(entries);
  }

  /** The value under a key; null as well when there is none. */
  public @Nullable Object get(String key) {
    return entries.get(key);
  }

  /** Scalars of one kind by value, those of different kinds by kind. */
  @SuppressWarnings("unchecked")
  private static int compare(Object one, Object other) {
    return one.getClass() == other.getClass()
        ? ((Comparable<Object>) one).compareTo(other)
        : one.getClass().getName().compareTo(other.getClass().getName());
  }

  void put(@Nullable Object key, @Nullable Object value) {
    entries.put(key, value);
  }
}
