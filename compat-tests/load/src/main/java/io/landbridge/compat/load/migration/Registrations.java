package io.landbridge.compat.load.migration;

import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A generated fleet that is registered, and stays so until this is closed. The processes of one
 * application share connections, {@value #PER_CONNECTION} of them each.
 */
final class Registrations implements AutoCloseable {

  private static final int PER_CONNECTION = 25;
  private static final int AT_A_TIME = 16;
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Duration ANSWER = Duration.ofSeconds(30);

  /** Less often than the official client, but before the server asks, which it does after 20 s. */
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

  private final Wire wire;
  private final List<WireClient> clients;

  private Registrations(Wire wire, List<WireClient> clients) {
    this.wire = wire;
    this.clients = clients;
  }

  /** What one connection registers. */
  private record Load(
      SortedMap<String, List<Instance>> providers, SortedMap<String, Instance> calls) {

    CompletableFuture<Void> over(WireClient client) {
      CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
      for (var each : providers.entrySet()) {
        all =
            all.thenCompose(
                done -> client.registerBatch(ServiceName.of(each.getKey()), each.getValue()));
      }
      for (var each : calls.entrySet()) {
        all =
            all.thenCompose(
                done -> client.register(ServiceName.of(each.getKey()), each.getValue()));
      }
      return all;
    }
  }

  /**
   * Registers all of a fleet, spread over the members.
   *
   * @param servers {@code host:port} of each member
   */
  static Registrations of(GeneratedFleet fleet, List<String> servers) {
    List<Load> loads = new ArrayList<>();
    for (int i = 0; i < fleet.applications(); i++) {
      List<DubboProvider> processes = fleet.processes(i);
      for (int first = 0; first < processes.size(); first += PER_CONNECTION) {
        loads.add(
            new Load(
                byService(
                    processes.subList(first, Math.min(processes.size(), first + PER_CONNECTION))),
                first == 0 ? fleet.calls(i) : new TreeMap<>()));
      }
    }
    Wire wire = Wire.open(1);
    Registrations all = new Registrations(wire, new ArrayList<>());
    try {
      for (int first = 0; first < loads.size(); first += AT_A_TIME) {
        List<CompletableFuture<Void>> some = new ArrayList<>();
        for (int i = first; i < Math.min(loads.size(), first + AT_A_TIME); i++) {
          WireClient client = connect(wire, servers, i);
          all.clients.add(client);
          some.add(loads.get(i).over(client));
        }
        await(CompletableFuture.allOf(some.toArray(CompletableFuture[]::new)));
      }
      return all;
    } catch (RuntimeException e) {
      all.close();
      throw e;
    }
  }

  private static SortedMap<String, List<Instance>> byService(List<DubboProvider> processes) {
    SortedMap<String, List<Instance>> all = new TreeMap<>();
    for (DubboProvider process : processes) {
      process
          .registrations()
          .forEach(
              (service, instance) ->
                  all.computeIfAbsent(service.name(), none -> new ArrayList<>()).add(instance));
    }
    return all;
  }

  private static WireClient connect(Wire wire, List<String> servers, int index) {
    List<ServerEndpoint> list =
        new ArrayList<>(servers.stream().map(ServerEndpoint::parse).toList());
    Collections.rotate(list, -index);
    return await(
        WireClient.connect(
            wire, ClientOptions.of(list).withTimeouts(ANSWER, ANSWER).withKeepAlive(KEEP_ALIVE)));
  }

  private static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MigrationException("Interrupted");
    } catch (ExecutionException | TimeoutException e) {
      throw new MigrationException("The fleet could not be registered: " + e);
    }
  }

  /** Whether every server has acknowledged everything. */
  boolean isSettled() {
    return clients.stream().allMatch(WireClient::isSettled);
  }

  @Override
  public void close() {
    clients.forEach(WireClient::close);
    wire.close();
  }
}
