package io.landbridge.dubbo;

import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One service of an application instance as it looks at the interface level.
 *
 * @param port the port it is served on
 * @param service the metadata that all instances with the same document have in common: the very
 *     same map for all of them
 * @param own the metadata of this instance alone, which goes before the common one
 */
public record InterfaceAddress(
    int port, SortedMap<String, String> service, SortedMap<String, String> own) {

  /** Checks that no part is missing; the maps are not copied. */
  public InterfaceAddress {
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(own, "own");
  }

  /** The whole metadata; the common map itself when the instance has nothing of its own. */
  public SortedMap<String, String> metadata() {
    if (own.isEmpty()) {
      return service;
    }
    SortedMap<String, String> all = new TreeMap<>(service);
    all.putAll(own);
    return Collections.unmodifiableSortedMap(all);
  }
}
