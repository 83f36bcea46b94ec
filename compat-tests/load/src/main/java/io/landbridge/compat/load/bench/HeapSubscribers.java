package io.landbridge.compat.load.bench;

import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.ServiceInstances;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Consumers that subscribe to many services, each with a connection, and count what comes. */
final class HeapSubscribers implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(50);

  private final Wire wire;
  private final List<WireClient> clients = new ArrayList<>();
  private final Map<Subscription, Integer> addresses = new ConcurrentHashMap<>();
  private final AtomicLong pushes = new AtomicLong();
  private final AtomicLong pushed = new AtomicLong();
  private volatile long last = System.nanoTime();

  private record Subscription(int client, ServiceName service) {}

  /** Subscribes; their own thread is theirs alone, so that they hold up nobody else. */
  HeapSubscribers(Member member, int count, Set<ServiceName> services) {
    this.wire = Wire.open(1);
    ClientOptions options =
        ClientOptions.of(List.of(ServerEndpoint.parse(member.server().address())))
            .withTimeouts(PATIENCE, PATIENCE)
            .withoutReconnect()
            .withoutMetadataInPushes();
    for (int i = 0; i < count; i++) {
      int client = i;
      WireClient connected = WireClient.connect(wire, options).join();
      clients.add(connected);
      List<CompletableFuture<?>> all = new ArrayList<>();
      for (ServiceName service : services) {
        Subscription subscription = new Subscription(client, service);
        all.add(
            connected
                .subscribe(service, now -> told(subscription, now))
                .thenAccept(now -> addresses.putIfAbsent(subscription, distinct(now))));
      }
      all.forEach(CompletableFuture::join);
    }
  }

  private void told(Subscription subscription, ServiceInstances now) {
    last = System.nanoTime();
    pushes.incrementAndGet();
    pushed.addAndGet(now.instances().size());
    addresses.put(subscription, distinct(now));
  }

  private static int distinct(ServiceInstances now) {
    Set<String> all = new HashSet<>();
    now.instances().stream().map(Instance::address).forEach(all::add);
    return all.size();
  }

  /**
   * Waits until every subscriber has so many addresses in each service.
   *
   * @param expected by service
   */
  void await(Duration limit, Map<ServiceName, Integer> expected) {
    Eventually.holds(
        limit,
        POLL,
        () ->
            "only %d of %d subscriptions are complete; for example %s"
                .formatted(
                    addresses.keySet().stream().filter(each -> isComplete(each, expected)).count(),
                    addresses.size(),
                    addresses.entrySet().stream()
                        .filter(each -> !isComplete(each.getKey(), expected))
                        .findFirst()),
        () -> addresses.keySet().stream().allMatch(each -> isComplete(each, expected)));
  }

  private boolean isComplete(Subscription subscription, Map<ServiceName, Integer> expected) {
    return addresses.getOrDefault(subscription, 0).equals(expected.get(subscription.service()));
  }

  /**
   * Waits until nothing was pushed for a while.
   *
   * @return whether that came to be
   */
  boolean awaitQuiet(Duration quiet, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (System.nanoTime() - last < quiet.toNanos()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      Eventually.pause(POLL);
    }
    return true;
  }

  /** When the last push came, as {@link System#nanoTime}. */
  long last() {
    return last;
  }

  long pushes() {
    return pushes.get();
  }

  /** The instances in all pushes. */
  long pushedInstances() {
    return pushed.get();
  }

  /** The addresses all of them know now. */
  long addresses() {
    return addresses.values().stream().mapToLong(each -> each).sum();
  }

  @Override
  public void close() {
    clients.forEach(WireClient::close);
    wire.close();
  }
}
