package io.landbridge.document.hessian;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map, or an object as a map of its fields. May contain itself, and is therefore equal to itself
 * alone.
 */
public final class HessianMap {

  private final String type;
  private final Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();

  HessianMap(String type) {
    this.type = type;
  }

  /** The class the writer named; empty for a plain map. */
  public String type() {
    return type;
  }

  /** What it holds: scalars to values, null allowed. */
  public Map<@Nullable Object, @Nullable Object> entries() {
    return Collections.unmodifiableMap(entries);
  }

  /** The value under a key; null as well when there is none. */
  public @Nullable Object get(String key) {
    return entries.get(key);
  }

  void put(@Nullable Object key, @Nullable Object value) {
    entries.put(key, value);
  }
}
