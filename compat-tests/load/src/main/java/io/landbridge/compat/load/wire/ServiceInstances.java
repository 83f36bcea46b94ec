package io.landbridge.compat.load.wire;

import java.util.List;

/**
 * What a server says is in a service.
 *
 * @param service which
 * @param instances in the server's order
 */
public record ServiceInstances(ServiceName service, List<Instance> instances) {

  /** Copies the list. */
  public ServiceInstances {
    instances = List.copyOf(instances);
  }
}
