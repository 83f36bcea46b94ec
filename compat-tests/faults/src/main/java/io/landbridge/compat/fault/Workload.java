package io.landbridge.compat.fault;

import io.landbridge.compat.load.fleet.DubboLine;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Providers that come and go. Each has an address that no other ever has, so that an instance in a
 * catalog can be traced to one life.
 */
final class Workload implements AutoCloseable {

  private static final int PROVIDERS = 24;
  private static final int WITHDRAWN = 20;
  private static final long TICK_MILLIS = 200;

  /** As the official client: whoever is not answered goes to another server. */
  private static final Duration ANSWER = Duration.ofSeconds(3);

  /** Two of the applications share an interface; some interfaces have a version or a group. */
  private static final SortedMap<String, List<String>> APPLICATIONS =
      new TreeMap<>(
          java.util.Map.of(
              "fault-orders", List.of("demo.OrderService:1.0.0", "demo.PingService"),
              "fault-stock",
                  List.of("demo.StockService", "demo.StockAdmin::internal", "demo.PingService"),
              "fault-users", List.of("demo.UserService:2.0.0:grp", "demo.UserQuery"),
              "fault-mail", List.of("demo.MailService")));

  private final List<ServerEndpoint> servers;
  private final Recorder recorder;
  private final Random random;
  private final Wire wire = Wire.open(1);
  private final ScheduledExecutorService ticks =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "workload");
            thread.setDaemon(true);
            return thread;
          });

  private final List<Provider> providers = new ArrayList<>();
  private boolean running;
  private int next;

  Workload(List<ServerEndpoint> servers, Recorder recorder, long seed) {
    this.servers = List.copyOf(servers);
    this.recorder = recorder;
    this.random = new Random(seed);
    var unused = ticks.scheduleWithFixedDelay(this::tick, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** The names of all applications it ever has providers of. */
  static SortedSet<String> applications() {
    return new TreeSet<>(APPLICATIONS.keySet());
  }

  /** Providers come and go from now on. */
  synchronized void run() {
    running = true;
  }

  /** From now on nobody comes or goes; whoever is alive stays. */
  synchronized void rest() {
    running = false;
  }

  /** Whether nothing is under way and every provider that is alive is acknowledged. */
  synchronized boolean isSettled() {
    return providers.stream()
        .allMatch(each -> !each.isBusy() && (each.isEnded() || each.isSettled()));
  }

  /** Those that are alive and not acknowledged, or have something under way, for messages. */
  synchronized List<String> unsettled() {
    return providers.stream()
        .filter(each -> each.isBusy() || !(each.isEnded() || each.isSettled()))
        .map(Provider::toString)
        .toList();
  }

  /** The addresses of those that are alive, by application; every application is there. */
  synchronized SortedMap<String, SortedSet<String>> live() {
    SortedMap<String, SortedSet<String>> live = new TreeMap<>();
    APPLICATIONS.keySet().forEach(name -> live.put(name, new TreeSet<>()));
    alive()
        .forEach(
            each -> live.getOrDefault(each.application(), new TreeSet<>()).add(each.address()));
    return live;
  }

  /** Those that are alive. */
  synchronized List<Provider> alive() {
    return providers.stream().filter(each -> !each.isEnded()).toList();
  }

  /** Those that have taken back what they registered and are connected still. */
  synchronized List<Provider> withdrawn() {
    return providers.stream().filter(Provider::isWithdrawn).toList();
  }

  /** Ends all providers and their threads. */
  @Override
  public void close() {
    ticks.shutdownNow();
    synchronized (this) {
      providers.forEach(Provider::die);
    }
    wire.close();
  }

  private synchronized void tick() {
    try {
      providers.forEach(Provider::tryAgain);
      if (running) {
        act();
      }
    } catch (RuntimeException | LinkageError e) {
      // Otherwise the executor would stop ticking without a word.
      recorder.note("the workload failed: " + e);
    }
  }

  private void act() {
    List<Provider> alive = alive();
    // Around the wanted number it goes up and down.
    if (alive.isEmpty() || random.nextInt(2 * PROVIDERS) >= alive.size()) {
      Provider provider = new Provider(process(), recorder);
      providers.add(provider);
      List<ServerEndpoint> shuffled = new ArrayList<>(servers);
      Collections.shuffle(shuffled, random);
      provider.start(
          wire,
          ClientOptions.of(shuffled)
              .withTimeouts(ANSWER, ANSWER)
              .withApplication(provider.application()));
    } else {
      Provider provider = alive.get(random.nextInt(alive.size()));
      if (random.nextBoolean()) {
        provider.withdraw();
      } else {
        provider.die();
      }
    }
    forget();
  }

  private DubboProvider process() {
    List<String> names = List.copyOf(APPLICATIONS.keySet());
    String application = names.get(random.nextInt(names.size()));
    next++;
    return new DubboProvider(
        random.nextBoolean() ? DubboLine.DUBBO_2_7 : DubboLine.DUBBO_3,
        application,
        "10.77.%d.%d".formatted(next / 250, 1 + next % 250),
        20_880,
        1_000 + next,
        1_790_000_000_000L + next,
        APPLICATIONS.getOrDefault(application, List.of()));
  }

  /** The connections of those that took everything back are closed some time later. */
  private void forget() {
    List<Provider> over =
        providers.stream().filter(each -> each.isEnded() && !each.isBusy()).toList();
    over.subList(0, Math.max(0, over.size() - WITHDRAWN))
        .forEach(
            each -> {
              each.die();
              providers.remove(each);
            });
  }
}
