package io.landbridge.compat.load.wire;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A naming client: one connection at a time, and what was registered and subscribed over it, so
 * that it can be done again elsewhere.
 *
 * <p>As with the official client there is one ephemeral entry per service: registering again
 * replaces it, and several instances of one service go in one batch. Persistent instances belong to
 * nobody and are not registered again.
 *
 * <p>Every future completes with success, or exceptionally with a {@link WireException}, within the
 * request timeout. What was asked for while there is no connection, or failed because the
 * connection broke, is done once there is one again, although its future has failed.
 *
 * <p>Safe for use from any thread; completions and listeners run on threads of {@link Wire} and
 * must not wait.
 */
public final class WireClient implements AutoCloseable {

  private static final Duration RETRY_STEP = Duration.ofMillis(100);
  private static final int MAX_STEPS = 50;
  private static final Duration RESTORE_AGAIN = Duration.ofSeconds(1);
  private static final int UNANSWERED = 3;

  private final Wire wire;
  private final ClientOptions options;
  private final ClientListener listener;
  private final Map<ServiceName, Wish> registered = new ConcurrentHashMap<>();
  private final Map<ServiceName, Wish> subscribed = new ConcurrentHashMap<>();
  private final Map<ServiceName, Consumer<ServiceInstances>> pushes = new ConcurrentHashMap<>();

  // The state below is guarded by this.
  private @Nullable WireConnection connection;
  private boolean closed;
  private int next;
  private int failures;
  private int unanswered;

  private WireClient(Wire wire, ClientOptions options, ClientListener listener) {
    this.wire = wire;
    this.options = options;
    this.listener = listener;
  }

  /**
   * Something the server should know of this client, and the connection it was told over.
   *
   * <p>Compared by identity: a wish for the same service made later is another one.
   */
  private static final class Wish {
    final Message message;
    volatile @Nullable WireConnection fulfilled;

    Wish(Message message) {
      this.message = message;
    }
  }

  /**
   * Connects to the first server that accepts.
   *
   * @return completes with the client; exceptionally with {@link WireException.Kind#UNREACHABLE}
   *     when no server of the list has accepted it, each asked once
   */
  public static CompletableFuture<WireClient> connect(
      Wire wire, ClientOptions options, ClientListener listener) {
    WireClient client = new WireClient(wire, options, listener);
    return client
        .tryEach(options.servers().size())
        .whenComplete(
            (connected, problem) -> {
              if (problem != null) {
                client.close();
              }
            });
  }

  /** Connects and listens to nothing. */
  public static CompletableFuture<WireClient> connect(Wire wire, ClientOptions options) {
    return connect(wire, options, ClientListener.NONE);
  }

  /** The server it is connected to now. */
  public synchronized Optional<ServerEndpoint> server() {
    return Optional.ofNullable(connection).map(WireConnection::server);
  }

  /** How many services it wants an ephemeral entry in. */
  public int registrations() {
    return registered.size();
  }

  /** Whether the server it is connected to has acknowledged everything it registered. */
  public boolean isSettled() {
    WireConnection current = current();
    return current != null
        && registered.values().stream().allMatch(wish -> wish.fulfilled == current);
  }

  /** Registers an ephemeral instance, in place of what this client has in the service. */
  public CompletableFuture<Void> register(ServiceName service, Instance instance) {
    return wish(registered, service, new Wish(NamingMessages.register(service, instance)));
  }

  /** Registers ephemeral instances, in place of what this client has in the service. */
  public CompletableFuture<Void> registerBatch(ServiceName service, List<Instance> instances) {
    return wish(registered, service, new Wish(NamingMessages.registerBatch(service, instances)));
  }

  /**
   * Removes what this client has in a service.
   *
   * @param instance the registered instance, or one of the batch
   */
  public CompletableFuture<Void> deregister(ServiceName service, Instance instance) {
    registered.remove(service);
    return send(NamingMessages.deregister(service, instance)).thenApply(answer -> null);
  }

  /** Registers an instance that stays when this client goes; not with every 2.x server. */
  public CompletableFuture<Void> registerPersistent(ServiceName service, Instance instance) {
    return send(NamingMessages.registerPersistent(service, instance)).thenApply(answer -> null);
  }

