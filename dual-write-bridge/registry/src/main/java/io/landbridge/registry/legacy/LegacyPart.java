package io.landbridge.registry.legacy;

import io.landbridge.model.ServiceKey;
import java.util.Objects;
import java.util.Optional;

/**
 * What a service has under one of its Nacos cluster labels, or a single instance of that.
 *
 * @param service which
 * @param label the label
 * @param only where that single instance is; empty for all there are
 */
public record LegacyPart(ServiceKey service, String label, Optional<Address> only) {

  /**
   * Where an instance is.
   *
   * @param ip the address
   * @param port the port
   */
  public record Address(String ip, int port) {

    /** Checks that no part is missing. */
    public Address {
      Objects.requireNonNull(ip, "ip");
    }
  }

  /** Checks that no part is missing. */
  public LegacyPart {
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(only, "only");
  }

  /** All under a label. */
  public LegacyPart(ServiceKey service, String label) {
    this(service, label, Optional.empty());
  }

  /** One of those alone. */
  public LegacyPart only(String ip, int port) {
    return new LegacyPart(service, label, Optional.of(new Address(ip, port)));
  }
}
