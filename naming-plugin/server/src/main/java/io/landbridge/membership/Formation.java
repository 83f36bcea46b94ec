package io.landbridge.membership;

import io.landbridge.model.MemberId;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How many members have the plugin, while it is installed on one after the other, or taken away.
 * Its group forms once a majority has it. A member that is down counts for what it told last.
 *
 * @param listed how many members have a vote, as the list of the server or the group itself says
 * @param having those that have the plugin
 * @param lacking those that are up and have not told that they have it
 */
public record Formation(int listed, SortedSet<MemberId> having, SortedSet<MemberId> lacking) {

  /** Copies the sets. */
  public Formation {
    having = Collections.unmodifiableSortedSet(new TreeSet<>(having));
    lacking = Collections.unmodifiableSortedSet(new TreeSet<>(lacking));
  }

  static Formation of(GroupView view) {
    SortedSet<MemberId> having = new TreeSet<>();
    SortedSet<MemberId> lacking = new TreeSet<>();
    // Servers that join the list later have no vote yet.
    Set<MemberId> voters = view.peers().isEmpty() ? view.members().keySet() : view.peers();
    for (Map.Entry<MemberId, GroupView.Listed> each : view.members().entrySet()) {
      if (!voters.contains(each.getKey())) {
        continue;
      }
      if (each.getKey().equals(view.self()) || each.getValue().announced().isPresent()) {
        having.add(each.getKey());
      } else if (each.getValue().up()) {
        lacking.add(each.getKey());
      }
    }
    return new Formation(voters.size(), having, lacking);
  }

  /** How many members the group needs to have a leader. */
  public int needed() {
    return listed / 2 + 1;
  }

  /** Whether there can be no leader before further members have the plugin. */
  boolean isWaiting() {
    return having.size() < needed() && having.size() + lacking.size() >= needed();
  }

  /** For an operator. */
  public String text() {
    return ("%d of %d members have the plugin, and the group starts with %d members: install the"
            + " plugin on %s")
        .formatted(
            having.size(),
            listed,
            needed(),
            lacking.stream().map(MemberId::address).collect(Collectors.joining(", ")));
  }
}
