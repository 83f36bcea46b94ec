package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.HttpWireClient;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.ServiceInstances;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Clients of every kind a server pushes to, none of them Java libraries, subscribed to the same
 * services: a Go and a Java client of 1.x over HTTP and UDP, and one of 2.x over gRPC.
 */
final class Audience implements AutoCloseable {

  private static final int CLIENTS = 3;

  private final HttpWireClient go;
  private final HttpWireClient java;
  private final WireClient grpc;

  /** What was pushed last, by client and service; never what was answered. */
  private final Map<String, ServiceInstances> pushed = new ConcurrentHashMap<>();

  private Audience(HttpWireClient go, HttpWireClient java, WireClient grpc) {
    this.go = go;
    this.java = java;
    this.grpc = grpc;
  }

  /**
   * Connects all.
   *
   * @param namespace as HTTP clients spell it; empty for the default one
   */
  static Audience of(NacosServer server, Wire wire, String namespace) {
    ClientOptions options = ClientOptions.of(List.of(ServerEndpoint.parse(server.address())));
    return new Audience(
        HttpWireClient.open(server.api(), namespace, HttpWireClient.GO),
        HttpWireClient.open(server.api(), namespace, HttpWireClient.JAVA),
        WireClient.connect(wire, namespace.isEmpty() ? options : options.withNamespace(namespace))
            .join());
  }

  /** The one that speaks 1.x. */
  HttpWireClient http() {
    return go;
  }

  /** The one that speaks gRPC. */
  WireClient grpc() {
    return grpc;
  }

  /** All subscribe, and are answered with these addresses. */
  void subscribe(ServiceName service, String... addresses) {
    subscribeIn(service, "", addresses);
  }

  /** All subscribe to clusters of a service, and are answered with these addresses. */
  void subscribeIn(ServiceName service, String clusters, String... addresses) {
    Map<String, BiFunction<ServiceName, Consumer<ServiceInstances>, ServiceInstances>> clients =
        Map.of(
            "go", (name, listener) -> go.subscribe(name, clusters, listener),
            "java", (name, listener) -> java.subscribe(name, clusters, listener),
            "grpc", (name, listener) -> grpc.subscribe(name, clusters, listener).join());
    clients.forEach(
        (client, how) ->
            assertThat(
                    addresses(
                        sorted(
                            how.apply(service, push -> pushed.put(client + " " + service, push)))))
                .as(client + " is answered in " + service)
                .containsExactly(addresses));
  }

  /** All are pushed exactly these addresses in the end, with the same contents. */
  List<Instance> told(ServiceName service, String... addresses) {
    return await()
        .alias(service.name() + " is pushed with " + Arrays.toString(addresses))
        .atMost(Steps.SOON)
        .until(
            () -> latest(service),
            pushes ->
                pushes.size() == CLIENTS
                    && new HashSet<>(pushes).size() == 1
                    && addresses(pushes.get(0)).equals(List.of(addresses)))
        .get(0);
  }

  /** Everything that came by UDP was acknowledged, and came in both forms. */
  void acknowledged() {
    for (HttpWireClient each : List.of(go, java)) {
      assertThat(each.repeated()).as("pushes sent again").isZero();
      assertThat(each.plain()).as("pushes as text").isPositive();
      assertThat(each.compressed()).as("compressed pushes").isPositive();
    }
  }

  /** What each client was pushed last, sorted by address. */
  List<List<Instance>> latest(ServiceName service) {
    return pushed.entrySet().stream()
        .filter(each -> each.getKey().endsWith(" " + service))
        .map(each -> sorted(each.getValue()))
        .toList();
  }

  private static List<Instance> sorted(ServiceInstances of) {
    return of.instances().stream().sorted(Comparator.comparing(Instance::address)).toList();
  }

  private static List<String> addresses(List<Instance> of) {
    return of.stream().map(Instance::address).toList();
  }

  @Override
  public void close() {
    go.close();
    java.close();
    grpc.close();
  }
}
