package io.landbridge.view;

import io.landbridge.dubbo.InterfaceFold;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.view.derived.DerivedInstance;
import io.landbridge.view.derived.NativeInstance;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Derived instances that claim an address which another one of several applications, or a native
 * one, has for the same service: one process listens there, and what it was before it was started
 * under another name is still known for as long as the server takes to notice.
 */
final class ConflictingInstances {

  /** The same as of two processes of one application: the healthy and later one. */
  private static final Comparator<DerivedInstance> PREFERENCE =
      Comparator.comparing(DerivedInstance::healthy)
          .thenComparing(DerivedInstance::enabled)
          .thenComparing(
              instance -> text(instance, MetadataKeys.TIMESTAMP), InterfaceFold::compareTimes);

  /** What is called there: a name without all its parts may be that of several services. */
  private record Place(String ip, int port, String version, String group) {
    static Place of(DerivedInstance instance) {
      return new Place(
          instance.ip(),
          instance.port(),
          text(instance, MetadataKeys.VERSION),
          text(instance, MetadataKeys.GROUP));
    }
  }

  private ConflictingInstances() {}

  /**
   * Leaves one of those that are at the same place.
   *
   * @param instances of one service; of two that are alike otherwise the earlier one stays
   * @return the others, in the order they were in
   */
  static List<DerivedInstance> settle(List<DerivedInstance> instances) {
    Map<Place, DerivedInstance> preferred = new HashMap<>();
    for (DerivedInstance each : instances) {
      preferred.merge(
          Place.of(each), each, (one, other) -> PREFERENCE.compare(other, one) > 0 ? other : one);
    }
    return preferred.size() == instances.size()
        ? instances
        : instances.stream().filter(each -> preferred.get(Place.of(each)) == each).toList();
  }

  /**
   * Leaves out those whose address a native instance has.
   *
   * @param natives what is in the service already
   * @param instances of the same service
   * @return the others, in the order they were in
   */
  static List<DerivedInstance> beside(
      List<NativeInstance> natives, List<DerivedInstance> instances) {
    if (natives.isEmpty() || instances.isEmpty()) {
      return instances;
    }
    Set<String> taken = new HashSet<>();
    natives.forEach(each -> taken.add(each.ip() + ":" + each.port()));
    List<DerivedInstance> left = without(taken, instances);
    // What a process that registered itself has beside its own address; most have no namesake.
    Set<String> ips = left.stream().map(DerivedInstance::ip).collect(Collectors.toSet());
    taken.clear();
    natives.stream()
        .filter(each -> ips.contains(each.ip()))
        .forEach(each -> each.endpoints().forEach(port -> taken.add(each.ip() + ":" + port)));
    return taken.isEmpty() ? left : without(taken, left);
  }

  private static List<DerivedInstance> without(
      Set<String> addresses, List<DerivedInstance> instances) {
    return instances.stream()
        .filter(each -> !addresses.contains(each.ip() + ":" + each.port()))
        .toList();
  }

  private static String text(DerivedInstance instance, String key) {
    String own = instance.own().get(key);
    return own != null ? own : instance.common().texts().getOrDefault(key, "");
  }
}
