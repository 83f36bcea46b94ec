package io.landbridge.observe;

import io.landbridge.dubbo.InterfaceServiceName;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.ImportListener;
import io.landbridge.state.ImportedInstances;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The providers of a legacy cluster that are folded here, by the unit they belong to: those at
 * interface level, of applications that are switched on, while the bridge is in a phase in which
 * each cluster shows what the other has.
 *
 * <p>On the heap are their keys, and nothing while no application is switched on; the rest stays in
 * the catalog. One thread refreshes; any thread tells of changes and reads.
 */
final class ImportedProviders implements ImportListener {

  private static final String PROVIDERS = InterfaceServiceName.PROVIDERS + ":";

  private static final int SERVICES_INTERNED = 10_000;

  private final ImportedInstances catalog;
  private final Predicate<ApplicationKey> switchedOn;
  private final UnaryOperator<String> unitAt;

  /**
   * By unit, each provider with a number that differs, but for one chance in 2^64, when what is
   * folded of it does. The inner maps are never changed.
   */
  private final Map<String, Map<ImportedInstance.Key, Long>> units = new ConcurrentHashMap<>();

  /** What changed and was not looked at since, while anything is wanted. */
  private final Set<ImportedInstance.Key> stale = ConcurrentHashMap.newKeySet();

  private final Set<ApplicationKey> undecided = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean everything = new AtomicBoolean(true);
  private volatile boolean wanted;

  // Of the thread that refreshes.
  private final Set<ApplicationKey> on = new HashSet<>();

  /** Services in use, so that they exist once. */
  private final Map<ServiceKey, ServiceKey> services = new HashMap<>();

  /** Units that changed, until somebody was told. */
  private final Set<String> changed = new HashSet<>();

  /**
   * Makes an empty index.
   *
   * @param catalog this member's
   * @param switchedOn whether an application is translated now
   * @param unitAt the unit of what is at an ip
   */
  ImportedProviders(
      ImportedInstances catalog,
      Predicate<ApplicationKey> switchedOn,
      UnaryOperator<String> unitAt) {
    this.catalog = catalog;
    this.switchedOn = switchedOn;
    this.unitAt = unitAt;
  }

  @Override
  public void imported(Set<ImportedInstance.Key> instances) {
    if (wanted) {
      instances.stream().filter(key -> isProviders(key.service())).forEach(stale::add);
    }
  }

  @Override
  public void changed(Set<ServiceKey> services, boolean bridge) {
    if (bridge) {
      everything.set(true);
    }
  }

  /** Applications may have been switched on or off. From any thread; quick. */
  void switched(Set<ApplicationKey> applications) {
    undecided.addAll(applications);
  }

  /**
   * Takes in what changed, in time proportional to that; to everything imported when an application
   * was switched or the bridge stands otherwise.
   *
   * @return the units that are not what they were
   */
  Set<String> refresh() {
    take(
        undecided,
        each -> {
          if (switchedOn.test(each) ? on.add(each) : on.remove(each)) {
            everything.set(true);
          }
        });
    if (everything.getAndSet(false)) {
      try {
        lookAtEverything();
      } catch (RuntimeException e) {
        everything.set(true);
        throw e;
      }
    }
    take(stale, this::lookAt);
    Set<String> told = Set.copyOf(changed);
    changed.clear();
    return told;
  }

  /** Deals with each that is in a set others add to; what cannot be dealt with stays in it. */
  private static <T> void take(Set<T> set, Consumer<T> what) {
    for (T each : List.copyOf(set)) {
      set.remove(each);
      try {
        what.accept(each);
      } catch (RuntimeException e) {
        set.add(each);
        throw e;
      }
    }
  }

  private void lookAtEverything() {
    // What changes from here on is looked at once more; what changed before can be read.
    wanted = !on.isEmpty() && catalog.bridge().terms().phase().exports();
    services.clear();
    Map<String, Map<ImportedInstance.Key, Long>> found = new HashMap<>();
    if (wanted) {
      catalog.importedServices().keySet().stream()
          .filter(ImportedProviders::isProviders)
          .flatMap(service -> catalog.imported(service).stream())
          .filter(this::isOn)
          .forEach(
              each ->
                  found
                      .computeIfAbsent(unitAt.apply(each.key().ip()), unit -> new HashMap<>())
                      .put(compact(each.key()), stamp(each)));
    } else {
      stale.clear();
    }
    Set<String> all = new HashSet<>(units.keySet());
    all.addAll(found.keySet());
    all.forEach(unit -> replace(unit, found.getOrDefault(unit, Map.of())));
  }

  private void lookAt(ImportedInstance.Key key) {
    String unit = unitAt.apply(key.ip());
    Map<ImportedInstance.Key, Long> now = new HashMap<>(at(unit));
    now.remove(key);
    catalog.imported(key).filter(this::isOn).ifPresent(each -> now.put(compact(key), stamp(each)));
    replace(unit, now);
  }

  private void replace(String unit, Map<ImportedInstance.Key, Long> now) {
    if (now.equals(at(unit))) {
      return;
    }
    if (now.isEmpty()) {
      units.remove(unit);
    } else {
      units.put(unit, Map.copyOf(now));
    }
    changed.add(unit);
  }

  private ImportedInstance.Key compact(ImportedInstance.Key key) {
    if (services.size() >= SERVICES_INTERNED) {
      services.clear();
    }
    ServiceKey service = services.computeIfAbsent(key.service(), Function.identity());
    return new ImportedInstance.Key(service, key.cluster(), key.ip(), key.port());
  }

  private static boolean isProviders(ServiceKey service) {
    return service.name().startsWith(PROVIDERS);
  }

  private boolean isOn(ImportedInstance instance) {
    String application = instance.metadata().getOrDefault(MetadataKeys.APPLICATION, "");
    try {
      return on.contains(
          new ApplicationKey(
              instance.key().service().namespace(), new ApplicationName(application)));
    } catch (IllegalArgumentException e) {
      // A name no application can be switched on by.
      return false;
    }
  }

  private static long stamp(ImportedInstance instance) {
    long stamp = 0;
    for (Map.Entry<String, String> each : instance.metadata().entrySet()) {
      stamp += mixed(31L * each.getKey().hashCode() + each.getValue().hashCode());
    }
    int flags =
        (instance.healthy() ? 1 : 0)
            | (instance.enabled() ? 2 : 0)
            | (instance.ephemeral() ? 4 : 0);
    return mixed(stamp * 31 + instance.key().hashCode() * 8L + flags);
  }

  /** The finaliser of SplitMix64: spreads every bit over all. */
  static long mixed(long value) {
    long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }

  /** The units with providers of the legacy cluster, as of now; a view. */
  Collection<String> units() {
    return units.keySet();
  }

  /** The providers of the legacy cluster that belong to a unit, each with its number. */
  Map<ImportedInstance.Key, Long> at(String unit) {
    return units.getOrDefault(unit, Map.of());
  }
}
