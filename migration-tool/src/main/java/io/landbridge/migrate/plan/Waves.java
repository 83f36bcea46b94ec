package io.landbridge.migrate.plan;

import io.landbridge.model.ApplicationKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Puts groups of applications into waves, in their order: a group that does not fit into what is
 * left of a wave begins the next one, and only a group that fits into no wave is split.
 */
final class Waves {

  private final Limits limits;
  private final Map<ApplicationKey, Integer> processes;
  private final long fleet;
  private final List<List<ApplicationKey>> done = new ArrayList<>();
  private List<ApplicationKey> current = new ArrayList<>();

  private Waves(Limits limits, Map<ApplicationKey, Integer> processes, long fleet) {
    this.limits = limits;
    this.processes = processes;
    this.fleet = fleet;
  }

  /**
   * Makes the waves.
   *
   * @param first what an operator wants to see done first, alone and whatever the limits are
   * @param groups everything, in order
   * @param processes how many processes each application has
   * @param fleet how many processes there are in all, of whatever is planned and what is not
   * @return applications of each wave; none is empty
   */
  static List<List<ApplicationKey>> of(
      SortedSet<ApplicationKey> first,
      List<List<ApplicationKey>> groups,
      Map<ApplicationKey, Integer> processes,
      long fleet,
      Limits limits) {
    Waves waves = new Waves(limits, new TreeMap<>(processes), fleet);
    waves.current.addAll(first);
    waves.close();
    for (List<ApplicationKey> group : groups) {
      List<ApplicationKey> rest =
          group.stream().filter(each -> !new TreeSet<>(first).contains(each)).toList();
      if (!waves.fits(rest)) {
        waves.close();
      }
      if (waves.fits(rest)) {
        waves.current.addAll(rest);
      } else {
        rest.forEach(waves::add);
      }
    }
    waves.close();
    return waves.done;
  }

  private void add(ApplicationKey application) {
    if (!fits(List.of(application))) {
      close();
    }
    current.add(application);
  }

  private boolean fits(List<ApplicationKey> more) {
    List<ApplicationKey> together = new ArrayList<>(current);
    together.addAll(more);
    return limits.allow(
        together.size(),
        together.stream().mapToLong(each -> processes.getOrDefault(each, 0)).sum(),
        fleet);
  }

  private void close() {
    if (!current.isEmpty()) {
      done.add(List.copyOf(current));
      current = new ArrayList<>();
    }
  }
}
