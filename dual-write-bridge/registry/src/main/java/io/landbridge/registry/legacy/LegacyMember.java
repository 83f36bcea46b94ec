package io.landbridge.registry.legacy;

import io.landbridge.registry.ServerAddress;
import java.util.Objects;

/**
 * A server of a cluster as another one sees it.
 *
 * @param address where it is
 * @param version what it is said to be, or {@link
 *     io.landbridge.registry.ServerInfo#UNKNOWN_VERSION}: 1.x servers do not tell each other, newer
 *     ones do
 * @param state as the server writes it, for example {@code UP} or {@code DOWN}
 */
public record LegacyMember(ServerAddress address, String version, String state) {

  /** Checks that no part is missing. */
  public LegacyMember {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(state, "state");
  }

  /** Whether the other server sees it up. */
  public boolean isUp() {
    return state.equals("UP");
  }
}
