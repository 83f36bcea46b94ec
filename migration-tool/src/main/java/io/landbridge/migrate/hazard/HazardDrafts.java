package io.landbridge.migrate.hazard;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Findings while they are put together, each with a few pieces of evidence. For one thread. */
final class HazardDrafts {

  private static final int MAX_EVIDENCE = 5;

  private final SortedMap<String, Draft> drafts = new TreeMap<>();
  private final Set<Draft> uncounted = new HashSet<>();

  /** Adds evidence, which may be there already since the last {@link #count}. */
  void add(HazardKind kind, String namespace, String application, String evidence) {
    Draft draft =
        drafts.computeIfAbsent(
            key(kind, namespace, application), key -> new Draft(kind, namespace, application));
    draft.uncounted.add(evidence);
    uncounted.add(draft);
  }

  /** Whether there is such a finding. */
  boolean contains(HazardKind kind, String namespace, String application) {
    return drafts.containsKey(key(kind, namespace, application));
  }

  private static String key(HazardKind kind, String namespace, String application) {
    return String.join("\n", kind.name(), namespace, application);
  }

  /** None of the evidence so far will come again. */
  void count() {
    uncounted.forEach(Draft::count);
    uncounted.clear();
  }

  /** All findings, the worst first. */
  List<HazardFinding> finish() {
    count();
    return drafts.values().stream().map(Draft::finish).sorted().toList();
  }

  /** One finding while it is put together. */
  private static final class Draft {

    private final HazardKind kind;
    private final String namespace;
    private final String application;

    /** Evidence that may come again. */
    private final Set<String> uncounted = new HashSet<>();

    private final SortedSet<String> first = new TreeSet<>();
    private int count;

    Draft(HazardKind kind, String namespace, String application) {
      this.kind = kind;
      this.namespace = namespace;
      this.application = application;
    }

    /** Counts what will not come again, and keeps the first of it. */
    void count() {
      count += uncounted.size();
      for (String each : uncounted) {
        first.add(each);
        if (first.size() > MAX_EVIDENCE) {
          first.remove(first.last());
        }
      }
      uncounted.clear();
    }

    HazardFinding finish() {
      return new HazardFinding(
          kind.severity(), kind, namespace, application, count, List.copyOf(first), kind.advice());
    }
  }
}
