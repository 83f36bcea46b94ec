package io.landbridge.migrate.inventory;

import io.landbridge.model.LogText;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.Namespaces;
import java.util.stream.Collectors;

/** The server does not know a namespace it was asked for. */
public final class UnknownNamespaceException extends Exception {

  private static final long serialVersionUID = 1L;
  private static final int MAX_LISTED = 20;

  /**
   * Creates the failure.
   *
   * @param namespace the one that was asked for
   * @param known all that can be read, whether somebody made them or clients alone have named them
   */
  UnknownNamespaceException(NamespaceId namespace, Namespaces known) {
    super(
        "unknown namespace '%s'; the server has %s%s"
            .formatted(
                LogText.of(namespace.value()),
                known.ids().stream()
                    .limit(MAX_LISTED)
                    .map(each -> LogText.of(each.value()))
                    .collect(Collectors.joining(", ")),
                known.ids().size() > MAX_LISTED
                    ? " and %d more".formatted(known.ids().size() - MAX_LISTED)
                    : ""));
  }
}
