package io.landbridge.front.push;

import io.landbridge.front.Caller;
import io.landbridge.front.PushData;
import io.landbridge.front.SubscriberTable;
import io.landbridge.model.IpAddress;
import io.landbridge.model.Networks;
import io.landbridge.model.ServiceKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells clients of changes over UDP. Changes of a service are told together, half a second later,
 * as the service is then: nothing is queued but the names of services that changed, and what a
 * client did not acknowledge is not kept but made anew, so that slow, dead and hostile clients cost
 * no more than living ones.
 *
 * <p>Packets go to where the request of a subscriber came from, whatever it says, unless a setting
 * allows the address that it names. Who has not acknowledged the first gets no second one. Those
 * who acknowledge do not wait for others, and one address does not wait for the many of another.
 *
 * <p>It has two threads and a socket once somebody subscribes. Safe for use from any thread;
 * nothing but closing waits.
 */
public final class UdpPush implements SubscriberTable, AutoCloseable {

  private static final int ACKNOWLEDGEMENT_BYTES = 2_048;
  private static final long SWEEP_MILLIS = 1_000;

  /** The first and one more. */
  private static final int ATTEMPTS = 2;

  /** For how long those are sent to that can wait, before it is looked for others again. */
  private static final long SLICE_MILLIS = 20;

  private final PushSettings settings;
  private final Consumer<Throwable> problems;
  private final Subscriptions subscriptions;
  private final Packets packets;
  private final Map<Awaited, Subscription> awaited = new ConcurrentHashMap<>();
  private final ChangedServices changed = new ChangedServices(UdpPush::now);
  private final Queue<Owed> owed = new ConcurrentLinkedQueue<>();

  /** Belongs to the thread that pushes. */
  private final Map<ServiceKey, Rest> rest = new LinkedHashMap<>();

  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicLong repeated = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private volatile @Nullable DatagramChannel channel;
  private boolean closed;

  /** A packet on its way. */
  private record Awaited(InetSocketAddress peer, long reference) {}

  /** What somebody is sent now that it has shown that it listens. */
  private record Owed(ServiceKey service, Subscription to) {}

  /** Subscribers of a service that can wait, and whether it has changed again since. */
  private record Rest(Iterator<Subscription> waiting, boolean again) {}

  /**
   * A client that is pushed to.
   *
   * @param ip where it listens
   * @param port where it listens
   * @param agent what it says it is
   * @param app the name its library gives its process; may be empty
   */
  public record Subscriber(String ip, int port, String agent, String app) {}

  /**
   * Makes it; nothing happens before somebody subscribes.
   *
   * @param data what is sent
   * @param settings how
   * @param problems told of what goes wrong; quick
   */
  public UdpPush(PushData data, PushSettings settings, Consumer<Throwable> problems) {
    this.settings = settings;
    this.problems = problems;
    this.packets = new Packets(data, problems);
    this.subscriptions =
        new Subscriptions(settings.subscriptions(), settings.bytes(), settings.bytesPerAddress());
  }

  @Override
  public boolean subscribe(
      ServiceKey service, String clusters, Caller caller, String ip, int port) {
    Optional<IpAddress> named = IpAddress.parse(ip);
    Optional<IpAddress> target =
        named.filter(settings.named()::contains).or(() -> IpAddress.parse(caller.address()));
    if (named.isEmpty() || target.filter(UdpPush::canListen).isEmpty() || !isOpen()) {
      refused.incrementAndGet();
      return false;
    }
    long now = now();
    @Nullable Subscription added =
        subscriptions.add(
            service,
            new Subscription.Key(
                new InetSocketAddress(address(target.get()), port),
                clusters,
                caller.agent().readsGroups()),
            new Subscriptions.Client(address(named.get()), caller.agent().text(), caller.app()),
            now);
    if (added == null) {
      refused.incrementAndGet();
      return false;
    }
    // Who does not listen has to ask again sooner.
    return !added.peer().isSilent(now, settings.acknowledgement().toMillis());
  }

  /** Nobody is made to send to many, to nobody, or to what answers on the wire alone. */
  private static boolean canListen(IpAddress address) {
    return !Networks.NOBODY.contains(address) && !Networks.LINK_LOCAL.contains(address);
  }

