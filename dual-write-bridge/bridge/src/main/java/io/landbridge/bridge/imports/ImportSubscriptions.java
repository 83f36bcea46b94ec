package io.landbridge.bridge.imports;

import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyCluster;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The services of which the legacy cluster is to tell when they change, for as many as it takes.
 * For one thread.
 */
final class ImportSubscriptions {

  private final Set<ServiceKey> subscribed = new HashSet<>();
  private @Nullable LegacyCluster subscribedAt;

  /** From now on they are at this cluster. */
  void at(LegacyCluster cluster) {
    if (cluster != subscribedAt) {
      // The servers or the user are others; with the connection its subscriptions have ended.
      subscribed.clear();
      subscribedAt = cluster;
    }
  }

  /** The connection was closed, and with it they have ended. */
  void clear() {
    subscribed.clear();
  }

  /** Adds a service, if the cluster takes it. */
  void add(LegacyCluster cluster, ServiceKey service) {
    if (!subscribed.contains(service) && cluster.subscribe(service)) {
      subscribed.add(service);
    }
  }

  /** Follows what is to be followed of all that was read, and nothing else. */
  void follow(LegacyCluster cluster, LegacyContent content, ExportMark mark) {
    subscribe(cluster, watched(content, mark));
  }

  /**
   * The services of theirs; and after them those with exported instances whose clients beat, and
   * may do so there any moment, as far as is known here.
   */
  private static Set<ServiceKey> watched(LegacyContent content, ExportMark mark) {
    Set<ServiceKey> services = new LinkedHashSet<>(content.theirs().keySet());
    content
        .ours()
        .forEach(
            (service, exported) -> {
              if (exported.stream()
                  .anyMatch(it -> it.ephemeral() && !mark.isLengthened(it) && !mark.isSteady(it))) {
                services.add(service);
              }
            });
    return services;
  }

  private void subscribe(LegacyCluster cluster, Set<ServiceKey> services) {
    subscribed.removeIf(
        service -> {
          boolean gone = !services.contains(service);
          if (gone) {
            cluster.unsubscribe(service);
          }
          return gone;
        });
    for (ServiceKey service : services) {
      if (!subscribed.contains(service)) {
        if (!cluster.subscribe(service)) {
          // The others are looked at when everything is read.
          return;
        }
        subscribed.add(service);
      }
    }
  }
}
