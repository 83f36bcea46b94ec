package io.landbridge.migrate.inventory;

import io.landbridge.model.NamespaceId;
import java.util.List;
import java.util.stream.Collectors;

/** The server does not know a namespace it was asked for. */
public final class UnknownNamespaceException extends Exception {

  private static final long serialVersionUID = 1L;
  private static final int MAX_LISTED = 20;

  UnknownNamespaceException(NamespaceId namespace, List<NamespaceId> known) {
    super(
        "unknown namespace '%s'; the server has %s"
            .formatted(
                namespace,
                known.stream()
                    .limit(MAX_LISTED)
                    .map(NamespaceId::value)
                    .collect(Collectors.joining(", "))));
  }
}
