package io.landbridge.migrate.doctor;

import io.landbridge.registry.plugin.PluginGroup;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What all members told, and what follows from it together. Immutable.
 *
 * @param reports one per member
 */
record MemberReports(List<MemberReport> reports) {

  MemberReports {
    reports = List.copyOf(reports);
  }

  Stream<MemberReport> stream() {
    return reports.stream();
  }

  /** Whether a member waits for others to get the plugin. */
  boolean isWaiting() {
    return reports.stream().anyMatch(MemberReport::isWaiting);
  }

  /** The leader, if a member names one that answers. */
  Optional<String> leaderKnown() {
    Set<String> there = names(report -> report.answered() && !report.isDisabled());
    return reports.stream()
        .flatMap(report -> report.group().stream())
        .map(PluginGroup::leader)
        .filter(there::contains)
        .findFirst();
  }

  /** As the leader sees them, else as the member in the latest election does. */
  SortedSet<String> peersKnown() {
    return latest(
        reports.stream()
            .flatMap(report -> report.group().stream())
            .map(
                group ->
                    new Votes(group.leader().equals(group.member()), group.term(), group.peers())));
  }

  /** Who has a vote: as the leader sees it, else as who knows of the latest election does. */
  static SortedSet<String> latest(Stream<Votes> votes) {
    return votes
        .filter(each -> !each.peers().isEmpty())
        .max(Comparator.comparing(Votes::leads).thenComparing(Votes::term))
        .map(each -> (SortedSet<String>) new TreeSet<>(each.peers()))
        .orElseGet(TreeSet::new);
  }

  /** Who has a vote in a group, as one member sees it. */
  record Votes(boolean leads, long term, List<String> peers) {}

  /** Whoever is in the list of a member. */
  SortedSet<String> membersListed() {
    return reports.stream()
        .flatMap(report -> report.group().stream())
        .flatMap(group -> group.members().stream())
        .map(PluginGroup.ListedMember::member)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The members of which that holds. */
  SortedSet<String> names(Predicate<MemberReport> which) {
    return reports.stream()
        .filter(which)
        .map(MemberReport::member)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The members by what they tell. */
  SortedMap<String, SortedSet<String>> groups(Function<MemberReport, Optional<String>> told) {
    SortedMap<String, SortedSet<String>> groups = new TreeMap<>();
    for (MemberReport report : reports) {
      told.apply(report)
          .ifPresent(
              value -> groups.computeIfAbsent(value, key -> new TreeSet<>()).add(report.member()));
    }
    return groups;
  }

  static SortedSet<String> all(Map<String, SortedSet<String>> groups) {
    return groups.values().stream()
        .flatMap(Collection::stream)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  static String describe(Map<String, SortedSet<String>> groups) {
    return groups.entrySet().stream()
        .map(each -> each.getKey() + " on " + join(each.getValue()))
        .collect(Collectors.joining("; "));
  }

  static SortedSet<String> without(Set<String> all, Set<String> some) {
    SortedSet<String> rest = new TreeSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  static String join(Collection<String> names) {
    return String.join(", ", names);
  }
}
