package io.landbridge.front.push;

import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One client's interest in one service. It is forgotten unless the client asks again; what it was
 * sent last is remembered by a number alone, so that it costs the same however slow the client is.
 *
 * <p>The fields about pushes belong to the thread that pushes, but for the acknowledgement.
 */
final class Subscription {

  private static final long FORGOTTEN = Long.MIN_VALUE;
  private static final long NOTHING = 0;

  private final Key key;
  private final Subscriptions.Client client;
  private final Peer peer;
  private final long weight;
  private final AtomicLong seen;
  private final AtomicLong awaited = new AtomicLong(NOTHING);
  private long sent;
  private int attempts;
  private boolean late;

  /**
   * Who wants what of a service.
   *
   * @param peer where pushes go
   * @param clusters the labels wanted, separated by commas; empty for all
   * @param groups whether the client knows names with their group
   */
  record Key(InetSocketAddress peer, String clusters, boolean groups) {}

  Subscription(Key key, Subscriptions.Client client, Peer peer, long weight, long now) {
    this.key = key;
    this.client = client;
    this.peer = peer;
    this.weight = weight;
    this.seen = new AtomicLong(now);
  }

  Key key() {
    return key;
  }

  Subscriptions.Client client() {
    return client;
  }

  Peer peer() {
    return peer;
  }

  /** In bytes, about. */
  long weight() {
    return weight;
  }

  /**
   * The client asked again.
   *
   * @return false if it has been forgotten meanwhile
   */
  boolean touch(long now) {
    long before = seen.get();
    while (before != FORGOTTEN) {
      if (seen.compareAndSet(before, now)) {
        return true;
      }
      before = seen.get();
    }
    return false;
  }

  /** Forgets a client that has not asked for too long; for ever. */
  boolean forgetIfSilent(long now, long patience) {
    long last = seen.get();
    return last != FORGOTTEN && now - last > patience && seen.compareAndSet(last, FORGOTTEN);
  }

  boolean isForgotten() {
    return seen.get() == FORGOTTEN;
  }

  /** Something new is sent; what was sent before is of no interest any more. */
  long sendNew(long reference, long now) {
    attempts = 1;
    late = false;
    sent = now;
    return awaited.getAndSet(reference);
  }

  /** The same is sent again, as it is now. */
  long sendAgain(long reference, long now) {
    attempts++;
    sent = now;
    return awaited.getAndSet(reference);
  }

  int attempts() {
    return attempts;
  }

  boolean isOverdue(long now, long patience) {
    return !late && awaited.get() != NOTHING && now - sent > patience;
  }

  /** It is not sent again, and what is acknowledged from now on still counts. */
  void giveUp() {
    late = true;
  }

  /** What is awaited; 0 for nothing. */
  long awaited() {
    return awaited.get();
  }

  /** Whether this was still awaited; it is not any more. */
  boolean acknowledged(long reference) {
    return awaited.compareAndSet(reference, NOTHING);
  }
}
