package io.landbridge.registry.nacos1;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.http.Answer;
import io.landbridge.registry.http.InstanceJson;
import io.landbridge.registry.http.ServerClient;
import io.landbridge.registry.legacy.LegacyChange;
import io.landbridge.registry.legacy.LegacyChange.Source;
import io.landbridge.registry.legacy.LegacyListener;
import io.landbridge.registry.legacy.LegacySettings;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What the server pushes: every subscription asks for its service again and again and leaves the
 * UDP port of this bridge with the question, as 1.x clients do.
 *
 * <p>A push names the service without its namespace, and anybody can send one. So only what comes
 * from a server of the cluster is looked at, and only what is for a name subscribed to in one
 * namespace alone is taken as it is; anything else makes the service be asked for, at most once a
 * second.
 */
final class PushSubscriptions implements AutoCloseable {

  private static final int ASKING_THREADS = 4;
  private static final long SOON_MILLIS = 1_000;

  private final ServerClient client;
  private final LegacySettings settings;
  private final LegacyListener listener;
  private final Object telling = new Object();
  private final Map<ServiceKey, Subscription> subscriptions = new ConcurrentHashMap<>();
  private final ScheduledThreadPoolExecutor asking;
  private final PushSocket socket;
  private volatile Set<InetAddress> senders = Set.of();
  private volatile String pushAddress = "";

  PushSubscriptions(ServerClient client, LegacySettings settings, LegacyListener listener)
      throws RegistryException {
    this.client = client;
    this.settings = settings;
    this.listener = listener;
    this.asking =
        new ScheduledThreadPoolExecutor(
            ASKING_THREADS,
            task -> {
              Thread thread = new Thread(task, "landbridge-legacy-asking");
              thread.setDaemon(true);
              return thread;
            });
    asking.setRemoveOnCancelPolicy(true);
    try {
      this.socket = new PushSocket(settings.connection().maxAnswerBytes(), new Pushes());
    } catch (IOException e) {
      asking.shutdownNow();
      throw new RegistryException(
          Kind.UNREACHABLE,
          "no UDP port can be opened (" + e.getMessage() + ")",
          "this machine",
          "check the limit of open files and the firewall");
    }
  }

  /** A service subscribed to. */
  private static final class Subscription {
    final ServiceKey key;
    final AtomicBoolean soon = new AtomicBoolean();
    volatile Optional<ScheduledFuture<?>> again = Optional.empty();
    // Guarded by what changes are told under.
    Optional<List<RegisteredInstance>> shown = Optional.empty();

    Subscription(ServiceKey key) {
      this.key = key;
    }
  }

  void start() {
    socket.start();
    var unused =
        asking.scheduleWithFixedDelay(
            this::lookAround, 0, settings.askAgain().toMillis(), TimeUnit.MILLISECONDS);
  }

  boolean add(ServiceKey key) {
    synchronized (subscriptions) {
      if (subscriptions.containsKey(key)) {
        return true;
      }
      if (subscriptions.size() >= settings.maxSubscriptions() || asking.isShutdown()) {
        return false;
      }
      Subscription subscription = new Subscription(key);
      subscriptions.put(key, subscription);
      // Spread, so that many subscriptions do not ask all in the same moment.
      long spread = Math.floorMod(key.hashCode(), SOON_MILLIS);
      subscription.again =
          Optional.of(
              asking.scheduleWithFixedDelay(
                  () -> ask(subscription),
                  spread,
                  settings.askAgain().toMillis(),
                  TimeUnit.MILLISECONDS));
      return true;
    }
  }

  void remove(ServiceKey key) {
    synchronized (subscriptions) {
      Subscription subscription = subscriptions.remove(key);
      if (subscription != null) {
        subscription.again.ifPresent(future -> future.cancel(false));
      }
    }
  }

