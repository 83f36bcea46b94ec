package io.landbridge.registry.legacy;

import io.landbridge.registry.ConnectionSettings;
import java.time.Duration;
import java.util.Objects;

/**
 * How the legacy cluster is reached.
 *
 * @param connection its servers, whom to log in as, and the limits of a request
 * @param addressServer the URL of a list of servers, one a line, that replaces the ones of the
 *     connection whenever it can be read, as clients with an {@code endpoint} use it; empty for
 *     none
 * @param pushAddress the address of this machine that servers push to; empty for the one that
 *     requests to them leave from
 * @param maxSubscriptions how many services may be subscribed to at once; each costs a request
 *     every {@code askAgain}
 * @param askAgain how often a subscription is renewed. A 1.4 server forgets it after 10 s.
 */
public record LegacySettings(
    ConnectionSettings connection,
    String addressServer,
    String pushAddress,
    int maxSubscriptions,
    Duration askAgain) {

  /** Checks that no part is missing and the limits make sense. */
  public LegacySettings {
    Objects.requireNonNull(connection, "connection");
    Objects.requireNonNull(addressServer, "addressServer");
    Objects.requireNonNull(pushAddress, "pushAddress");
    if (!addressServer.isEmpty() && !addressServer.matches("https?://[^/?#@]+/[^#]*")) {
      throw new IllegalArgumentException(
          "'" + addressServer + "' is not the URL of a server list; use http://host:port/path");
    }
    if (maxSubscriptions < 0 || askAgain.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(
          "the minimum is 0 subscriptions and 1 s between two queries, not %d and %d ms"
              .formatted(maxSubscriptions, askAgain.toMillis()));
    }
  }

  /** Up to 500 subscriptions, renewed every 8 s, no address server. */
  public static LegacySettings of(ConnectionSettings connection) {
    return new LegacySettings(connection, "", "", 500, Duration.ofSeconds(8));
  }
}
