package io.landbridge.view;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.ImportedInstances;
import io.landbridge.view.derived.DerivedInstance;
import io.landbridge.view.derived.DerivedView;
import io.landbridge.view.derived.NativeInstance;
import io.landbridge.view.derived.SharedMetadata;
import io.landbridge.view.derived.Subscribers;
import io.landbridge.work.CoalescedTask;
import io.landbridge.work.CoalescedTask.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What is registered in the legacy cluster, in the services of this one, while the bridge is in a
 * phase in which each cluster shows what the other has.
 *
 * <p>On the heap is which services have imported instances, and the instances of those somebody
 * asked for lately. There is no thread, and no memory, before there was a bridge.
 */
final class ImportedView implements DerivedView, AutoCloseable {

  private static final Duration QUIET = Duration.ofMillis(20);
  private static final Duration MAX_DELAY = Duration.ofMillis(100);
  private static final Duration CHECK = Duration.ofMinutes(10);
  private static final long MAX_KEPT = 50_000;
  private static final long UNUSED_MINUTES = 10;

  private final ImportedInstances catalog;
  private final Subscribers subscribers;
  private final LongAdder pushes = new LongAdder();

  /** Every service with imported instances, with the number of its last change. */
  private final Map<ServiceKey, Long> services = new ConcurrentHashMap<>();

  /** How many of those have a name. */
  private final Map<String, Integer> names = new ConcurrentHashMap<>();

  private final Cache<ServiceKey, Instances> kept =
      CacheBuilder.newBuilder()
          .maximumWeight(MAX_KEPT)
          .weigher((ServiceKey service, Instances it) -> 1 + it.instances().size())
          .expireAfterAccess(UNUSED_MINUTES, TimeUnit.MINUTES)
          .build();

  private final Set<ServiceKey> unpushed = ConcurrentHashMap.newKeySet();
  private volatile boolean wanted;
  private volatile boolean suspended;

  // Of the thread that applies.
  private long changes;

  // Guarded by this.
  private boolean closed;
  private @Nullable CoalescedTask task;

  /** The instances of a service, as of one change. */
  private record Instances(long change, List<ImportedInstance> instances) {}

  /**
   * Makes the view; it is empty before {@link #start}.
   *
   * @param catalog this member's catalog
   * @param subscribers who is told about changes
   */
  ImportedView(ImportedInstances catalog, Subscribers subscribers) {
    this.catalog = catalog;
    this.subscribers = subscribers;
  }

  /** Takes in what is there, and follows the catalog. Before the catalog begins to change. */
  void start() {
    changed(catalog.importedServices().keySet(), true);
    catalog.onImport(this::changed);
  }

  private void changed(Set<ServiceKey> changed, boolean bridge) {
    Map<ServiceKey, Integer> counts = catalog.importedServices();
    for (ServiceKey service : changed) {
      changes++;
      boolean exists = counts.containsKey(service);
      boolean existed =
          exists ? services.put(service, changes) != null : services.remove(service) != null;
      if (exists != existed) {
        count(service.name(), exists ? 1 : -1);
      }
    }
    if (bridge) {
      boolean before = wanted;
      wanted = catalog.bridge().terms().phase().exports();
      if (wanted != before) {
        push(Set.copyOf(services.keySet()));
      }
    }
    if (wanted) {
      push(changed);
    }
  }

  /** Null takes the entry out of the map. */
  @SuppressWarnings("NullAway")
  private void count(String name, int more) {
    names.merge(name, more, (one, other) -> one + other == 0 ? null : one + other);
  }

  /** Stops adding anything, or begins again, from the next answer on. From any thread. */
  void suspend(boolean suspend) {
    if (suspended != suspend) {
      suspended = suspend;
      begin();
    }
  }

  /** The server's answers are others from now on: pushes what there is. From any thread. */
  void begin() {
    if (wanted) {
      push(Set.copyOf(services.keySet()));
    }
  }

  private boolean isShown() {
    return wanted && !suspended;
  }

  @Override
  public boolean mayAdd(String service) {
    return isShown() && names.containsKey(service);
  }

  @Override
  public List<DerivedInstance> additions(ServiceKey service, List<NativeInstance> natives) {
    List<ImportedInstance> imported = instances(service);
    if (imported.isEmpty()) {
      return List.of();
    }
    Set<String> taken = new HashSet<>();
    natives.forEach(each -> taken.add(each.address()));
    List<DerivedInstance> additions = new ArrayList<>(imported.size());
    for (ImportedInstance each : imported) {
      // In two clusters of a service there are two instances of one address; either is ours.
      if (!taken.contains(each.key().ip() + ":" + each.key().port())) {
        additions.add(
            new DerivedInstance(
                each.key().ip(),
                each.key().port(),
                each.key().cluster(),
                each.healthy(),
                each.enabled(),
                each.weight(),
                each.ephemeral(),
                SharedMetadata.NONE,
                each.metadata()));
      }
    }
    return additions;
  }

  /**
   * A client of 1.x sends each of its beats to one server of its list, which may be one of either
   * cluster. It is alive while either hears of it.
   */
  @Override
  public List<NativeInstance> alive(ServiceKey service, List<NativeInstance> natives) {
    List<NativeInstance> silent =
        natives.stream().filter(each -> each.ephemeral() && !each.healthy()).toList();
    if (silent.isEmpty()) {
      return List.of();
    }
    Set<String> heard = new HashSet<>();
    for (ImportedInstance each : instances(service)) {
      if (each.healthy() && each.ephemeral()) {
        heard.add(each.key().ip() + ":" + each.key().port());
      }
    }
    return silent.stream().filter(each -> heard.contains(each.address())).toList();
  }

  private List<ImportedInstance> instances(ServiceKey service) {
    Long change = isShown() ? services.get(service) : null;
    if (change == null) {
      return List.of();
    }
    Instances known = kept.getIfPresent(service);
    if (known == null || known.change() < change) {
      // Not older than the change: whatever changes meanwhile has a later number.
      known = new Instances(change, catalog.imported(service));
      kept.put(service, known);
    }
    return known.instances();
  }

  @Override
  public SortedSet<ServiceKey> services(NamespaceId namespace) {
    if (!isShown() || services.isEmpty()) {
      return Collections.emptySortedSet();
    }
    SortedSet<ServiceKey> found = new TreeSet<>();
    services.keySet().stream()
        .filter(each -> each.namespace().equals(namespace))
        .forEach(found::add);
    return found;
  }

  /** Services with imported instances, whether or not they are shown. */
  int size() {
    return services.size();
  }

  /** Pushes asked for since the start. */
  long pushes() {
    return pushes.sum();
  }

  private void push(Set<ServiceKey> changed) {
    if (changed.isEmpty()) {
      return;
    }
    unpushed.addAll(changed);
    synchronized (this) {
      if (closed) {
        return;
      }
      if (task == null) {
        task = new CoalescedTask("landbridge-imported", this::round, QUIET, MAX_DELAY, CHECK);
        task.start();
      }
      task.mark();
    }
  }

  private Outcome round() {
    for (ServiceKey service : List.copyOf(unpushed)) {
      unpushed.remove(service);
      if (subscribers.any(service)) {
        pushes.increment();
        subscribers.push(service);
      }
    }
    kept.cleanUp();
    return Outcome.DONE;
  }

  @Override
  public void close() {
    CoalescedTask running;
    synchronized (this) {
      closed = true;
      running = task;
    }
    if (running != null) {
      running.close();
    }
  }
}