  private static InetAddress address(IpAddress ip) {
    try {
      return InetAddress.getByAddress(ip.bytes());
    } catch (UnknownHostException e) {
      throw new IllegalStateException("bytes are not looked up", e);
    }
  }

  private static long now() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  /** Whether there is a socket; opens it the first time. */
  private boolean isOpen() {
    return channel != null || open();
  }

  private synchronized boolean open() {
    if (channel != null || closed) {
      return !closed;
    }
    try {
      DatagramChannel opened =
          DatagramChannel.open()
              // The system knows the broadcast addresses of its networks.
              .setOption(StandardSocketOptions.SO_BROADCAST, false)
              .bind(null);
      channel = opened;
      start("landbridge-front-push", this::pushAll);
      start("landbridge-front-ack", () -> receiveAll(opened));
      return true;
    } catch (IOException e) {
      problems.accept(e);
      return false;
    }
  }

  private void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  /** Whether anybody subscribes to a service. */
  public boolean any(ServiceKey service) {
    return subscriptions.any(service);
  }

  /** A service changed; its subscribers are told in a moment. */
  public void changed(ServiceKey service) {
    mark(service, settings.delay().toMillis());
  }

  /** The subscribers of a service are to be told now. */
  public void push(ServiceKey service) {
    mark(service, 0);
  }

  private void mark(ServiceKey service, long delayMillis) {
    if (!any(service)) {
      return;
    }
    changed.mark(service, now() + delayMillis);
  }

  /** The services that somebody subscribes to; may change meanwhile. */
  public void services(Consumer<ServiceKey> visitor) {
    subscriptions.services().forEach(visitor);
  }

  /** Who subscribes to a service. */
  public List<Subscriber> subscribers(ServiceKey service) {
    return subscriptions.of(service).stream()
        .map(
            each ->
                new Subscriber(
                    each.client().ip().getHostAddress(),
                    each.key().peer().getPort(),
                    each.client().agent(),
                    each.client().app()))
        .toList();
  }

  /** What has happened since the start. */
  public PushCounts counts() {
    return new PushCounts(
        subscriptions.size(),
        refused.get(),
        sent.get(),
        acknowledged.get(),
        repeated.get(),
        failed.get());
  }

