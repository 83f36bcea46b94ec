package io.landbridge.view;

import io.landbridge.dubbo.MetadataKeys;
import java.util.Map;
import java.util.Objects;

/**
 * An instance that is natively in a service, as far as the decision what to add to it needs.
 *
 * @param ip the address
 * @param port the port
 * @param metadata its metadata
 */
public record NativeInstance(String ip, int port, Map<String, String> metadata) {

  /** Checks that no part is missing; the metadata is not copied. */
  public NativeInstance {
    Objects.requireNonNull(ip, "ip");
    Objects.requireNonNull(metadata, "metadata");
  }

  /**
   * Whether something other than Dubbo's application level put it there: Dubbo 3 always writes a
   * revision, Spring Cloud and others never do.
   */
  public boolean isForeign() {
    return !metadata.containsKey(MetadataKeys.REVISION)
        && !metadata.containsKey(MetadataKeys.EXPORTED_SERVICES_REVISION);
  }
}
