package io.landbridge.registry.legacy;

import io.landbridge.model.MetadataMap;
import io.landbridge.model.ServiceKey;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A service as a 1.x server holds it.
 *
 * @param key its name
 * @param protectThreshold the share of healthy instances below which consumers get all of them, 0
 *     to 1
 * @param metadata the service's own, sorted
 * @param clusters its Nacos cluster labels, sorted; also those without instances
 * @param held its instances, of all labels
 */
public record LegacyService(
    ServiceKey key,
    double protectThreshold,
    Map<String, String> metadata,
    List<String> clusters,
    LegacyInstances held) {

  /** Checks that no part is missing, copies and sorts. */
  public LegacyService {
    Objects.requireNonNull(key, "key");
    metadata = MetadataMap.copyOf(metadata);
    clusters = clusters.stream().sorted().toList();
    Objects.requireNonNull(held, "held");
  }
}
