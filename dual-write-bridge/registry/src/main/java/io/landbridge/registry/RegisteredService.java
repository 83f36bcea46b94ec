package io.landbridge.registry;

import io.landbridge.model.ServiceKey;
import java.util.Comparator;
import java.util.Objects;

/**
 * A service as the server lists it.
 *
 * @param key its name
 * @param instances how many instances it has, at least 0
 * @param clusters how many cluster labels its instances have; 0 if the list does not say
 */
public record RegisteredService(ServiceKey key, int instances, int clusters)
    implements Comparable<RegisteredService> {

  private static final Comparator<RegisteredService> ORDER =
      Comparator.comparing(RegisteredService::key)
          .thenComparing(RegisteredService::instances)
          .thenComparing(RegisteredService::clusters);

  /** Checks that no part is missing. */
  public RegisteredService {
    Objects.requireNonNull(key, "key");
  }

  /** From a list that says nothing of cluster labels. */
  public RegisteredService(ServiceKey key, int instances) {
    this(key, instances, 0);
  }

  @Override
  public int compareTo(RegisteredService other) {
    return ORDER.compare(this, other);
  }
}
