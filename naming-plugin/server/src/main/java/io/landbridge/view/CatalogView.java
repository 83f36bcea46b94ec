package io.landbridge.view;

import io.landbridge.command.Publication;
import io.landbridge.command.Publication.Stage;
import io.landbridge.dubbo.DerivedMetadata;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.Translation;
import io.landbridge.work.CoalescedTask;
import io.landbridge.work.CoalescedTask.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The application-level view: for every application that is switched on, the instances derived from
 * interface-level registrations, each one only once the document it refers to is published.
 *
 * <p>The answers are kept ready, so a read costs one look-up; they are computed again when the
 * application changes, on a thread of this class, which then asks for a push where they differ.
 */
public final class CatalogView implements DerivedView, AutoCloseable {

  private static final Duration QUIET = Duration.ofMillis(5);
  private static final Duration MAX_DELAY = Duration.ofMillis(50);
  private static final Duration CHECK = Duration.ofSeconds(30);

  private final CatalogReader reader;
  private final Subscribers subscribers;
  private final CoalescedTask task;

  private final Set<ApplicationKey> dirty = ConcurrentHashMap.newKeySet();
  private final Map<ServiceKey, ServiceView> services = new ConcurrentHashMap<>();

  // Touched by the task's thread alone: the services an application is shown in.
  private final Map<ApplicationKey, Set<ServiceKey>> shown = new HashMap<>();

  private record ServiceView(boolean force, List<DerivedInstance> instances) {}

  /**
   * Makes the view; it is empty before {@link #start}.
   *
   * @param reader this member's catalog
   * @param subscribers who is told about changes
   */
  public CatalogView(CatalogReader reader, Subscribers subscribers) {
    this.reader = reader;
    this.subscribers = subscribers;
    this.task = new CoalescedTask("landbridge-view", this::round, QUIET, MAX_DELAY, CHECK);
  }

  /** Starts following the catalog. */
  public void start() {
    reader.onChange(
        changed -> {
          dirty.addAll(changed);
          task.mark();
        });
    dirty.addAll(reader.applications());
    task.start();
    task.mark();
  }

  @Override
  public boolean mayAdd(ServiceKey service) {
    return services.containsKey(service);
  }

  @Override
  public List<DerivedInstance> additions(ServiceKey service, List<NativeInstance> natives) {
    ServiceView view = services.get(service);
    if (view == null) {
      return List.of();
    }
    if (natives.isEmpty()) {
      return view.instances();
    }
    // Spring Cloud uses the same service name; its clients would send HTTP to a Dubbo port.
    if (!view.force() && natives.stream().anyMatch(NativeInstance::isForeign)) {
      return List.of();
    }
    Set<String> taken = new HashSet<>();
    natives.forEach(each -> taken.add(each.ip() + ":" + each.port()));
    return view.instances().stream()
        .filter(each -> !taken.contains(each.ip() + ":" + each.port()))
        .toList();
  }

  @Override
  public void close() {
    task.close();
    services.clear();
  }

  private Outcome round() {
    // Taken one by one: what is marked again while it is computed is computed again.
    for (ApplicationKey application : List.copyOf(dirty)) {
      dirty.remove(application);
      refresh(application);
    }
    return Outcome.DONE;
  }

  private void refresh(ApplicationKey application) {
    Map<ServiceKey, ServiceView> fresh = compute(application);
    Set<ServiceKey> affected = new HashSet<>(shown.getOrDefault(application, Set.of()));
    affected.addAll(fresh.keySet());
    if (fresh.isEmpty()) {
      shown.remove(application);
    } else {
      shown.put(application, Set.copyOf(fresh.keySet()));
    }
    for (ServiceKey service : affected) {
      ServiceView now = fresh.get(service);
      ServiceView before = now == null ? services.remove(service) : services.put(service, now);
      if (now == null || !now.equals(before)) {
        subscribers.push(service);
      }
    }
  }

  private Map<ServiceKey, ServiceView> compute(ApplicationKey application) {
    Translation translation = reader.translation(application);
    if (!translation.enabled()) {
      return Map.of();
    }
    Set<String> published =
        reader.publications(application).stream()
            .filter(each -> each.id().kind() == Publication.Kind.DOCUMENT)
            .filter(each -> each.stage() != Stage.INTENDED)
            .map(each -> each.id().name())
            .collect(Collectors.toSet());
    return reader.instances(application).stream()
        .map(OwnedInstance::instance)
        .filter(instance -> published.contains(instance.revision().value()))
        .collect(
            Collectors.groupingBy(
                instance -> instance.key().service(),
                Collectors.collectingAndThen(
                    Collectors.mapping(CatalogView::derive, Collectors.toUnmodifiableList()),
                    list -> new ServiceView(translation.force(), list))));
  }

  private static DerivedInstance derive(ApplicationInstance instance) {
    return new DerivedInstance(
        instance.ip(),
        instance.port(),
        instance.cluster(),
        instance.healthy(),
        instance.enabled(),
        DerivedMetadata.of(instance));
  }
}
