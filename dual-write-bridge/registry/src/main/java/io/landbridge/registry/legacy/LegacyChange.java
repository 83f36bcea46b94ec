package io.landbridge.registry.legacy;

import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import java.util.List;
import java.util.Objects;

/**
 * What consumers of a service see now.
 *
 * <p>This is not all that is registered: disabled instances are left out, and all are healthy when
 * too few are (protect threshold). {@link LegacyCluster#service} reads the rest.
 *
 * @param service which one
 * @param shown what consumers get, sorted
 * @param source how it became known
 */
public record LegacyChange(ServiceKey service, List<RegisteredInstance> shown, Source source) {

  /** Checks that no part is missing, copies and sorts. */
  public LegacyChange {
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(source, "source");
    shown = shown.stream().sorted().toList();
  }

  /** How a change becomes known. */
  public enum Source {
    /** The server pushed it. */
    PUSH,
    /** It was different when it was asked for. */
    QUESTION
  }
}
