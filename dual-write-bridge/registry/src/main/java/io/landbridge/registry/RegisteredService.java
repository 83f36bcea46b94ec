package io.landbridge.registry;

import io.landbridge.model.LogText;
import io.landbridge.model.ServiceKey;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;

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

  /**
   * Why nothing can be asked of it; empty when it is well. A server of 1.x takes a service without
   * a group or a name, and refuses every request for it.
   */
  public Optional<String> refusal() {
    return key.group().isEmpty() || key.name().isEmpty()
        ? Optional.of(
            "a service without %s cannot be read; once the service is empty, 'DELETE"
                    .formatted(key.group().isEmpty() ? "a group" : "a name")
                + " /nacos/v1/ns/service?serviceName=%s@@%s' removes it"
                    .formatted(LogText.of(key.group()), LogText.of(key.name())))
        : Optional.empty();
  }

  @Override
  public int compareTo(RegisteredService other) {
    return ORDER.compare(this, other);
  }
}
