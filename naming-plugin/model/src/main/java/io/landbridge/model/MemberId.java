package io.landbridge.model;

import java.util.Objects;

/**
 * One server of the ensemble.
 *
 * @param address {@code ip:port} of its HTTP port, as the member list has it
 */
public record MemberId(String address) implements Comparable<MemberId> {

  /** Checks that the address is printable text. */
  public MemberId {
    Objects.requireNonNull(address, "address");
    Names.requirePrintable("member address", address, 255);
  }

  @Override
  public int compareTo(MemberId other) {
    return address.compareTo(other.address);
  }

  @Override
  public String toString() {
    return address;
  }
}
