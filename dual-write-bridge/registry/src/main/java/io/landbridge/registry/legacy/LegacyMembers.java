package io.landbridge.registry.legacy;

import java.util.List;

/**
 * The member list of a legacy cluster as one of its servers tells it.
 *
 * @param usable the members that can be asked, sorted by address
 * @param unusable what stands in place of the address of each other member, fit for a log line
 */
public record LegacyMembers(List<LegacyMember> usable, List<String> unusable) {

  /** Copies. */
  public LegacyMembers {
    usable = List.copyOf(usable);
    unusable = List.copyOf(unusable);
  }

  /** How many servers the cluster has, with those that nobody can ask. */
  public int size() {
    return usable.size() + unusable.size();
  }
}
