package io.landbridge.registry.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.io.CloseMode;

/**
 * Ends what takes too long. A timer for each request would cost more than many a request: it wakes
 * a thread. So one thread looks a few times a second, as long as something is under way. Safe for
 * use by several threads at once.
 */
final class Deadlines {

  private static final long LOOK_MILLIS = 100;
  private static final long IDLE_THREAD_SECONDS = 10;

  private final Set<Deadline> running = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean looking = new AtomicBoolean();
  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(1, Deadlines::thread);

  Deadlines() {
    thread.setKeepAliveTime(IDLE_THREAD_SECONDS, TimeUnit.SECONDS);
    thread.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "landbridge-request-deadlines");
    thread.setDaemon(true);
    return thread;
  }

  /** Until when something on a connection must have ended. */
  final class Deadline {

    private final HttpClientConnection connection;
    private final long end;
    private volatile boolean late;

    private Deadline(HttpClientConnection connection, long end) {
      this.connection = connection;
      this.end = end;
    }

    /**
     * It has ended.
     *
     * @return whether that was in time; otherwise the connection is closed, or is in a moment
     */
    boolean met() {
      return running.remove(this);
    }

    /** Whether it had not ended in time. */
    boolean isLate() {
      return late;
    }

    private void look() {
      if (System.nanoTime() - end >= 0 && running.contains(this)) {
        late = true;
        if (running.remove(this)) {
          close(connection);
        }
      }
    }
  }

  /** One that cannot be closed must not keep the others from it. */
  private static void close(HttpClientConnection connection) {
    try {
      connection.close(CloseMode.IMMEDIATE);
    } catch (RuntimeException | Error e) {
      // Whoever waits for it has a timeout of the socket besides.
    }
  }

  /** Closes a connection after a while, a tenth of a second later at most, unless it is met. */
  Deadline after(Duration limit, HttpClientConnection connection) {
    Deadline deadline = new Deadline(connection, System.nanoTime() + limit.toNanos());
    running.add(deadline);
    lookLater();
    return deadline;
  }

  private void lookLater() {
    if (!looking.get() && looking.compareAndSet(false, true)) {
      thread.schedule(this::look, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void look() {
    looking.set(false);
    running.forEach(Deadline::look);
    if (!running.isEmpty()) {
      lookLater();
    }
  }
}