  private void ask(Subscription subscription) {
    if (pushAddress.isEmpty()) {
      lookAround();
    }
    Map<String, String> question = new HashMap<>(ConsoleCatalog.names(subscription.key));
    question.put("clusters", "");
    question.put("udpPort", String.valueOf(socket.port()));
    question.put("clientIP", pushAddress);
    question.put("healthyOnly", "false");
    try {
      Answer answer = client.get("/v1/ns/instance/list", question);
      tell(
          subscription,
          InstanceJson.read(answer, answer.requireJson().path("hosts")),
          Source.QUESTION);
    } catch (RegistryException | RuntimeException | Error e) {
      // The next question is due in seconds, whatever this was; who needs to know of failures reads
      // the service.
    }
  }

  private void askSoon(Subscription subscription) {
    if (subscription.soon.compareAndSet(false, true) && !asking.isShutdown()) {
      var unused =
          asking.schedule(
              () -> {
                subscription.soon.set(false);
                ask(subscription);
              },
              SOON_MILLIS,
              TimeUnit.MILLISECONDS);
    }
  }

  private final class Pushes implements PushSocket.Receiver {

    @Override
    public boolean isSender(InetAddress from) {
      return senders.contains(from);
    }

    @Override
    public void pushed(JsonNode service) {
      PushSubscriptions.this.pushed(service);
    }
  }

  /** What a server, or somebody in its name, says of a service; on the thread of the socket. */
  private void pushed(JsonNode service) {
    String name = service.path("name").asText("");
    List<Subscription> meant =
        subscriptions.values().stream()
            .filter(each -> ConsoleCatalog.groupedName(each.key).equals(name))
            .toList();
    Optional<List<RegisteredInstance>> shown = shown(service.path("hosts"));
    if (meant.size() == 1 && shown.isPresent()) {
      tell(meant.get(0), shown.get(), Source.PUSH);
    } else {
      meant.forEach(this::askSoon);
    }
  }

  /** The instances in a push; empty when one of them cannot be read. */
  static Optional<List<RegisteredInstance>> shown(JsonNode hosts) {
    List<RegisteredInstance> instances = new ArrayList<>();
    for (JsonNode each : hosts) {
      Optional<RegisteredInstance> instance = InstanceJson.read(each);
      if (instance.isEmpty()) {
        return Optional.empty();
      }
      instances.add(instance.get());
    }
    return hosts.isArray() ? Optional.of(instances.stream().sorted().toList()) : Optional.empty();
  }

  private void tell(Subscription subscription, List<RegisteredInstance> shown, Source source) {
    synchronized (telling) {
      boolean same = subscription.shown.isPresent() && subscription.shown.get().equals(shown);
      if ((same && source == Source.QUESTION)
          || subscriptions.get(subscription.key) != subscription) {
        return;
      }
      subscription.shown = Optional.of(shown);
      try {
        listener.changed(new LegacyChange(subscription.key, shown, source));
      } catch (RuntimeException | Error e) {
        // A listener that fails is not told again of the same; its other ways of reading go on.
      }
    }
  }

  /** Where servers push from and to, which may change with the list of servers and the network. */
  private void lookAround() {
    Set<InetAddress> addresses = new HashSet<>();
    String here = settings.pushAddress();
    for (ServerAddress server : client.servers()) {
      try (DatagramSocket route = new DatagramSocket()) {
        for (InetAddress address : InetAddress.getAllByName(server.base().getHost())) {
          addresses.add(address);
        }
        if (here.isEmpty()) {
          // Sends nothing: only asks the system which way it would go.
          route.connect(new InetSocketAddress(server.base().getHost(), server.base().getPort()));
          here = route.getLocalAddress().getHostAddress();
        }
      } catch (IOException | RuntimeException | Error e) {
        // Not resolvable or no route now: the others, and again in a few seconds.
      }
    }
    senders = Set.copyOf(addresses);
    pushAddress = here;
  }

  @Override
  public void close() {
    synchronized (subscriptions) {
      asking.shutdownNow();
      subscriptions.clear();
    }
    socket.close();
  }
}
