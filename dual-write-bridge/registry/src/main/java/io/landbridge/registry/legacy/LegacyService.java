package io.landbridge.registry.legacy;

import io.landbridge.model.ServiceKey;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A service as a 1.x server holds it.
 *
 * @param key its name
 * @param protectThreshold the share of healthy instances below which consumers get all of them, 0
 *     to 1
 * @param metadata the service's own, sorted
 * @param clusters its Nacos cluster labels, sorted; also those without instances
 * @param instances all of them, sorted
 * @param firstHand whether the member that receives the beats of the service said so, and not one
 *     that is told of changes by that one, some time later
 * @param readAt the clock of the server that answered, in milliseconds since 1970, exact to a
 *     second; 0 if it did not tell
 */
public record LegacyService(
    ServiceKey key,
    double protectThreshold,
    Map<String, String> metadata,
    List<String> clusters,
    List<LegacyInstance> instances,
    boolean firstHand,
    long readAt) {

  /** Checks that no part is missing, copies and sorts. */
  public LegacyService {
    Objects.requireNonNull(key, "key");
    metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    clusters = clusters.stream().sorted().toList();
    instances = instances.stream().sorted().toList();
  }
}
