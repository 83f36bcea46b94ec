package io.landbridge.registry.legacy;

import io.landbridge.model.ServiceKey;
import java.util.Objects;

/**
 * What a service has under one of its Nacos cluster labels.
 *
 * @param service which
 * @param label the label
 */
public record LegacyPart(ServiceKey service, String label) {

  /** Checks that no part is missing. */
  public LegacyPart {
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(label, "label");
  }
}
