package io.landbridge.registry;

import io.landbridge.model.LogText;
import io.landbridge.model.NamespaceId;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Namespaces as a server lists them: its clients can register under any text, and not every text
 * can be asked for, kept and shown. What cannot is named here, so that nobody takes it for absent.
 * Immutable.
 *
 * @param ids those that can be asked for, sorted
 * @param unusable why each of the others cannot, with what to do about it; by its id as it may be
 *     shown, which is not an id to ask for
 */
public record Namespaces(List<NamespaceId> ids, SortedMap<String, String> unusable) {

  /** No namespace at all. */
  public static final Namespaces NONE = new Namespaces(List.of(), Collections.emptySortedMap());

  /** Sorts and copies. */
  public Namespaces {
    ids = List.copyOf(new TreeSet<>(ids));
    unusable = Collections.unmodifiableSortedMap(new TreeMap<>((Map<String, String>) unusable));
  }

  /** Namespaces that can all be asked for. */
  public static Namespaces of(NamespaceId... ids) {
    return new Namespaces(List.of(ids), Collections.emptySortedMap());
  }

  /**
   * Reads ids as a server lists them.
   *
   * @param listed texts that anybody may have written; the empty one stands for the default
   *     namespace
   */
  public static Namespaces listed(Collection<String> listed) {
    SortedSet<NamespaceId> ids = new TreeSet<>();
    SortedMap<String, String> unusable = new TreeMap<>();
    for (String each : listed) {
      Optional<String> why = NamespaceId.refusal(each);
      if (why.isPresent()) {
        unusable.put(LogText.of(each), why.get());
      } else {
        ids.add(NamespaceId.listed(each));
      }
    }
    return new Namespaces(List.copyOf(ids), unusable);
  }

  /** These and others. */
  public Namespaces and(Namespaces others) {
    SortedSet<NamespaceId> all = new TreeSet<>(ids);
    all.addAll(others.ids);
    SortedMap<String, String> named = new TreeMap<>((Map<String, String>) unusable);
    named.putAll(others.unusable);
    return new Namespaces(List.copyOf(all), named);
  }
}
