package io.landbridge.document;

import io.landbridge.dubbo.DocumentAddress.AtProvider;
import io.landbridge.model.IpAddress;
import io.landbridge.model.Networks;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;

/**
 * Where providers may be asked. Whoever registers chooses what this server connects to, so it
 * connects to nothing that is only there for it: not to itself on behalf of somebody elsewhere, not
 * to its own wire, and not to where clouds give out secrets. Safe for use from any thread.
 */
final class Reach {

  /** Where clouds tell a machine who it is, as far as that is not an address of the link. */
  private static final Networks CLOUD =
      Networks.parse(
          "100.100.100.200, 168.63.129.16, 192.0.0.192, fd00:ec2::254, fd20:ce::254, fd00:42::42");

  private final HostNames names;
  private final Networks allow;
  private final Networks deny;

  /**
   * Creates a Reach.
   *
   * @param names finds addresses
   * @param allow only these, if there are any
   * @param deny none of these
   */
  Reach(HostNames names, Networks allow, Networks deny) {
    this.names = names;
    this.allow = allow;
    this.deny = deny;
  }

  /**
   * Where to connect to. Nobody looks the name up again after that.
   *
   * @param time how long finding that out may take
   * @throws FetchException if nobody says in time where it is, or no provider may be asked there
   */
  InetSocketAddress find(AtProvider where, Duration time)
      throws FetchException, InterruptedException {
    if (where.port() < 1 || where.port() > 65535) {
      throw new FetchException(Reason.UNREACHABLE, "the provider has no port: " + where.port());
    }
    InetAddress host = names.find(where.ip(), time);
    IpAddress address = IpAddress.of(host.getAddress());
    if (Networks.NOBODY.contains(address)) {
      throw refused(where, "not a valid provider address");
    }
    if (deny.contains(address)) {
      throw refused(where, "denied by landbridge.metadata.ask.deny");
    }
    if (Networks.LINK_LOCAL.contains(address) || CLOUD.contains(address)) {
      if (!isNamed(address)) {
        throw refused(
            where,
            "a link-local or cloud metadata address must be listed explicitly in"
                + " landbridge.metadata.ask.allow");
      }
    } else if (!allow.all().isEmpty()) {
      if (!allow.contains(address)) {
        throw refused(where, "not listed in landbridge.metadata.ask.allow");
      }
    } else if (Networks.LOOPBACK.contains(address) && !isHere(where.host())) {
      throw refused(
          where,
          "the address belongs to this server, and the provider is not known to run on its host;"
              + " landbridge.metadata.ask.allow can list the address");
    }
    return new InetSocketAddress(host, where.port());
  }

  private static FetchException refused(AtProvider where, String why) {
    return new FetchException(
        Reason.UNREACHABLE,
        "metadata requests to %s are not allowed: %s"
            .formatted(FetchException.quote(where.ip()), why));
  }

  /** Whoever allows everything does not mean these. */
  private boolean isNamed(IpAddress address) {
    return allow.all().stream()
        .anyMatch(
            each ->
                each.prefix() == each.address().bytes().length * Byte.SIZE
                    && new Networks(List.of(each)).contains(address));
  }

  private static boolean isHere(String host) {
    IpAddress address = IpAddress.parse(host).orElse(null);
    if (address == null) {
      return false;
    }
    if (Networks.LOOPBACK.contains(address)) {
      return true;
    }
    try {
      return NetworkInterface.getByInetAddress(InetAddress.getByAddress(address.bytes())) != null;
    } catch (SocketException | UnknownHostException e) {
      return false;
    }
  }
}
