package io.landbridge.migrate.plan;

import io.landbridge.model.ApplicationKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which application calls which. Every answer depends on the edges alone, not on their order. */
final class CallGraph {

  private final SortedMap<ApplicationKey, SortedSet<ApplicationKey>> providers;

  private CallGraph(SortedMap<ApplicationKey, SortedSet<ApplicationKey>> providers) {
    this.providers = providers;
  }

  /**
   * Makes a graph.
   *
   * @param applications its nodes
   * @param providers the applications each one calls; those that are no nodes, and itself, are left
   *     out
   */
  static CallGraph of(
      Collection<ApplicationKey> applications,
      Map<ApplicationKey, ? extends Set<ApplicationKey>> providers) {
    SortedMap<ApplicationKey, SortedSet<ApplicationKey>> edges = new TreeMap<>();
    applications.forEach(each -> edges.put(each, new TreeSet<>()));
    edges.forEach(
        (consumer, called) -> {
          Set<ApplicationKey> known = providers.get(consumer);
          if (known != null) {
            called.addAll(known);
          }
          called.retainAll(edges.keySet());
          called.remove(consumer);
        });
    return new CallGraph(edges);
  }

  /** The applications this one calls. */
  SortedSet<ApplicationKey> calledBy(ApplicationKey consumer) {
    return providers.getOrDefault(consumer, new TreeSet<>());
  }

  /**
   * The nodes in groups, each of which comes after all the groups it calls. A group is one
   * application, or several that call each other in a circle.
   *
   * @param preference which of the groups that may come next comes first; by the groups' sorted
   *     members where it does not say
   */
  List<List<ApplicationKey>> inOrder(Comparator<? super List<ApplicationKey>> preference) {
    List<List<ApplicationKey>> groups = groups();
    Map<ApplicationKey, Integer> groupOf = new HashMap<>();
    for (int i = 0; i < groups.size(); i++) {
      for (ApplicationKey each : groups.get(i)) {
        groupOf.put(each, i);
      }
    }
    int[] waitingFor = new int[groups.size()];
    List<SortedSet<Integer>> waiters = new ArrayList<>();
    groups.forEach(each -> waiters.add(new TreeSet<>()));
    providers.forEach(
        (consumer, called) -> {
          int from = groupOf.getOrDefault(consumer, 0);
          for (ApplicationKey each : called) {
            int to = groupOf.getOrDefault(each, 0);
            if (to != from && waiters.get(to).add(from)) {
              waitingFor[from]++;
            }
          }
        });
    Comparator<Integer> next =
        Comparator.<Integer, List<ApplicationKey>>comparing(groups::get, preference::compare)
            .thenComparing(each -> groups.get(each).get(0));
    PriorityQueue<Integer> ready = new PriorityQueue<>(next);
    for (int i = 0; i < waitingFor.length; i++) {
      if (waitingFor[i] == 0) {
        ready.add(i);
      }
    }
    List<List<ApplicationKey>> ordered = new ArrayList<>();
    while (!ready.isEmpty()) {
      int group = ready.remove();
      ordered.add(groups.get(group));
      for (int waiter : waiters.get(group)) {
        if (--waitingFor[waiter] == 0) {
          ready.add(waiter);
        }
      }
    }
    return ordered;
  }

  /** Tarjan's strongly connected components, without recursion: chains may be long. */
  private List<List<ApplicationKey>> groups() {
    Map<ApplicationKey, Integer> index = new HashMap<>();
    Map<ApplicationKey, Integer> low = new HashMap<>();
    Deque<ApplicationKey> open = new ArrayDeque<>();
    SortedSet<ApplicationKey> isOpen = new TreeSet<>();
    List<List<ApplicationKey>> groups = new ArrayList<>();
    for (ApplicationKey root : providers.keySet()) {
      if (index.containsKey(root)) {
        continue;
      }
      Deque<Visit> path = new ArrayDeque<>();
      path.push(enter(root, index, low, open, isOpen));
      while (!path.isEmpty()) {
        Visit visit = path.getFirst();
        if (visit.rest().hasNext()) {
          ApplicationKey next = visit.rest().next();
          if (!index.containsKey(next)) {
            path.push(enter(next, index, low, open, isOpen));
          } else if (isOpen.contains(next)) {
            low.merge(visit.node(), index.getOrDefault(next, 0), Math::min);
          }
          continue;
        }
        path.pop();
        int lowest = low.getOrDefault(visit.node(), 0);
        if (!path.isEmpty()) {
          low.merge(path.getFirst().node(), lowest, Math::min);
        }
        if (lowest == index.getOrDefault(visit.node(), 0)) {
          SortedSet<ApplicationKey> group = new TreeSet<>();
          ApplicationKey member;
          do {
            member = open.pop();
            isOpen.remove(member);
            group.add(member);
          } while (!member.equals(visit.node()));
          groups.add(List.copyOf(group));
        }
      }
    }
    return groups;
  }

  private Visit enter(
      ApplicationKey node,
      Map<ApplicationKey, Integer> index,
      Map<ApplicationKey, Integer> low,
      Deque<ApplicationKey> open,
      SortedSet<ApplicationKey> isOpen) {
    low.put(node, index.size());
    index.put(node, index.size());
    open.push(node);
    isOpen.add(node);
    return new Visit(node, calledBy(node).iterator());
  }

  /** A node on the way, and what it calls and was not looked at yet. */
  private record Visit(ApplicationKey node, Iterator<ApplicationKey> rest) {}
}
