package io.landbridge.registry;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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

  /** So long a call is named; a name may be of any length. */
  private static final int MAX_CALL = 800;

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
            "a service without %s cannot be read; once the service is empty, %s removes it"
                .formatted(key.group().isEmpty() ? "a group" : "a name", removal()))
        : Optional.empty();
  }

  /** A call without its end would remove another service, so that it is whole or left out. */
  private String removal() {
    String call =
        "DELETE /nacos/v1/ns/service?serviceName=%s@@%s%s"
            .formatted(
                encoded(key.group()),
                encoded(key.name()),
                key.namespace().equals(NamespaceId.PUBLIC)
                    ? ""
                    : "&namespaceId=" + encoded(key.namespace().value()));
    return call.length() <= MAX_CALL
        ? "'" + call + "'"
        : "DELETE /nacos/v1/ns/service with its whole name as serviceName and its namespaceId";
  }

  private static String encoded(String text) {
    // A space as it is read everywhere, and not as forms have it.
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public int compareTo(RegisteredService other) {
    return ORDER.compare(this, other);
  }
}
