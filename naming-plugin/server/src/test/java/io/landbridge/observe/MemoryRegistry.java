package io.landbridge.observe;

import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.Registration;
import io.landbridge.observe.registry.Address;
import io.landbridge.observe.registry.NativeRegistry;
import io.landbridge.observe.registry.UnitSummary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The registrations a server in memory knows: what is registered is what the test says. A
 * registration without a client belongs to the unit of its ip, as those of 1.x clients do.
 */
public final class MemoryRegistry implements NativeRegistry {

  private static final String AT_ADDRESS = "#";

  private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
  private final Map<String, List<Registration>> clients = new HashMap<>();
  private final Map<String, List<Registration>> replicated = new HashMap<>();
  private final Set<String> unresolved = new LinkedHashSet<>();
  private Predicate<Address> distribution = address -> false;
  private List<Loss> unusable = List.of();
  private boolean ready = true;
  private boolean deaf;
  private int reads;

  /** A client of this member registers this and nothing else. */
  public void connect(String client, List<Registration> registrations) {
    change(clients, client, registrations);
  }

  /** A client of this member is gone. */
  public void disconnect(String client) {
    change(clients, client, List.of());
  }

  /** A client of another member registers this and nothing else. */
  public void replicate(String client, List<Registration> registrations) {
    change(replicated, client, registrations);
  }

  private void change(
      Map<String, List<Registration>> where, String client, List<Registration> registrations) {
    Set<String> units;
    synchronized (this) {
      List<Registration> before =
          registrations.isEmpty()
              ? where.remove(client)
              : where.put(client, List.copyOf(registrations));
      units =
          Stream.concat(before == null ? Stream.of() : before.stream(), registrations.stream())
              .map(MemoryRegistry::unit)
              .collect(Collectors.toSet());
      if (deaf) {
        return;
      }
    }
    units.forEach(unit -> listeners.forEach(listener -> listener.accept(unit)));
  }

  /** What is at the address of a loss is also in a namespace that nobody can ask for. */
  public synchronized void setUnusable(Loss... losses) {
    unusable = List.of(losses);
  }

  /** Whether changes go unannounced. */
  public synchronized void setDeaf(boolean value) {
    deaf = value;
  }

  /** Announces a change of everything without naming a unit. */
  public synchronized void announceLater() {
    unresolved.addAll(units());
  }

  /** Whether the server has loaded everything. */
  public synchronized void setReady(boolean value) {
    ready = value;
  }

  /** For which addresses this member answers, when no client of it has them registered. */
  public synchronized void setDistribution(Predicate<Address> value) {
    distribution = value;
  }

  /** How many units were read so far. */
  public synchronized int reads() {
    return reads;
  }

  /** Whether a client is at this member. */
  public synchronized boolean hasClient(String client) {
    return clients.containsKey(client);
  }

  @Override
  public synchronized boolean isReady() {
    return ready;
  }

  @Override
  public synchronized Collection<String> units() {
    return all().map(MemoryRegistry::unit).distinct().toList();
  }

  @Override
  public String unitAt(String ip) {
    return ip + AT_ADDRESS;
  }

  @Override
  public synchronized UnitSummary summary(String unit) {
    List<Registration> found = in(unit);
    return new UnitSummary(
        found.stream().map(MemoryRegistry::address).collect(Collectors.toSet()),
        // Two registrations that swap their contents must not have the sum of before.
        found.stream().mapToLong(each -> ImportedProviders.mixed(each.hashCode())).sum());
  }

  @Override
  public synchronized List<Registration> read(String unit) {
    reads++;
    return in(unit);
  }

  @Override
  public synchronized List<Loss> unusable(String unit) {
    return unusable.stream()
        .filter(loss -> in(unit).stream().anyMatch(each -> each.address().equals(loss.address())))
        .toList();
  }

  @Override
  public synchronized boolean isResponsible(String unit, Address address) {
    return clients.values().stream()
            .flatMap(List::stream)
            .anyMatch(each -> unit(each).equals(unit) && address(each).equals(address))
        || unit.endsWith(AT_ADDRESS) && distribution.test(address);
  }

  @Override
  public void onChange(Consumer<String> listener) {
    listeners.add(listener);
  }

  @Override
  public void resolve() {
    List<String> units;
    synchronized (this) {
      units = new ArrayList<>(unresolved);
      unresolved.clear();
    }
    units.forEach(unit -> listeners.forEach(listener -> listener.accept(unit)));
  }

  private List<Registration> in(String unit) {
    return all().filter(each -> unit(each).equals(unit)).toList();
  }

  private Stream<Registration> all() {
    return Stream.concat(clients.values().stream(), replicated.values().stream())
        .flatMap(List::stream);
  }

  private static String unit(Registration registration) {
    return registration.client().isEmpty() ? registration.ip() + AT_ADDRESS : registration.client();
  }

  private static Address address(Registration registration) {
    return new Address(registration.ip(), registration.port());
  }
}
