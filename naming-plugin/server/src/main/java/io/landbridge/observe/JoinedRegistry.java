package io.landbridge.observe;

import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.Registration;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.observe.registry.Address;
import io.landbridge.observe.registry.NativeRegistry;
import io.landbridge.observe.registry.UnitSummary;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.ImportListener;
import io.landbridge.state.ImportedInstances;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What native clients registered, and what providers of applications that are switched on
 * registered in the legacy cluster, as the catalog has it.
 *
 * <p>Clients of a legacy cluster have no connection, so what is imported belongs to the unit of its
 * ip, as what such a client registers here does: the same member answers for both, whichever member
 * imports, and a process that is registered partly here and partly there is one. What is registered
 * here hides what is imported of the same service and address. Safe for use from any thread.
 */
public final class JoinedRegistry implements NativeRegistry {

  private final NativeRegistry natives;
  private final ImportedInstances catalog;
  private final ImportedProviders imports;

  private record Place(ServiceKey service, Address address) {}

  /**
   * Joins them; who makes it tells {@link #listener} and {@link #switched} of changes.
   *
   * @param switchedOn whether an application is translated now
   */
  JoinedRegistry(
      NativeRegistry natives, ImportedInstances catalog, Predicate<ApplicationKey> switchedOn) {
    this.natives = natives;
    this.catalog = catalog;
    this.imports = new ImportedProviders(catalog, switchedOn, natives::unitAt);
  }

  /**
   * Joins a registry with what is imported, and follows the catalog from now on.
   *
   * @param natives what native clients registered
   * @param catalog this member's
   */
  public static JoinedRegistry of(NativeRegistry natives, CatalogReader catalog) {
    JoinedRegistry joined =
        new JoinedRegistry(
            natives, catalog, application -> catalog.translation(application).enabled());
    catalog.onImport(joined.imports);
    catalog.onChange((applications, terms) -> joined.switched(terms));
    joined.switched(catalog.applications());
    return joined;
  }

  /** Who is to be told of what is imported. */
  ImportListener listener() {
    return imports;
  }

  /** Applications may have been switched on or off. From any thread; quick. */
  void switched(Set<ApplicationKey> applications) {
    imports.switched(applications);
  }

  @Override
  public boolean isReady() {
    return natives.isReady();
  }

  @Override
  public Collection<String> units() {
    Set<String> all = new HashSet<>(natives.units());
    all.addAll(imports.units());
    return all;
  }

  @Override
  public String unitAt(String ip) {
    return natives.unitAt(ip);
  }

  @Override
  public long stamp(String unit) {
    long stamp = natives.stamp(unit);
    for (long each : imports.at(unit).values()) {
      stamp += each;
    }
    return stamp;
  }

  @Override
  public UnitSummary summary(String unit) {
    UnitSummary registered = natives.summary(unit);
    Map<ImportedInstance.Key, Long> imported = imports.at(unit);
    if (imported.isEmpty()) {
      return registered;
    }
    Set<Address> addresses = new HashSet<>(registered.addresses());
    long stamp = registered.stamp();
    for (Map.Entry<ImportedInstance.Key, Long> each : imported.entrySet()) {
      addresses.add(address(each.getKey()));
      stamp += each.getValue();
    }
    return new UnitSummary(addresses, stamp);
  }

  /**
   * A client of 1.x sends each of its beats to one server of its list, which may be one of either
   * cluster: it is healthy while either hears of it.
   */
  @Override
  public List<Registration> read(String unit) {
    List<Registration> registered = natives.read(unit);
    Set<ImportedInstance.Key> imported = imports.at(unit).keySet();
    if (imported.isEmpty()) {
      return registered;
    }
    List<Registration> all = new ArrayList<>(registered);
    Map<Place, Integer> places = new HashMap<>();
    for (int i = 0; i < registered.size(); i++) {
      Registration each = registered.get(i);
      places.put(new Place(each.service(), new Address(each.ip(), each.port())), i);
    }
    for (ImportedInstance.Key key : imported) {
      catalog
          .imported(key)
          .ifPresent(
              there -> {
                Integer here = places.get(new Place(key.service(), address(key)));
                if (here == null) {
                  all.add(registration(there));
                } else if (there.healthy() && there.ephemeral() && all.get(here).ephemeral()) {
                  all.set(here, all.get(here).asHealthy());
                }
              });
    }
    return all;
  }

  @Override
  public List<Loss> unusable(String unit) {
    return natives.unusable(unit);
  }

  private static Address address(ImportedInstance.Key key) {
    return new Address(key.ip(), key.port());
  }

  private static Registration registration(ImportedInstance instance) {
    ImportedInstance.Key key = instance.key();
    return new Registration(
        key.service(),
        "",
        key.ip(),
        key.port(),
        key.cluster(),
        instance.healthy(),
        instance.enabled(),
        instance.ephemeral(),
        instance.metadata(),
        true);
  }

  @Override
  public boolean isResponsible(String unit, Address address) {
    return natives.isResponsible(unit, address);
  }

  @Override
  public void onChange(Consumer<String> listener) {
    natives.onChange(listener);
  }

  @Override
  public void resolve() {
    natives.resolve();
  }

  @Override
  public Set<String> refresh() {
    Set<String> changed = new HashSet<>(natives.refresh());
    changed.addAll(imports.refresh());
    return changed;
  }
}
