package io.landbridge.front.push;

import io.landbridge.front.Caller;
import io.landbridge.front.PushData;
import io.landbridge.front.RefusedException;
import io.landbridge.front.SubscriberTable;
import io.landbridge.model.ServiceKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Tells clients of changes over UDP. Changes of a service are told together, half a second later,
 * as the service is then: nothing is queued but the names of services that changed, and what a
 * client did not acknowledge is not kept but made anew, so that slow, dead and hostile clients cost
 * no more than living ones.
 *
 * <p>It has two threads and a socket once somebody subscribes. Safe for use from any thread;
 * nothing but closing waits.
 */
public final class UdpPush implements SubscriberTable, AutoCloseable {

  /** 1.4 compresses what is longer. */
  private static final int PLAIN_BYTES = 1_024;

  /** What fits into a datagram of IPv4; clients that get nothing ask every ten seconds. */
  private static final int MOST_BYTES = 65_507;

  private static final int ACKNOWLEDGEMENT_BYTES = 2_048;
  private static final long SWEEP_MILLIS = 1_000;

  /** The first and one more. */
  private static final int ATTEMPTS = 2;

  /** No name is ever looked up for a client. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(%1$s\\.){3}%1$s|\\[?[0-9a-fA-F:.]*:[0-9a-fA-F:.]*]?"
              .formatted("(25[0-5]|2[0-4]\\d|1?\\d?\\d)"));

  private final PushData data;
  private final PushSettings settings;
  private final Consumer<Throwable> problems;
  private final Subscriptions subscriptions;
  private final Map<Awaited, Subscription> awaited = new ConcurrentHashMap<>();
  private final Map<ServiceKey, Long> changed = new HashMap<>();
  private final AtomicLong reference = new AtomicLong(System.nanoTime() & Long.MAX_VALUE);
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

  /** What is the same for several subscribers of a service. */
  private record Variant(String clusters, boolean groups, String asker) {}

  /** What they are sent; null if it cannot be. */
  private record Packet(byte @Nullable [] bytes, long reference) {}

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
    this.data = data;
    this.settings = settings;
    this.problems = problems;
    this.subscriptions = new Subscriptions(settings.subscriptions());
  }

  @Override
  public boolean subscribe(
      ServiceKey service, String clusters, Caller caller, String ip, int port) {
    @Nullable InetAddress address = address(ip);
    boolean added =
        address != null
            && isOpen()
            && subscriptions.add(
                service,
                new Subscription.Key(
                    new InetSocketAddress(address, port), clusters, caller.agent().readsGroups()),
                caller.agent().text(),
                caller.app(),
                now());
    if (!added) {
      refused.incrementAndGet();
    }
    return added;
  }

  private static @Nullable InetAddress address(String ip) {
    try {
      return ADDRESS.matcher(ip).matches() ? InetAddress.getByName(ip) : null;
    } catch (UnknownHostException e) {
      return null;
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
      DatagramChannel opened = DatagramChannel.open().bind(null);
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
    long due = now() + delayMillis;
    synchronized (changed) {
      changed.merge(service, due, Math::min);
      changed.notifyAll();
    }
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
                    each.key().peer().getAddress().getHostAddress(),
                    each.key().peer().getPort(),
                    each.agent(),
                    each.app()))
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
        for (ServiceKey each : due(sweep + SWEEP_MILLIS)) {
          attempt(() -> pushTo(each));
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
    } catch (RuntimeException | LinkageError e) {
      problems.accept(e);
    }
  }

  /** Waits for services that are due, no longer than until then. */
  private List<ServiceKey> due(long until) throws InterruptedException {
    synchronized (changed) {
      while (true) {
        long now = now();
        List<ServiceKey> due =
            changed.entrySet().stream()
                .filter(each -> each.getValue() <= now)
                .map(Map.Entry::getKey)
                .toList();
        if (!due.isEmpty() || now >= until) {
          due.forEach(changed::remove);
          return due;
        }
        long next = changed.values().stream().mapToLong(Long::longValue).min().orElse(until);
        changed.wait(Math.max(1, Math.min(next, until) - now));
      }
    }
  }

  private void pushTo(ServiceKey service) {
    Map<Variant, Packet> packets = new HashMap<>();
    boolean each = data.dependsOnAsker(service);
    for (Subscription to : subscriptions.of(service)) {
      if (!to.isForgotten()) {
        Packet packet =
            packets.computeIfAbsent(variant(to, each), variant -> packet(service, variant));
        send(to, packet, to.sendNew(packet.reference(), now()));
      }
    }
  }

  private static Variant variant(Subscription of, boolean each) {
    return new Variant(
        of.key().clusters(),
        of.key().groups(),
        each ? of.key().peer().getAddress().getHostAddress() : "");
  }

  private Packet packet(ServiceKey service, Variant variant) {
    long number = reference.incrementAndGet();
    try {
      byte[] bytes =
          compressed(
              data.packet(service, variant.clusters(), variant.groups(), variant.asker(), number));
      return new Packet(bytes.length > MOST_BYTES ? null : bytes, number);
    } catch (RefusedException e) {
      problems.accept(e);
      return new Packet(null, number);
    }
  }

  private static byte[] compressed(byte[] bytes) {
    if (bytes.length < PLAIN_BYTES) {
      return bytes;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 4);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("bytes cannot fail to be written", e);
    }
    return out.toByteArray();
  }

  private void send(Subscription to, Packet packet, long before) {
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
    long now = now();
    subscriptions.forEach(
        (service, each) -> {
          if (each.forgetIfSilent(now, settings.patience().toMillis())) {
            awaited.remove(new Awaited(each.key().peer(), each.awaited()));
            subscriptions.remove(service, each);
          } else if (each.isOverdue(now, settings.acknowledgement().toMillis())) {
            attempt(() -> overdue(service, each));
          }
        });
  }

  private void overdue(ServiceKey service, Subscription to) {
    long before = to.awaited();
    if (to.attempts() >= ATTEMPTS) {
      if (awaited.remove(new Awaited(to.key().peer(), before), to)) {
        fail(to, before);
      }
      return;
    }
    repeated.incrementAndGet();
    Packet packet = packet(service, variant(to, data.dependsOnAsker(service)));
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
      } catch (IOException | RuntimeException e) {
        if (from.isOpen()) {
          problems.accept(e);
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
