package io.landbridge.dubbo;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.Endpoint;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The Nacos metadata of an application instance that no provider registered itself. */
public final class DerivedMetadata {

  private DerivedMetadata() {}

  /**
   * Builds the metadata a Dubbo 3 consumer needs to use the instance.
   *
   * <p>The storage type is {@code remote}: the consumer takes the document from the configuration
   * centre and never asks the provider, which has no metadata service.
   *
   * @param instance the instance
   * @return metadata with Dubbo's keys and the mark that keeps the instance from being read back
   */
  public static SortedMap<String, String> of(ApplicationInstance instance) {
    SortedMap<String, String> metadata = new TreeMap<>(instance.attributes());
    metadata.put(MetadataKeys.REVISION, instance.revision().value());
    metadata.put(MetadataKeys.STORAGE_TYPE, "remote");
    metadata.put(MetadataKeys.ENDPOINTS, endpoints(instance));
    metadata.put(MetadataKeys.DERIVED, instance.origin().label());
    return Collections.unmodifiableSortedMap(metadata);
  }

  private static String endpoints(ApplicationInstance instance) {
    return instance.endpoints().stream()
        .map(DerivedMetadata::endpoint)
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String endpoint(Endpoint endpoint) {
    // A protocol name has nothing JSON would escape.
    return "{\"port\":%d,\"protocol\":\"%s\"}".formatted(endpoint.port(), endpoint.protocol());
  }
}
