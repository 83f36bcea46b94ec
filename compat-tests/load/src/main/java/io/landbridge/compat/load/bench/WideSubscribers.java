package io.landbridge.compat.load.bench;

import io.landbridge.compat.load.wire.ClientListener;
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
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;

/** Consumers that subscribe to many services, each with a connection, and count what comes. */
final class WideSubscribers implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(50);

  private final Wire wire;
  private final List<WireClient> clients = new ArrayList<>();
  private final Map<Subscription, Told> addresses = new ConcurrentHashMap<>();
  private final Map<ServiceName, Received> received = new ConcurrentHashMap<>();
  private volatile long last = System.nanoTime();

  private record Subscription(int client, ServiceName service) {}

  /**
   * What a subscriber knows.
   *
   * @param addresses how many
   * @param since when it knows so many, as {@link System#nanoTime}
   */
  private record Told(int addresses, long since) {

    static Told of(ServiceInstances now, long at) {
      return new Told(distinct(now), at);
    }

    Told then(Told next) {
      return next.addresses == addresses ? this : next;
    }
  }

  /** What all pushes of one service brought. */
  private record Received(LongAdder pushes, LongAdder instances, LongAdder bytes) {

    Received() {
      this(new LongAdder(), new LongAdder(), new LongAdder());
    }
  }

  /** Subscribes; their own thread is theirs alone, so that they hold up nobody else. */
  WideSubscribers(Member member, int count, Set<ServiceName> services) {
    this.wire = Wire.open(1);
    ClientOptions options =
        ClientOptions.of(List.of(ServerEndpoint.parse(member.server().address())))
            .withTimeouts(PATIENCE, PATIENCE)
            .withoutReconnect()
            .withoutMetadataInPushes();
    for (int i = 0; i < count; i++) {
      int client = i;
      WireClient connected = WireClient.connect(wire, options, new Sizes()).join();
      clients.add(connected);
      List<CompletableFuture<?>> all = new ArrayList<>();
      for (ServiceName service : services) {
        Subscription subscription = new Subscription(client, service);
        all.add(
            connected
                .subscribe(service, now -> told(subscription, now))
                .thenAccept(
                    now -> addresses.putIfAbsent(subscription, Told.of(now, System.nanoTime()))));
      }
      all.forEach(CompletableFuture::join);
    }
  }

  private void told(Subscription subscription, ServiceInstances now) {
    long at = System.nanoTime();
    last = at;
    Received of = of(subscription.service());
    of.pushes().increment();
    of.instances().add(now.instances().size());
    addresses.merge(subscription, Told.of(now, at), Told::then);
  }

  private Received of(ServiceName service) {
    return received.computeIfAbsent(service, each -> new Received());
  }

  /** Counts what comes before it is looked into. */
  private final class Sizes implements ClientListener {

    @Override
    public void pushed(ServiceName service, int bytes) {
      of(service).bytes().add(bytes);
    }
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
    Told told = addresses.get(subscription);
    return told != null
        && Integer.valueOf(told.addresses()).equals(expected.get(subscription.service()));
  }

  /** How many subscriptions to such services have so many addresses now. */
  long complete(Predicate<ServiceName> services, Map<ServiceName, Integer> expected) {
    return addresses.keySet().stream()
        .filter(each -> services.test(each.service()) && isComplete(each, expected))
        .count();
  }

  /**
   * Since when the subscribers of such services know as many addresses as they do now, as {@link
   * System#nanoTime}.
   */
  long since(Predicate<ServiceName> services) {
    return addresses.entrySet().stream()
        .filter(each -> services.test(each.getKey().service()))
        .mapToLong(each -> each.getValue().since())
        .max()
        .orElseThrow();
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

  /** How many pushes of such services came. */
  long pushes(Predicate<ServiceName> services) {
    return sum(services, Received::pushes);
  }

  /** The instances in them. */
  long pushedInstances(Predicate<ServiceName> services) {
    return sum(services, Received::instances);
  }

  /** Their size as gRPC carries them. */
  long pushedBytes(Predicate<ServiceName> services) {
    return sum(services, Received::bytes);
  }

  private long sum(Predicate<ServiceName> services, Function<Received, LongAdder> what) {
    return received.entrySet().stream()
        .filter(each -> services.test(each.getKey()))
        .mapToLong(each -> what.apply(each.getValue()).sum())
        .sum();
  }

  /** The addresses all of them know now. */
  long addresses() {
    return addresses.values().stream().mapToLong(Told::addresses).sum();
  }

  @Override
  public void close() {
    clients.forEach(WireClient::close);
    wire.close();
  }
}
