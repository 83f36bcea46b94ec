package io.landbridge.registry;

import java.util.List;
import java.util.Objects;

/**
 * What a server says of its cluster.
 *
 * @param self its own {@code host:port} in the member list
 * @param members the {@code host:port} of every member, itself too
 */
public record ServerMembers(String self, List<String> members) {

  /** Checks that no part is missing and copies the list. */
  public ServerMembers {
    Objects.requireNonNull(self, "self");
    members = List.copyOf(members);
  }
}
