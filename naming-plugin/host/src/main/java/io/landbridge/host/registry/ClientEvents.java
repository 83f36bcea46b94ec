package io.landbridge.host.registry;

import com.alibaba.nacos.common.notify.Event;
import com.alibaba.nacos.common.notify.NotifyCenter;
import com.alibaba.nacos.common.notify.listener.SmartSubscriber;
import com.alibaba.nacos.naming.core.v2.event.client.ClientEvent;
import com.alibaba.nacos.naming.core.v2.event.client.ClientOperationEvent;
import com.alibaba.nacos.naming.core.v2.event.publisher.NamingEventPublisherFactory;
import com.alibaba.nacos.naming.core.v2.event.service.ServiceEvent;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The server's events about its clients: whom they are of, since that was asked last, and that
 * there was one. Safe for use from any thread.
 */
final class ClientEvents {

  private static final Runnable NOBODY = () -> {};

  /** More are no less work one by one. */
  private static final int MAX_CHANGED = 10_000;

  /** The clients the server told of since they were read. */
  private final Set<String> changed = ConcurrentHashMap.newKeySet();

  private volatile boolean overrun;
  private volatile @Nullable Changes changes;

  /**
   * Follows them from now on.
   *
   * @param listener called after each; quick
   */
  void follow(Runnable listener) {
    Changes subscriber = new Changes(listener);
    NotifyCenter.registerSubscriber(subscriber, NamingEventPublisherFactory.getInstance());
    changes = subscriber;
  }

  /** Whether the server tells of its clients. */
  boolean areFollowed() {
    return changes != null;
  }

  /** Whether there were too many to be noted: any client may have changed. */
  boolean areLost() {
    return overrun;
  }

  /** Forgets what was noted: all clients are read. */
  void clear() {
    overrun = false;
    changed.clear();
  }

  /** The clients the server told of; what it tells of from now on is read the next time. */
  List<String> take() {
    return List.copyOf(changed).stream().filter(changed::remove).toList();
  }

  /** The server has no way to take out a subscriber of its naming events. */
  void close() {
    Changes subscriber = changes;
    if (subscriber != null) {
      subscriber.listener = NOBODY;
    }
  }

  private void changed(String client) {
    if (changed.size() < MAX_CHANGED) {
      changed.add(client);
    } else {
      overrun = true;
    }
  }

  /** Turns the server's events into marks, and notes whom they are of. */
  private final class Changes extends SmartSubscriber {

    private volatile Runnable listener;

    Changes(Runnable listener) {
      this.listener = listener;
    }

    @Override
    public List<Class<? extends Event>> subscribeTypes() {
      return List.of(
          ServiceEvent.ServiceChangedEvent.class,
          ClientOperationEvent.ClientRegisterServiceEvent.class,
          ClientOperationEvent.ClientDeregisterServiceEvent.class,
          ClientEvent.ClientDisconnectEvent.class);
    }

    @Override
    public void onEvent(Event event) {
      if (event instanceof ClientOperationEvent operation) {
        changed(operation.getClientId());
      } else if (event instanceof ClientEvent gone) {
        changed(gone.getClient().getClientId());
      }
      listener.run();
    }
  }
}
