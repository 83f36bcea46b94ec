package io.landbridge.registry;

import io.landbridge.model.ServiceKey;
import java.util.Comparator;
import java.util.Objects;

/**
 * A service as the server lists it.
 *
 * @param key its name
 * @param instances how many instances it has, at least 0
 */
public record RegisteredService(ServiceKey key, int instances)
    implements Comparable<RegisteredService> {

  private static final Comparator<RegisteredService> ORDER =
      Comparator.comparing(RegisteredService::key).thenComparing(RegisteredService::instances);

  /** Checks that no part is missing. */
  public RegisteredService {
    Objects.requireNonNull(key, "key");
  }

  @Override
  public int compareTo(RegisteredService other) {
    return ORDER.compare(this, other);
  }
}
