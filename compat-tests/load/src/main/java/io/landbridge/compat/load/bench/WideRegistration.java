package io.landbridge.compat.load.bench;

import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.WireClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** How the providers of a {@link WideFleet} register at the interface level. */
final class WideRegistration {

  private static final Duration LIMIT = Duration.ofSeconds(240);
  private static final Duration POLL = Duration.ofMillis(50);

  private WideRegistration() {}

  /**
   * Registers as Dubbo 3 does: it registers one URL after the other, the second of a service in a
   * batch with the first, and so on (NacosNamingServiceWrapper).
   *
   * @param answered called for each request that was answered
   */
  static CompletableFuture<Void> interfaces(
      WideFleet fleet, int provider, WireClient client, Runnable answered) {
    CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
    List<ServiceName> services = fleet.services(provider);
    for (int i = 0; i < services.size(); i++) {
      int each = i;
      for (int j = 1; j <= fleet.protocols(); j++) {
        int protocols = j;
        all =
            all.thenCompose(
                    before ->
                        register(
                            client,
                            services.get(each),
                            fleet.instances(provider, each).subList(0, protocols)))
                .thenRun(answered);
      }
    }
    return all;
  }

  private static CompletableFuture<Void> register(
      WireClient client, ServiceName service, List<Instance> instances) {
    return instances.size() == 1
        ? client.register(service, instances.get(0))
        : client.registerBatch(service, instances);
  }

  /** Switches every application on; one provider of each must have registered. */
  static void switchOn(WideFleet fleet, Member member) {
    for (int i = 0; i < fleet.applications(); i++) {
      String application = fleet.application(i);
      Eventually.holds(
          LIMIT,
          POLL,
          () -> application + " is not in the catalog",
          () -> !member.applicationState(application).isEmpty());
      member.translate(application);
      Eventually.holds(
          LIMIT,
          POLL,
          () -> application + " is not translated",
          () -> member.applicationState(application).equals("TRANSLATED"));
    }
  }
}
