package io.landbridge.migrate.doctor;

import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** What was found so far. For one thread. */
final class Findings {

  private final List<Finding> all = new ArrayList<>();

  /**
   * Adds one.
   *
   * @param whom the members it concerns, or the applications, in any order
   */
  void add(
      Severity severity,
      Kind kind,
      Collection<String> whom,
      String what,
      String evidence,
      String advice) {
    all.add(new Finding(severity, kind, List.copyOf(new TreeSet<>(whom)), what, evidence, advice));
  }

  /** All of them, as they were added. */
  List<Finding> all() {
    return List.copyOf(all);
  }

  /** All of them, the bad first. */
  List<Finding> badFirst() {
    return all.stream().sorted(Comparator.comparing(Finding::severity)).toList();
  }
}
