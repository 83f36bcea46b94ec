package io.landbridge.registry;

import io.landbridge.model.IpAddress;
import io.landbridge.model.Networks;
import io.landbridge.registry.RegistryException.Kind;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The hosts an operator listed in a setting, and this host itself. Whoever may administer the
 * server may name other servers for the bridge, and must not get the password of the legacy cluster
 * by that. Addresses of the link get none, whatever is listed.
 *
 * @param names of hosts, in small letters
 * @param networks of those that are named by their address
 * @param clearText whether others than this host may be sent it without TLS
 */
public record AllowedHosts(Set<String> names, Networks networks, boolean clearText)
    implements Recipients {

  /** This host alone. */
  public static final AllowedHosts NONE = new AllowedHosts(Set.of(), Networks.NONE, false);

  private static final String SETTING = "landbridge.bridge.allow";
  private static final String LOCAL = "localhost";

  /** Copies the names. */
  public AllowedHosts {
    names = Set.copyOf(names);
  }

  /**
   * Reads the setting.
   *
   * @param text names, addresses and networks, separated by commas; may be empty
   * @param clearText whether others than this host may be sent it without TLS
   * @throws IllegalArgumentException naming what is none of them
   */
  public static AllowedHosts parse(String text, boolean clearText) {
    Set<String> names = new HashSet<>();
    StringBuilder networks = new StringBuilder();
    for (String each : text.split(",")) {
      String host = each.strip().toLowerCase(Locale.ROOT);
      boolean numeric = host.indexOf('/') >= 0 || IpAddress.parse(host).isPresent();
      if (numeric) {
        networks.append(host).append(',');
      } else if (host.chars().anyMatch(c -> !isOfName(c))) {
        throw new IllegalArgumentException(
            "'"
                + each.strip()
                + "' is not a host or network; use a form such as nacos1.example.com, 10.0.0.0/8 or"
                + " 192.0.2.7");
      } else if (!host.isEmpty()) {
        names.add(host);
      }
    }
    return new AllowedHosts(names, Networks.parse(networks.toString()), clearText);
  }

  private static boolean isOfName(int c) {
    return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_';
  }

  @Override
  public void require(ServerAddress server) throws RegistryException {
    String host = server.base().getHost().toLowerCase(Locale.ROOT);
    Optional<IpAddress> address = IpAddress.parse(host);
    if (host.equals(LOCAL) || address.filter(Networks.LOOPBACK::contains).isPresent()) {
      return;
    }
    if (!names.contains(host) && address.filter(networks::contains).isEmpty()) {
      throw refused(
          "the password is sent only to allowed hosts",
          server,
          "add the host to " + SETTING + ", on every member");
    }
    if (!clearText && !"https".equals(server.base().getScheme())) {
      throw refused(
          "the password is not sent without TLS",
          server,
          "use an https:// address, or set landbridge.bridge.clear-text=true, on every member");
    }
    if (address.isPresent() ? isOfLink(address.get()) : isOfLink(host)) {
      throw refused(
          "the password is not sent to a link-local address",
          server,
          "use another address of the server");
    }
  }

  /** Who cannot be resolved cannot be connected to either, and says so then. */
  private static boolean isOfLink(String host) {
    try {
      for (InetAddress each : InetAddress.getAllByName(host)) {
        if (isOfLink(IpAddress.of(each.getAddress()))) {
          return true;
        }
      }
      return false;
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static boolean isOfLink(IpAddress address) {
    return Networks.LINK_LOCAL.contains(address) || Networks.NOBODY.contains(address);
  }

  private static RegistryException refused(String what, ServerAddress server, String advice) {
    return new RegistryException(Kind.UNAUTHORISED, what, server.toString(), advice);
  }
}
