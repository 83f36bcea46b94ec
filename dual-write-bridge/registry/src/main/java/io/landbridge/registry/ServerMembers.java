package io.landbridge.registry;

import java.util.List;
import java.util.Objects;

/**
 * What a server says of its cluster.
 *
 * @param self its own {@code host:port} in the member list
 * @param members the {@code host:port} of every member, itself too
 * @param unusable the addresses of entries that nobody can be asked at, as they may be shown; empty
 *     for one that has none
 */
public record ServerMembers(String self, List<String> members, List<String> unusable) {

  /** Checks that no part is missing and copies the list. */
  public ServerMembers {
    Objects.requireNonNull(self, "self");
    members = List.copyOf(members);
    unusable = List.copyOf(unusable);
  }
}
