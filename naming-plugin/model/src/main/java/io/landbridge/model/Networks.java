package io.landbridge.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Networks of IP addresses, as an operator lists them: {@code 10.0.0.0/8, fd00::/8, 192.0.2.7}.
 *
 * @param all each with its prefix; may be empty
 */
public record Networks(List<Network> all) {

  /** No network. */
  public static final Networks NONE = new Networks(List.of());

  /** Of the host itself. */
  public static final Networks LOOPBACK = parse("127.0.0.0/8, ::1");

  /** Of one wire, never routed; clouds answer at one of them who the machine is. */
  public static final Networks LINK_LOCAL = parse("169.254.0.0/16, fe80::/10");

  /** Of nobody, of many at once, or reserved, among which the broadcast address. */
  public static final Networks NOBODY = parse("0.0.0.0/8, 224.0.0.0/4, 240.0.0.0/4, ::, ff00::/8");

  /**
   * A network.
   *
   * @param address one address of it
   * @param prefix how many bits its addresses have in common
   */
  public record Network(IpAddress address, int prefix) {

    /**
     * Checks the prefix.
     *
     * @throws IllegalArgumentException if an address does not have as many bits
     */
    public Network {
      if (prefix < 0 || prefix > address.bits()) {
        throw new IllegalArgumentException(
            "a network of %s has 0 to %d bits, not %d".formatted(address, address.bits(), prefix));
      }
    }

    @Override
    public String toString() {
      return address + "/" + prefix;
    }
  }

  /** Copies the list. */
  public Networks {
    all = List.copyOf(all);
  }

  /**
   * Reads a list.
   *
   * @param text addresses and networks, separated by commas; may be empty
   * @throws IllegalArgumentException naming what is none
   */
  public static Networks parse(String text) {
    List<Network> networks = new ArrayList<>();
    for (String each : text.split(",")) {
      if (!each.isBlank()) {
        networks.add(network(each.strip()));
      }
    }
    return new Networks(networks);
  }

  private static Network network(String text) {
    int slash = text.indexOf('/');
    IpAddress address =
        IpAddress.parse(slash < 0 ? text : text.substring(0, slash))
            .orElseThrow(() -> malformed(text));
    if (slash < 0) {
      return new Network(address, address.bits());
    }
    try {
      return new Network(address, Integer.parseInt(text.substring(slash + 1)));
    } catch (NumberFormatException e) {
      throw malformed(text);
    }
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "'" + text + "' is not a network; use a form such as 10.0.0.0/8, fd00::/8 or 192.0.2.7");
  }

  /** Whether an address, or the one of IPv4 inside it, is of one of them. */
  public boolean contains(IpAddress address) {
    return all.stream().anyMatch(each -> each.address().sharesPrefix(address, each.prefix()))
        || address.inside().filter(this::contains).isPresent();
  }

  @Override
  public String toString() {
    return all.stream().map(Network::toString).collect(Collectors.joining(", "));
  }
}