  private void pushAll() {
    long sweep = now();
    try {
      while (!Thread.currentThread().isInterrupted()) {
        List<ServiceKey> due =
            changed.due(rest.isEmpty() ? sweep + SWEEP_MILLIS : now(), () -> !owed.isEmpty());
        for (ServiceKey each : due) {
          attempt(() -> pushTo(each));
        }
        for (Owed each = owed.poll(); each != null; each = owed.poll()) {
          Owed one = each;
          attempt(() -> send(one.to(), packets.of(one.service())));
        }
        if (due.isEmpty() && !rest.isEmpty()) {
          attempt(this::pushToRest);
        }
        if (now() - sweep >= SWEEP_MILLIS) {
          sweep = now();
          attempt(this::sweep);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void attempt(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      problem(e);
    }
  }

  /** Whatever happens, the thread goes on: nobody would be told of anything any more. */
  private void problem(Throwable problem) {
    try {
      problems.accept(problem);
    } catch (RuntimeException | Error e) {
      // There is nobody else to tell.
    }
  }

  private void pushTo(ServiceKey service) {
    PushOrder order = PushOrder.of(subscriptions.of(service));
    if (!order.later().isEmpty()) {
      rest.merge(
          service,
          new Rest(order.later().iterator(), false),
          (known, added) -> new Rest(known.waiting(), true));
    }
    Packets.OfService shared = packets.of(service);
    for (Subscription to : order.prompt()) {
      send(to, shared);
    }
  }

  /** Sends to some of those who wait, of one service after the other. */
  private void pushToRest() {
    ServiceKey service = rest.keySet().iterator().next();
    Rest some = Objects.requireNonNull(rest.remove(service));
    Packets.OfService shared = packets.of(service);
    long end = now() + SLICE_MILLIS;
    while (some.waiting().hasNext() && now() < end) {
      send(some.waiting().next(), shared);
    }
    if (some.waiting().hasNext()) {
      rest.put(service, some);
    } else if (some.again()) {
      // Those in front are as they were before it changed.
      List<Subscription> later = PushOrder.of(subscriptions.of(service)).later();
      rest.put(service, new Rest(later.iterator(), false));
    }
  }

  private void send(Subscription to, Packets.OfService shared) {
    if (to.isForgotten()) {
      return;
    }
    Peer peer = to.peer();
    if (!peer.isListening() && peer.isIntroduced()) {
      peer.owe(shared.service(), to);
      if (peer.isListening()) {
        // Since it was looked.
        settle(peer);
      }
      return;
    }
    Packets.Packet packet = shared.of(to);
    send(to, packet, to.sendNew(packet.reference(), now()));
  }

  private void settle(Peer peer) {
    peer.settle((service, to) -> owed.add(new Owed(service, to)));
    changed.wake();
  }

  private void send(Subscription to, Packets.Packet packet, long before) {
    awaited.remove(new Awaited(to.key().peer(), before));
    @Nullable DatagramChannel open = channel;
    if (packet.bytes() == null || open == null) {
      fail(to, packet.reference());
      return;
    }
    Awaited answer = new Awaited(to.key().peer(), packet.reference());
    // Before it is sent: the answer may be back before this thread is.
    awaited.put(answer, to);
    try {
      open.send(ByteBuffer.wrap(packet.bytes()), to.key().peer());
      to.peer().introduced(now());
      sent.incrementAndGet();
    } catch (IOException e) {
      awaited.remove(answer);
      fail(to, packet.reference());
    }
  }

  private void fail(Subscription to, long number) {
    to.acknowledged(number);
    failed.incrementAndGet();
  }

  /** Forgets who does not ask any more, and sends again what nobody acknowledged. */
  private void sweep() {
    for (ServiceKey service : subscriptions.services()) {
      Packets.OfService shared = packets.of(service);
      for (Subscription each : subscriptions.of(service)) {
        attempt(() -> sweep(each, shared));
      }
    }
  }

  private void sweep(Subscription each, Packets.OfService shared) {
    long now = now();
    if (each.forgetIfSilent(now, settings.patience().toMillis())) {
      awaited.remove(new Awaited(each.key().peer(), each.awaited()));
      subscriptions.remove(shared.service(), each);
    } else if (each.isOverdue(now, settings.acknowledgement().toMillis())) {
      overdue(each, shared);
    }
  }

  private void overdue(Subscription to, Packets.OfService shared) {
    if (!to.peer().isListening()) {
      // Once and never again, unless it acknowledges that after all.
      to.giveUp();
      failed.incrementAndGet();
      return;
    }
    long before = to.awaited();
    if (to.attempts() >= ATTEMPTS) {
      if (awaited.remove(new Awaited(to.key().peer(), before), to)) {
        fail(to, before);
      }
      return;
    }
    repeated.incrementAndGet();
    Packets.Packet packet = shared.of(to);
    send(to, packet, to.sendAgain(packet.reference(), now()));
  }

  private void receiveAll(DatagramChannel from) {
    ByteBuffer datagram = ByteBuffer.allocate(ACKNOWLEDGEMENT_BYTES);
    while (from.isOpen()) {
      try {
        datagram.clear();
        if (from.receive(datagram) instanceof InetSocketAddress peer) {
          received(peer, datagram.array(), datagram.position());
        }
      } catch (IOException | RuntimeException | Error e) {
        if (from.isOpen()) {
          problem(e);
        }
      }
    }
  }

  private void received(InetSocketAddress peer, byte[] bytes, int length) {
    OptionalLong number = Acknowledgement.reference(bytes, length);
    if (number.isPresent()) {
      @Nullable Subscription from = awaited.remove(new Awaited(peer, number.getAsLong()));
      if (from != null && from.acknowledged(number.getAsLong())) {
        acknowledged.incrementAndGet();
        from.peer().listens();
        settle(from.peer());
      }
    }
  }

  /** Ends its threads and closes its socket; nobody is told of anything any more. */
  @Override
  public void close() {
    List<Thread> ending;
    synchronized (this) {
      closed = true;
      ending = List.copyOf(threads);
    }
    try {
      ending.forEach(Thread::interrupt);
      @Nullable DatagramChannel open = channel;
      if (open != null) {
        open.close();
      }
      for (Thread each : ending) {
        each.join(SWEEP_MILLIS);
      }
    } catch (IOException e) {
      problems.accept(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
