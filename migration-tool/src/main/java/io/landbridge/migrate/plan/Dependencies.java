package io.landbridge.migrate.plan;

import io.landbridge.dubbo.ServiceRange;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Call;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.model.ApplicationKey;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who calls whom, from who calls what and who offers it.
 *
 * @param providers by consumer, the applications it calls
 * @param offers by namespace and service, {@code [group/]interface[:version]}, who offers it
 */
record Dependencies(
    SortedMap<ApplicationKey, SortedSet<ApplicationKey>> providers,
    Map<String, SortedSet<ApplicationKey>> offers) {

  static Dependencies of(Inventory inventory) {
    Map<String, SortedSet<ApplicationKey>> offers = new TreeMap<>();
    Map<String, SortedSet<String>> byInterface = new TreeMap<>();
    for (ApplicationInventory each : inventory.applications()) {
      ApplicationKey key = each.key();
      each.interfaces()
          .forEach(
              offer ->
                  offers
                      .computeIfAbsent(
                          place(each.namespace(), offer.service()), none -> new TreeSet<>())
                      .add(key));
      each.interfaces()
          .forEach(
              offer ->
                  byInterface
                      .computeIfAbsent(
                          place(each.namespace(), offer.interfaceName()), none -> new TreeSet<>())
                      .add(offer.service()));
    }
    SortedMap<ApplicationKey, SortedSet<ApplicationKey>> providers = new TreeMap<>();
    for (Call call : inventory.calls()) {
      StepBuilder.keyIfValid(call.namespace(), call.consumer())
          .ifPresent(
              consumer -> {
                SortedSet<ApplicationKey> called =
                    providers.computeIfAbsent(consumer, none -> new TreeSet<>());
                if (call.provider().isEmpty()) {
                  called.addAll(covered(offers, byInterface, call));
                } else {
                  StepBuilder.keyIfValid(call.namespace(), call.provider()).ifPresent(called::add);
                }
              });
    }
    return new Dependencies(providers, offers);
  }

  /** Who offers what a consumer calls, which may be any version or group of an interface. */
  private static SortedSet<ApplicationKey> covered(
      Map<String, SortedSet<ApplicationKey>> offers,
      Map<String, SortedSet<String>> byInterface,
      Call call) {
    ServiceRange asked = ServiceRange.of(call.service());
    if (asked.isOne()) {
      return offers.getOrDefault(place(call.namespace(), call.service()), new TreeSet<>());
    }
    SortedSet<ApplicationKey> all = new TreeSet<>();
    byInterface
        .getOrDefault(place(call.namespace(), asked.interfaceName()), new TreeSet<>())
        .stream()
        .filter(each -> asked.covers(ServiceRange.of(each)))
        .forEach(
            each ->
                all.addAll(offers.getOrDefault(place(call.namespace(), each), new TreeSet<>())));
    return all;
  }

  /** Who offers a service. */
  SortedSet<ApplicationKey> providersOf(String namespace, String service) {
    return offers.getOrDefault(place(namespace, service), new TreeSet<>());
  }

  private static String place(String namespace, String service) {
    return namespace + "\n" + service;
  }
}
