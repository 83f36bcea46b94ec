package io.landbridge.observe.registry;

import java.util.Set;

/**
 * What can be said of a unit without reading its metadata.
 *
 * @param addresses where it registers providers, without repetition; empty when the unit is gone or
 *     registers none
 * @param stamp differs, but for one chance in 2^64, whenever {@link NativeRegistry#read} would
 *     return something else; of a unit for which this member does not answer, see {@link
 *     NativeRegistry#stamp}
 */
public record UnitSummary(Set<Address> addresses, long stamp) {

  /** A unit that is gone. */
  public static final UnitSummary NONE = new UnitSummary(Set.of(), 0);

  /** Copies the addresses. */
  public UnitSummary {
    addresses = Set.copyOf(addresses);
  }
}
