package io.landbridge.registry.nacos1;

import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.Credentials;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.http.ServerClient;
import io.landbridge.registry.legacy.LegacySettings;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the list of servers as an address server has it: what a 1.x client with an {@code endpoint}
 * reads every half a minute. A list that cannot be read or has no server changes nothing.
 */
final class AddressServer implements AutoCloseable {

  private static final int AGAIN_SECONDS = 30;
  private static final int MAX_LIST_BYTES = 64 * 1024;

  private final ServerClient cluster;
  private final LegacySettings settings;
  private final ServerAddress example;
  private final ScheduledExecutorService reading;

  /** Makes it; nothing is read before {@link #start}. */
  AddressServer(ServerClient cluster, LegacySettings settings) {
    this.cluster = cluster;
    this.settings = settings;
    this.example = settings.connection().servers().get(0);
    this.reading =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "landbridge-legacy-addresses");
              thread.setDaemon(true);
              return thread;
            });
  }

  void start() {
    if (settings.addressServer().isEmpty()) {
      return;
    }
    URI uri = URI.create(settings.addressServer());
    ConnectionSettings connection = settings.connection();
    // The address server is none of the cluster's: it gets no password.
    ServerClient lists =
        new ServerClient(
            new ConnectionSettings(
                List.of(
                    new ServerAddress(URI.create(uri.getScheme() + "://" + uri.getRawAuthority()))),
                Credentials.ANONYMOUS,
                connection.connectTimeout(),
                connection.requestTimeout(),
                MAX_LIST_BYTES,
                1,
                connection.trust()));
    String path = uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    var unused =
        reading.scheduleWithFixedDelay(() -> read(lists, path), 0, AGAIN_SECONDS, TimeUnit.SECONDS);
  }

  private void read(ServerClient lists, String path) {
    try {
      List<ServerAddress> servers =
          lists
              .get(path, Map.of())
              .requireOk()
              .text()
              .lines()
              .map(String::trim)
              .filter(line -> !line.isEmpty())
              .flatMap(line -> server(line).stream())
              .distinct()
              .toList();
      if (!servers.isEmpty() && servers.size() <= ServerAddress.MAX_SERVERS) {
        cluster.replaceServers(servers);
      }
    } catch (RegistryException | RuntimeException | Error e) {
      // The servers known so far are asked on, and the list again in half a minute.
    }
  }

  /** A line that is no server keeps no other of the list from being used. */
  private Optional<ServerAddress> server(String line) {
    if (!line.contains("://")) {
      return example.findSibling(line);
    }
    try {
      return Optional.of(ServerAddress.parse(line));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    reading.shutdownNow();
  }
}
