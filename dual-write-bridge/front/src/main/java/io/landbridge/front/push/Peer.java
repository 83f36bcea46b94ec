package io.landbridge.front.push;

import io.landbridge.model.ServiceKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * An address and port that is pushed to, as long as somebody subscribes with it. It is sent one
 * packet; until it has acknowledged that, nothing else: whoever names an address that does not
 * listen has that much sent there and no more. Safe for use from any thread.
 */
final class Peer {

  private static final long NEVER = Long.MIN_VALUE;

  private final AtomicLong first = new AtomicLong(NEVER);
  private volatile boolean listening;

  /** What it would have been sent. */
  private final Map<Subscription, ServiceKey> owed = new ConcurrentHashMap<>();

  /** Whether it has acknowledged a packet. */
  boolean isListening() {
    return listening;
  }

  /** Whether it has been sent a packet in vain, for longer than that takes. */
  boolean isSilent(long now, long patience) {
    long sent = first.get();
    return !listening && sent != NEVER && now - sent > patience;
  }

  /** Whether it has been sent a packet. */
  boolean isIntroduced() {
    return first.get() != NEVER;
  }

  /** It has been sent a packet. */
  void introduced(long now) {
    first.compareAndSet(NEVER, now);
  }

  /** Notes what it is sent once it has acknowledged. */
  void owe(ServiceKey service, Subscription to) {
    owed.put(to, service);
  }

  void forget(Subscription to) {
    owed.remove(to);
  }

  /** It has acknowledged. */
  void listens() {
    listening = true;
  }

  /** Hands over what it is owed, each once. */
  void settle(BiConsumer<ServiceKey, Subscription> visitor) {
    for (Subscription each : owed.keySet()) {
      ServiceKey service = owed.remove(each);
      if (service != null) {
        visitor.accept(service, each);
      }
    }
  }
}
