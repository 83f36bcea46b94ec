package io.landbridge.registry;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Where one server's HTTP API is.
 *
 * @param base scheme, host, port and context path, without a slash at the end
 */
public record ServerAddress(URI base) {

  /** The port of a Nacos server that was not told another one. */
  public static final int DEFAULT_PORT = 8848;

  /** The context path of a Nacos server that was not told another one. */
  public static final String DEFAULT_CONTEXT_PATH = "/nacos";

  /** The most servers one list may have. */
  public static final int MAX_SERVERS = 64;

  /** Checks that no part is missing. */
  public ServerAddress {
    Objects.requireNonNull(base, "base");
  }

  /**
   * Reads an address as an operator writes it.
   *
   * @param text {@code [http[s]://]host[:port][/context-path]}; the port is 8848 when not given,
   *     the context path {@code /nacos}
   * @throws IllegalArgumentException if it is not an address, or holds a user, a query or a
   *     fragment; the message names the fault and never repeats a password
   */
  public static ServerAddress parse(String text) {
    String trimmed = text.trim();
    if (trimmed.isEmpty()) {
      throw new IllegalArgumentException("a server address is empty; give http://host:8848/nacos");
    }
    if (trimmed.contains("@")) {
      throw new IllegalArgumentException(
          "a server address must not contain user information, which would be visible in process"
              + " lists and logs; pass user name and password as options");
    }
    URI uri;
    try {
      uri = new URI(trimmed.contains("://") ? trimmed : "http://" + trimmed);
    } catch (URISyntaxException e) {
      throw bad(trimmed, e.getReason());
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw bad(trimmed, "the scheme is neither http nor https");
    }
    if (uri.getHost() == null) {
      throw bad(trimmed, "the host is missing, or the port is not a number");
    }
    if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw bad(trimmed, "a query or a fragment is not allowed");
    }
    int port = uri.getPort() == -1 ? DEFAULT_PORT : uri.getPort();
    if (port < 1 || port > 65535) {
      throw bad(trimmed, "the port is not in 1..65535");
    }
    String path = uri.getRawPath() == null ? "" : withoutSlashes(uri.getRawPath());
    return new ServerAddress(
        URI.create(
            scheme
                + "://"
                + uri.getHost()
                + ":"
                + port
                + (path.isEmpty() ? DEFAULT_CONTEXT_PATH : path)));
  }

  private static String withoutSlashes(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }

  /**
   * Reads a comma-separated list of servers of one cluster.
   *
   * @return in the order given, without repetitions
   * @throws IllegalArgumentException if one is not an address, or there are none or more than
   *     {@value #MAX_SERVERS}
   */
  public static List<ServerAddress> parseList(String text) {
    List<ServerAddress> servers = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      ServerAddress server = parse(each);
      if (!servers.contains(server)) {
        servers.add(server);
      }
    }
    if (servers.size() > MAX_SERVERS) {
      throw new IllegalArgumentException(
          "the list has %d servers; the maximum is %d".formatted(servers.size(), MAX_SERVERS));
    }
    return List.copyOf(servers);
  }

  private static IllegalArgumentException bad(String text, String why) {
    return new IllegalArgumentException(
        "'" + text + "' is not a server address: " + why + "; give http://host:8848/nacos");
  }

  /** The context path, for example {@code /nacos}. */
  public String contextPath() {
    return base.getRawPath();
  }

  /** {@code host:port}, as a member list has it. */
  public String hostAndPort() {
    return base.getHost() + ":" + base.getPort();
  }

  /**
   * Another server of the same cluster, reached the same way.
   *
   * @param hostAndPort as a member list has it
   * @throws IllegalArgumentException if it is not an address
   */
  public ServerAddress sibling(String hostAndPort) {
    return parse(base.getScheme() + "://" + hostAndPort + contextPath());
  }

  /** Does the same; empty if it is not an address, as an entry of a list may not be. */
  public Optional<ServerAddress> findSibling(String hostAndPort) {
    try {
      return Optional.of(sibling(hostAndPort));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return base.toString();
  }
}
