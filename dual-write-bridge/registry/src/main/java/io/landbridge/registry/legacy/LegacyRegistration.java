package io.landbridge.registry.legacy;

import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import java.util.Objects;

/**
 * An instance and where it belongs.
 *
 * @param service the service
 * @param instance one of its instances
 */
public record LegacyRegistration(ServiceKey service, RegisteredInstance instance) {

  /** Checks that no part is missing. */
  public LegacyRegistration {
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(instance, "instance");
  }
}
