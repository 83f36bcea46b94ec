package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.compat.load.wire.ServiceInstances;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.WireClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * What a subscriber was pushed last.
 *
 * @param last the metadata of each instance, by address
 */
record Watched(AtomicReference<Map<String, Map<String, String>>> last) {

  /** Subscribes to a service of the default group. */
  static Watched of(WireClient client, String service) {
    Watched watched = new Watched(new AtomicReference<>(Map.of()));
    watched.take(client.subscribe(ServiceName.of(service), watched::take).join());
    return watched;
  }

  private void take(ServiceInstances pushed) {
    Map<String, Map<String, String>> instances = new HashMap<>();
    pushed.instances().forEach(each -> instances.put(each.address(), each.metadata()));
    last.set(instances);
  }

  /** Waits until it was pushed something. */
  void shows(String what, Predicate<Map<String, Map<String, String>>> wanted) {
    await()
        .alias(what)
        .atMost(Steps.SOON)
        .untilAsserted(() -> assertThat(last.get()).matches(wanted, what));
  }

  /** The metadata of an instance that it has. */
  Map<String, String> metadata(String address) {
    return Objects.requireNonNull(last.get().get(address), address);
  }
}
