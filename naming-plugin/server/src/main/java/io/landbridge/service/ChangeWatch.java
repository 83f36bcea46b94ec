package io.landbridge.service;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import io.landbridge.service.answer.Changes;
import io.landbridge.state.CatalogListener;
import io.landbridge.state.CatalogPosition;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answers those who wait for changes, without a thread each. One thread of its own tells them, so
 * that whoever is told holds up neither the log nor the server. Safe for use from any thread.
 */
public final class ChangeWatch implements CatalogListener, AutoCloseable {

  /** Most readers that wait at the same time. */
  public static final int MAX_WATCHERS = 128;

  /**
   * How long each may wait for certain, milliseconds. After that, one too many takes the place of
   * who has waited longest, which is answered: of a reader that has hung up nothing is heard before
   * that.
   */
  public static final long CERTAIN_MILLIS = 1_000;

  /** Longest time one of them waits, milliseconds. */
  public static final long MAX_MILLIS = 60_000;

  private static final int KNOWN_APPLICATIONS = 8_192;

  /**
   * What comes within this time is told at once, so that a burst does not wake readers as often.
   */
  private static final long GATHER_MILLIS = 10;

  private final ScheduledThreadPoolExecutor teller;
  private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicBoolean due = new AtomicBoolean();

  /** Guarded by itself. */
  private final ChangeHistory history;

  private record Watcher(
      long since, Optional<NamespaceId> namespace, CompletableFuture<Changes> answer, long begin) {

    // Two readers may wait for the same.
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /**
   * Makes a watch.
   *
   * @param applied where the catalog is now
   */
  public ChangeWatch(long applied) {
    history = new ChangeHistory(KNOWN_APPLICATIONS, applied);
    teller =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "landbridge-watch");
              thread.setDaemon(true);
              return thread;
            });
    teller.setRemoveOnCancelPolicy(true);
    teller.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public void advanced(CatalogPosition position, Set<ApplicationKey> changed) {
    synchronized (history) {
      history.advanced(position.applied(), changed);
    }
    if (!changed.isEmpty()) {
      tellSoon();
    }
  }

  @Override
  public void restored(CatalogPosition position) {
    synchronized (history) {
      history.restored(position.applied());
    }
    tellSoon();
  }

  /**
   * Waits for changes.
   *
   * @param since the applied count the reader knows of
   * @param timeoutMillis how long to wait, 0 to {@value #MAX_MILLIS}
   * @param namespace the namespace of interest, or empty for all
   * @return completes, on a thread of the watch or of the caller, as soon as there is something to
   *     tell, and without changes when the time is up; exceptionally with an {@link
   *     AdministrationException} when the plugin stops
   * @throws AdministrationException of kind {@code UNAVAILABLE} when too many wait already, all of
   *     them for less than {@value #CERTAIN_MILLIS}
   * @throws IllegalArgumentException if a number is out of range
   */
  public CompletableFuture<Changes> watch(
      long since, long timeoutMillis, Optional<NamespaceId> namespace)
      throws AdministrationException {
    if (since < 0) {
      throw new IllegalArgumentException("'since' is " + since + ", not an applied count");
    }
    if (timeoutMillis < 0 || timeoutMillis > MAX_MILLIS) {
      throw new IllegalArgumentException(
          "'timeoutMillis' is %d, not 0 to %d".formatted(timeoutMillis, MAX_MILLIS));
    }
    Changes now = since(since, namespace);
    if (now.isNews() || timeoutMillis == 0) {
      return CompletableFuture.completedFuture(now);
    }
    if (!takePlace()) {
      throw new AdministrationException(
          AdministrationException.Kind.UNAVAILABLE,
          MAX_WATCHERS + " requests already wait for changes on this member; use another member");
    }
    Watcher watcher = new Watcher(since, namespace, new CompletableFuture<>(), System.nanoTime());
    watcher
        .answer()
        .whenComplete(
            (changes, problem) -> {
              watchers.remove(watcher);
              waiting.decrementAndGet();
            });
    watchers.add(watcher);
    try {
      var timeout =
          teller.schedule(
              () -> watcher.answer().complete(since(since, namespace)),
              timeoutMillis,
              TimeUnit.MILLISECONDS);
      watcher.answer().whenComplete((changes, problem) -> timeout.cancel(false));
      // What came since the first look has woken nobody.
      tellSoon();
    } catch (RejectedExecutionException e) {
      watcher.answer().completeExceptionally(stopping());
    }
    return watcher.answer();
  }

  private boolean takePlace() {
    while (waiting.incrementAndGet() > MAX_WATCHERS) {
      waiting.decrementAndGet();
      long now = System.nanoTime();
      Optional<Watcher> longest =
          watchers.stream().max(Comparator.comparingLong(each -> now - each.begin()));
      if (longest.isEmpty()
          || now - longest.get().begin() < TimeUnit.MILLISECONDS.toNanos(CERTAIN_MILLIS)) {
        return false;
      }
      longest.get().answer().complete(since(longest.get().since(), longest.get().namespace()));
    }
    return true;
  }

  /** How many wait now. */
  public int watchers() {
    return watchers.size();
  }

  @Override
  public void close() {
    teller.shutdownNow();
    watchers.forEach(watcher -> watcher.answer().completeExceptionally(stopping()));
  }

  private void tellSoon() {
    if (watchers.isEmpty() || !due.compareAndSet(false, true)) {
      return;
    }
    try {
      teller.schedule(this::tell, GATHER_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // Closed: everybody is told that.
    }
  }

  private void tell() {
    due.set(false);
    for (Watcher watcher : watchers) {
      Changes changes = since(watcher.since(), watcher.namespace());
      if (changes.isNews()) {
        watcher.answer().complete(changes);
      }
    }
  }

  private Changes since(long since, Optional<NamespaceId> namespace) {
    synchronized (history) {
      return history.since(since, namespace);
    }
  }

  private static AdministrationException stopping() {
    return new AdministrationException(
        AdministrationException.Kind.UNAVAILABLE,
        "the plugin is stopping on this member; use another member");
  }
}
