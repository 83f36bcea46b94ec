package io.landbridge.view;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.DisappearanceListener;
import io.landbridge.view.ShownApplication.Terms;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * What instances were before their document changed. A process that registers another service, or
 * loses one of its connections, gets a document that consumers cannot read until it is written some
 * milliseconds or seconds later. Until then the instance is shown as it was: hidden, a process that
 * is alive would get no calls.
 *
 * <p>At most {@value #MAX_INSTANCES} are remembered; one more is hidden until its document is
 * written. Safe for use from any thread.
 */
final class EarlierInstances implements DisappearanceListener {

  static final int MAX_INSTANCES = 10_000;

  /** Longer than a request takes that began before the new document could be read. */
  private static final long LEAST = Duration.ofSeconds(10).toNanos();

  private final CatalogReader reader;
  private final Function<ApplicationKey, Optional<Terms>> terms;
  private final LongSupplier clock;
  private final Map<ApplicationKey, Map<InstanceKey, Earlier>> earlier = new ConcurrentHashMap<>();

  // Guarded by this, as is every change of the map above.
  private int size;

  // Touched by the thread of the view alone.
  private long lastLook;

  /**
   * One instance.
   *
   * @param instance as it was when it was last shown
   * @param at when it got another document, nanoseconds
   */
  private record Earlier(ApplicationInstance instance, long at) {}

  /**
   * Makes an empty collection.
   *
   * @param reader the catalog
   * @param terms what is shown of an application; empty when it is not shown
   * @param clock nanoseconds, as {@link System#nanoTime} counts them
   */
  EarlierInstances(
      CatalogReader reader, Function<ApplicationKey, Optional<Terms>> terms, LongSupplier clock) {
    this.reader = reader;
    this.terms = terms;
    this.clock = clock;
    this.lastLook = clock.getAsLong();
  }

  @Override
  public boolean concerns(ApplicationKey application) {
    return terms.apply(application).isPresent();
  }

  @Override
  public synchronized void replacing(List<ApplicationInstance> instances) {
    for (ApplicationInstance instance : instances) {
      Map<InstanceKey, Earlier> there =
          earlier.getOrDefault(instance.application(), new ConcurrentHashMap<>());
      boolean known = there.containsKey(instance.key());
      // What was not shown either is no better than what was shown before it.
      if (isShown(instance) && (known || size < MAX_INSTANCES)) {
        there.put(instance.key(), new Earlier(instance, clock.getAsLong()));
        earlier.put(instance.application(), there);
        size += known ? 0 : 1;
      }
    }
  }

  private boolean isShown(ApplicationInstance instance) {
    return terms.apply(instance.application()).filter(it -> it.show(instance)).isPresent();
  }

  /**
   * What an instance is shown as.
   *
   * @param instance as it is in the catalog
   * @param terms which instances can be shown
   * @return it, or what it was if that alone can be shown; empty if neither can
   */
  Optional<ApplicationInstance> shownFor(ApplicationInstance instance, Terms terms) {
    if (terms.show(instance)) {
      return Optional.of(instance);
    }
    Earlier before = at(instance.application()).get(instance.key());
    return before == null || !terms.show(before.instance())
        ? Optional.empty()
        : Optional.of(asAlive(before.instance(), instance));
  }

  /** An earlier instance in the state of health of the present one. */
  private static ApplicationInstance asAlive(ApplicationInstance before, ApplicationInstance now) {
    return new ApplicationInstance(
        before.application(),
        before.group(),
        before.ip(),
        before.port(),
        before.endpoints(),
        before.cluster(),
        now.healthy(),
        now.enabled(),
        now.ephemeral(),
        before.revision(),
        before.attributes(),
        before.origin());
  }

  /** The earlier instances an application is shown with, each in the place of one it has. */
  List<ApplicationInstance> shown(ApplicationKey application, Terms terms) {
    return at(application).keySet().stream()
        .flatMap(key -> present(key).stream())
        .filter(instance -> !terms.show(instance))
        .flatMap(instance -> shownFor(instance, terms).stream())
        .toList();
  }

  private Map<InstanceKey, Earlier> at(ApplicationKey application) {
    return earlier.getOrDefault(application, Map.of());
  }

  /** Forgets what is shown in its present state by now, or gone. For one thread at a time. */
  void expire() {
    long now = clock.getAsLong();
    if (earlier.isEmpty() || now - lastLook < LEAST / 10) {
      return;
    }
    lastLook = now;
    List<Earlier> over =
        earlier.values().stream()
            .flatMap(there -> there.values().stream())
            .filter(each -> now - each.at() >= LEAST && !isNeeded(each.instance().key()))
            .toList();
    // The catalog is not read while whoever applies an entry would have to wait.
    over.forEach(this::forget);
  }

  private synchronized void forget(Earlier over) {
    ApplicationKey application = over.instance().application();
    Map<InstanceKey, Earlier> there = earlier.get(application);
    if (there != null && there.remove(over.instance().key(), over)) {
      size--;
      if (there.isEmpty()) {
        earlier.remove(application);
      }
    }
  }

  /** How many are remembered. */
  synchronized int size() {
    return size;
  }

  private boolean isNeeded(InstanceKey key) {
    Optional<Terms> shown = terms.apply(key.application());
    return shown.isPresent() && present(key).filter(it -> !shown.get().show(it)).isPresent();
  }

  private Optional<ApplicationInstance> present(InstanceKey key) {
    return reader.instance(key).map(owned -> owned.instance());
  }
}
