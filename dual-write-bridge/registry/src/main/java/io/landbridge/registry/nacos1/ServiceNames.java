package io.landbridge.registry.nacos1;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The answer of {@code GET /v1/ns/service/names}: the names of all services by namespace, also of
 * namespaces that nobody made.
 */
final class ServiceNames {

  /** Servers of 2.x have the path of a Java resource where 1.x has the plain word. */
  private static final List<String> FIELDS = List.of("services", "META-INF/services");

  private ServiceNames() {}

  /** Returns the ids of the namespaces as the server lists them; empty if it lists none. */
  static Optional<List<String>> namespaces(JsonNode answer) {
    return FIELDS.stream()
        .map(answer::path)
        .filter(JsonNode::isObject)
        .findFirst()
        .map(
            services -> {
              List<String> namespaces = new ArrayList<>();
              services.fieldNames().forEachRemaining(namespaces::add);
              return namespaces;
            });
  }
}
