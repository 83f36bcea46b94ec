package io.landbridge.front.config;

import java.util.Objects;

/**
 * The name of a configuration, as a client spells it.
 *
 * @param dataId within the group
 * @param group within the namespace
 * @param tenant id of the namespace; the one named {@code public} may be spelled as an empty text
 */
public record ConfigName(String dataId, String group, String tenant) {

  /** Checks that no part is missing. */
  public ConfigName {
    Objects.requireNonNull(dataId, "dataId");
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(tenant, "tenant");
  }

  /** About how many bytes it takes in memory. */
  public int bytes() {
    return 2 * (dataId.length() + group.length() + tenant.length());
  }
}
