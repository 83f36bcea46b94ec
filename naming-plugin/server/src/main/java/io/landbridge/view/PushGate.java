package io.landbridge.view;

import io.landbridge.model.ServiceKey;
import io.landbridge.view.derived.Subscribers;
import java.util.concurrent.atomic.LongAdder;

/**
 * Asks for pushes, and holds them back while the view is suspended. Safe for use from any thread.
 */
final class PushGate {

  private final Subscribers subscribers;
  private final LongAdder pushes = new LongAdder();
  private volatile boolean suspended;

  PushGate(Subscribers subscribers) {
    this.subscribers = subscribers;
  }

  boolean isSuspended() {
    return suspended;
  }

  /**
   * Suspends the view, or lets it go on.
   *
   * @return whether that makes a difference
   */
  boolean suspend(boolean wanted) {
    if (suspended == wanted) {
      return false;
    }
    suspended = wanted;
    return true;
  }

  /** Pushes a service whose answer changed. */
  void push(ServiceKey service) {
    // While it is suspended nobody has got anything of it, and afterwards all is pushed.
    if (!suspended) {
      pushes.increment();
      subscribers.push(service);
    }
  }

  /** Pushes a service if it has subscribers, also while the view is suspended. */
  void pushAnyway(ServiceKey service) {
    if (subscribers.any(service)) {
      pushes.increment();
      subscribers.push(service);
    }
  }

  /** How many pushes were asked for. */
  long pushes() {
    return pushes.sum();
  }
}
