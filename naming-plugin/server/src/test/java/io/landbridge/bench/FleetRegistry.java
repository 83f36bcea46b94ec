package io.landbridge.bench;

import io.landbridge.dubbo.Registration;
import io.landbridge.observe.registry.Address;
import io.landbridge.observe.registry.NativeRegistry;
import io.landbridge.observe.registry.UnitSummary;
import java.util.AbstractList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The fleet, each process on a connection of its own to this member; nothing of it is kept. */
final class FleetRegistry implements NativeRegistry {

  private static final String CONNECTION = "connection-";

  private final Fleet fleet;
  private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

  /** How many processes have connected so far. */
  private volatile int connected;

  FleetRegistry(Fleet fleet) {
    this.fleet = fleet;
  }

  /** Lets the next process register. */
  void connect() {
    String unit = CONNECTION + connected;
    connected++;
    listeners.forEach(each -> each.accept(unit));
  }

  int connected() {
    return connected;
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public Collection<String> units() {
    int size = connected;
    return new AbstractList<>() {
      @Override
      public String get(int index) {
        return CONNECTION + index;
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  @Override
  public String unitAt(String ip) {
    return ip;
  }

  @Override
  public UnitSummary summary(String unit) {
    int instance = instance(unit);
    return new UnitSummary(Set.of(new Address(Fleet.ip(instance), Fleet.port())), instance + 1L);
  }

  @Override
  public List<Registration> read(String unit) {
    return fleet.registrations(instance(unit), unit);
  }

  private static int instance(String unit) {
    return Integer.parseInt(unit.substring(CONNECTION.length()));
  }

  @Override
  public boolean isResponsible(String unit, Address address) {
    return true;
  }

  @Override
  public void onChange(Consumer<String> listener) {
    listeners.add(listener);
  }

  @Override
  public void resolve() {}
}
