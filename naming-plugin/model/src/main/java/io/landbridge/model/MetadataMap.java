package io.landbridge.model;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Metadata: texts by name, sorted, that never change. A registry keeps two or three for each of its
 * instances, so they take little more than an array of their texts, and a copy of one is itself.
 * Equal to any other map with the same texts. Safe for use by several threads.
 */
public final class MetadataMap extends AbstractMap<String, String>
    implements SortedMap<String, String> {

  /** Names, in order, each followed by its text. */
  private final String[] texts;

  private MetadataMap(String[] texts) {
    this.texts = texts;
  }

  /**
   * Copies.
   *
   * @throws NullPointerException if there is a name or a text that is null
   */
  public static MetadataMap copyOf(Map<String, String> map) {
    if (map instanceof MetadataMap same) {
      return same;
    }
    String[] names = map.keySet().toArray(String[]::new);
    Arrays.sort(names);
    String[] texts = new String[2 * names.length];
    for (int i = 0; i < names.length; i++) {
      texts[2 * i] = names[i];
      texts[2 * i + 1] = Objects.requireNonNull(map.get(names[i]), names[i]);
    }
    return new MetadataMap(texts);
  }

  @Override
  public int size() {
    return texts.length / 2;
  }

  @Override
  public @Nullable String get(@Nullable Object name) {
    int at = name instanceof String text ? at(text) : -1;
    return at < 0 ? null : texts[at + 1];
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return name instanceof String text && at(text) >= 0;
  }

  /** Where a name is; negative if it is not there. */
  private int at(String name) {
    int low = 0;
    int high = size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = texts[2 * middle].compareTo(name);
      if (order == 0) {
        return 2 * middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  @Override
  public void forEach(BiConsumer<? super String, ? super String> action) {
    for (int i = 0; i < texts.length; i += 2) {
      action.accept(texts[i], texts[i + 1]);
    }
  }

  @Override
  public Set<Entry<String, String>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return MetadataMap.this.size();
      }

      @Override
      public Iterator<Entry<String, String>> iterator() {
        return new Entries(texts);
      }
    };
  }

  private static final class Entries implements Iterator<Entry<String, String>> {

    private final String[] texts;
    private int next;

    Entries(String[] texts) {
      this.texts = texts;
    }

    @Override
    public boolean hasNext() {
      return next < texts.length;
    }

    @Override
    public Entry<String, String> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      next += 2;
      return Map.entry(texts[next - 2], texts[next - 1]);
    }
  }

  @Override
  public @Nullable Comparator<? super String> comparator() {
    return null;
  }

  @Override
  public SortedMap<String, String> subMap(String from, String to) {
    return tree().subMap(from, to);
  }

  @Override
  public SortedMap<String, String> headMap(String to) {
    return tree().headMap(to);
  }

  @Override
  public SortedMap<String, String> tailMap(String from) {
    return tree().tailMap(from);
  }

  /** For what is rarely asked for. */
  private SortedMap<String, String> tree() {
    return Collections.unmodifiableSortedMap(new TreeMap<>((SortedMap<String, String>) this));
  }

  @Override
  public String firstKey() {
    return tree().firstKey();
  }

  @Override
  public String lastKey() {
    return tree().lastKey();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MetadataMap same
        ? Arrays.equals(texts, same.texts)
        : super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