  /** Removes a persistent instance, whoever registered it. */
  public CompletableFuture<Void> deregisterPersistent(ServiceName service, Instance instance) {
    return send(NamingMessages.deregisterPersistent(service, instance)).thenApply(answer -> null);
  }

  /**
   * Subscribes.
   *
   * @param onPush told of every change from now on, in place of an earlier one for the service
   * @return what is in the service now
   */
  public CompletableFuture<ServiceInstances> subscribe(
      ServiceName service, Consumer<ServiceInstances> onPush) {
    return subscribe(service, "", onPush);
  }

  /**
   * Subscribes to clusters of a service.
   *
   * @param clusters their labels, separated by commas; empty for all
   * @param onPush told of every change from now on, in place of an earlier one for the service
   * @return what is in these clusters now
   */
  public CompletableFuture<ServiceInstances> subscribe(
      ServiceName service, String clusters, Consumer<ServiceInstances> onPush) {
    pushes.put(service, onPush);
    Wish wish = new Wish(NamingMessages.subscribe(service, clusters, true));
    subscribed.put(service, wish);
    return fulfil(wish).thenApply(answer -> NamingMessages.instances(service, answer));
  }

  /** Ends a subscription. */
  public CompletableFuture<Void> unsubscribe(ServiceName service) {
    subscribed.remove(service);
    pushes.remove(service);
    return send(NamingMessages.subscribe(service, "", false)).thenApply(answer -> null);
  }

  /** Asks what is in a service. */
  public CompletableFuture<ServiceInstances> list(ServiceName service) {
    return list(service, "", false);
  }

  /**
   * Asks for a part of what is in a service.
   *
   * @param clusters the labels of those wanted, separated by commas; empty for all
   * @param healthyOnly whether to leave out unhealthy instances
   */
  public CompletableFuture<ServiceInstances> list(
      ServiceName service, String clusters, boolean healthyOnly) {
    return send(NamingMessages.query(service, clusters, healthyOnly))
        .thenApply(answer -> NamingMessages.instances(service, answer));
  }

  /**
   * Asks for names of services.
   *
   * @param page from 1
   * @param size of a page
   */
  public CompletableFuture<ServicePage> services(String group, int page, int size) {
    return send(NamingMessages.services(options.namespace(), group, page, size))
        .thenApply(NamingMessages::services);
  }

  /** Asks the server whether it still knows this client. */
  public CompletableFuture<Void> ping() {
    return send(Message.of("HealthCheckRequest")).thenApply(answer -> null);
  }

  /** Breaks the connection, as a network does; the client reconnects if it is told to. */
  public void breakConnection() {
    WireConnection current = current();
    if (current != null) {
      current.abandon("broken on purpose");
    }
  }

  /** Ends the connection; the server removes what the client registered. */
  @Override
  public void close() {
    WireConnection last;
    synchronized (this) {
      closed = true;
      last = connection;
      connection = null;
    }
    if (last != null) {
      last.close();
    }
  }

