package io.landbridge.registry;

import java.time.Duration;
import java.util.List;

/**
 * How a cluster is reached.
 *
 * @param servers its servers in order of preference, at least one
 * @param credentials whom to log in as
 * @param connectTimeout how long a connection may take to open, per server
 * @param requestTimeout how long one server may take for one whole answer
 * @param maxAnswerBytes the largest answer that is read
 */
public record ConnectionSettings(
    List<ServerAddress> servers,
    Credentials credentials,
    Duration connectTimeout,
    Duration requestTimeout,
    int maxAnswerBytes) {

  /** Copies the list and checks that there is a server. */
  public ConnectionSettings {
    servers = List.copyOf(servers);
    if (servers.isEmpty()) {
      throw new IllegalArgumentException("at least one server is needed");
    }
  }

  /** Settings with 3 s to connect, 15 s for an answer, and answers of up to 64 MiB. */
  public static ConnectionSettings of(List<ServerAddress> servers, Credentials credentials) {
    return new ConnectionSettings(
        servers, credentials, Duration.ofSeconds(3), Duration.ofSeconds(15), 64 * 1024 * 1024);
  }
}
