package io.landbridge.view;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.CatalogReader;
import io.landbridge.view.derived.Caller;
import io.landbridge.view.derived.DerivedInstance;
import io.landbridge.view.derived.DerivedView;
import io.landbridge.view.derived.NativeInstance;
import io.landbridge.view.derived.Side;
import io.landbridge.view.derived.Subscribers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What is derived from one level for the other, and what comes from a legacy cluster. An instance
 * somebody registered, be it there, is shown before one that is derived.
 */
public final class WholeView implements DerivedView, AutoCloseable {

  private final CatalogView derived;
  private final ImportedView imported;

  /**
   * Makes the view; it is empty before {@link #start}.
   *
   * @param reader this member's catalog
   * @param subscribers who is told about changes
   * @param documents which documents this member serves
   * @param config how much is kept
   */
  public WholeView(
      CatalogReader reader,
      Subscribers subscribers,
      PublishedDocuments documents,
      ViewConfig config) {
    derived = new CatalogView(reader, subscribers, documents, config);
    imported = new ImportedView(reader, subscribers);
  }

  /** Starts following the catalog; before that begins to change. */
  public void start() {
    imported.start();
    derived.start();
  }

  /** See {@link CatalogView#suspend}. */
  public void suspend(boolean wanted) {
    imported.suspend(wanted);
    derived.suspend(wanted);
  }

  /** See {@link CatalogView#begin}. */
  public void begin() {
    imported.begin();
    derived.begin();
  }

  /** See {@link CatalogView#isSettled}; what is imported is shown as it is applied. */
  public boolean isSettled() {
    return derived.isSettled();
  }

  /** See {@link CatalogView#served}. */
  public void served(String revision) {
    derived.served(revision);
  }

  /** See {@link CatalogView#isShown}. */
  public boolean isShown(ApplicationKey application) {
    return derived.isShown(application);
  }

  /** See {@link CatalogView#onShown}. */
  public void onShown(Consumer<ApplicationKey> listener) {
    derived.onShown(listener);
  }

  @Override
  public boolean mayAdd(String service) {
    return derived.mayAdd(service) || imported.mayAdd(service);
  }

  @Override
  public Side side(ServiceKey service, Supplier<Optional<Caller>> caller) {
    return derived.side(service, caller);
  }

  @Override
  public boolean dependsOnCaller(ServiceKey service) {
    return derived.dependsOnCaller(service);
  }

  @Override
  public List<DerivedInstance> additions(ServiceKey service, List<NativeInstance> natives) {
    return additions(service, natives, Side.SHOWN);
  }

  @Override
  public List<DerivedInstance> additions(
      ServiceKey service, List<NativeInstance> natives, Side side) {
    if (!imported.mayAdd(service.name())) {
      return derived.additions(service, natives, side);
    }
    List<DerivedInstance> registered = imported.additions(service, natives);
    if (registered.isEmpty() || !derived.mayAdd(service.name())) {
      return registered.isEmpty() ? derived.additions(service, natives, side) : registered;
    }
    List<NativeInstance> all = new ArrayList<>(natives);
    registered.forEach(
        each ->
            all.add(
                new NativeInstance(
                    each.ip(),
                    each.port(),
                    each.cluster(),
                    each.weight(),
                    each.healthy(),
                    each.enabled(),
                    each.ephemeral(),
                    each.metadata())));
    List<DerivedInstance> additions = new ArrayList<>(registered);
    additions.addAll(derived.additions(service, all, side));
    return additions;
  }

  @Override
  public List<NativeInstance> alive(ServiceKey service, List<NativeInstance> natives) {
    return imported.mayAdd(service.name()) ? imported.alive(service, natives) : List.of();
  }

  @Override
  public SortedSet<ServiceKey> services(NamespaceId namespace) {
    SortedSet<ServiceKey> more = imported.services(namespace);
    if (more.isEmpty()) {
      return derived.services(namespace);
    }
    SortedSet<ServiceKey> all = new TreeSet<>(more);
    all.addAll(derived.services(namespace));
    return all;
  }

  /**
   * The services with an instance of an application that only some callers are shown. Reads no
   * disk. Safe for use from any thread.
   */
  public Set<ServiceKey> servicesOfSome() {
    return derived.servicesOfSome();
  }

  /** What the view holds now. Safe for use from any thread. */
  public ViewStats stats() {
    return derived.stats();
  }

  @Override
  public void close() {
    derived.close();
    imported.close();
  }
}