  private synchronized @Nullable WireConnection current() {
    return connection;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private CompletableFuture<Void> wish(
      Map<ServiceName, Wish> wishes, ServiceName service, Wish wish) {
    wishes.put(service, wish);
    return fulfil(wish).thenApply(answer -> null);
  }

  private CompletableFuture<Message> fulfil(Wish wish) {
    WireConnection current = current();
    if (current == null) {
      return notConnected();
    }
    return current
        .request(wish.message)
        .whenComplete(
            (answer, problem) -> {
              if (problem == null) {
                wish.fulfilled = current;
              }
            });
  }

  private CompletableFuture<Message> send(Message message) {
    WireConnection current = current();
    return current == null ? notConnected() : current.request(message);
  }

  private CompletableFuture<Message> notConnected() {
    return CompletableFuture.failedFuture(
        new WireException(WireException.Kind.NOT_CONNECTED, "no server of " + options.servers()));
  }

  private CompletableFuture<WireClient> tryEach(int left) {
    return tryNext()
        .<CompletableFuture<WireClient>>handle(
            (connected, problem) ->
                problem == null
                    ? CompletableFuture.completedFuture(this)
                    : left > 1 ? tryEach(left - 1) : CompletableFuture.failedFuture(problem))
        .thenCompose(Function.identity());
  }

  private CompletableFuture<WireConnection> tryNext() {
    ServerEndpoint server;
    synchronized (this) {
      server = options.servers().get(next % options.servers().size());
      next = (next + 1) % options.servers().size();
    }
    Events events = new Events();
    return WireConnection.open(wire, server, options, events)
        .thenApply(
            opened -> {
              events.of = opened;
              adopt(opened);
              return opened;
            });
  }

  private void adopt(WireConnection opened) {
    synchronized (this) {
      if (closed) {
        opened.close();
        return;
      }
      connection = opened;
      failures = 0;
      unanswered = 0;
    }
    listener.connected(opened.server());
    if (opened.isEnded()) {
      // Before it was known here, so nobody was told.
      lost(opened, new WireException(WireException.Kind.BROKEN, "ended as soon as it was there"));
      return;
    }
    if (!options.keepAlive().isZero()) {
      wire.later(options.keepAlive(), () -> keepAlive(opened));
    }
    if (!registered.isEmpty() || !subscribed.isEmpty()) {
      restore(opened);
    }
  }

  private void lost(WireConnection old, WireException reason) {
    synchronized (this) {
      if (connection != old) {
        return;
      }
      connection = null;
    }
    listener.disconnected(old.server(), reason);
    if (options.reconnect()) {
      reconnect();
    }
  }

  private void reconnect() {
    if (isClosed()) {
      return;
    }
    var unused =
        tryNext()
            .whenComplete(
                (connected, problem) -> {
                  if (problem != null) {
                    wire.later(nextDelay(), this::reconnect);
                  }
                });
  }

  private synchronized Duration nextDelay() {
    failures = Math.min(failures + 1, MAX_STEPS);
    return RETRY_STEP.multipliedBy(failures);
  }

  /** Tells a server what it does not know yet, until it has acknowledged everything. */
  private void restore(WireConnection to) {
    if (current() != to) {
      return;
    }
    CompletableFuture<?>[] missing =
        Stream.concat(registered.values().stream(), subscribed.values().stream())
            .filter(wish -> wish.fulfilled != to)
            .map(this::fulfil)
            .toArray(CompletableFuture<?>[]::new);
    var unused =
        CompletableFuture.allOf(missing)
            .whenComplete(
                (done, problem) -> {
                  if (problem != null) {
                    wire.later(RESTORE_AGAIN, () -> restore(to));
                  } else if (current() == to) {
                    listener.restored(to.server());
                  }
                });
  }

  private void keepAlive(WireConnection of) {
    if (current() != of) {
      return;
    }
    long silent = System.nanoTime() - of.lastAnswerNanos();
    long left = options.keepAlive().toNanos() - silent;
    if (left > 0) {
      wire.later(Duration.ofNanos(left), () -> keepAlive(of));
      return;
    }
    var unused =
        of.request(Message.of("HealthCheckRequest"))
            .whenComplete(
                (answer, problem) -> {
                  if (missed(problem != null) >= UNANSWERED) {
                    of.abandon("no answer " + UNANSWERED + " times");
                  } else {
                    wire.later(
                        problem == null ? options.keepAlive() : Duration.ZERO, () -> keepAlive(of));
                  }
                });
  }

  private synchronized int missed(boolean again) {
    unanswered = again ? unanswered + 1 : 0;
    return unanswered;
  }

  /** What one connection tells. */
  private final class Events implements WireConnection.Listener {

    private volatile @Nullable WireConnection of;

    @Override
    public void pushed(Message push, int bytes) {
      ServiceName service =
          NamingMessages.pushed(options.namespace(), push.body().path("serviceInfo"));
      listener.pushed(service, bytes);
      Consumer<ServiceInstances> onPush = pushes.get(service);
      if (onPush != null) {
        onPush.accept(NamingMessages.instances(service, push));
      }
    }

    @Override
    public void ended(WireException reason) {
      WireConnection ended = of;
      if (ended != null) {
        lost(ended, reason);
      }
    }
  }
}
