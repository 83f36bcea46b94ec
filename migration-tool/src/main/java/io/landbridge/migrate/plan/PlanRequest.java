package io.landbridge.migrate.plan;

import io.landbridge.migrate.inventory.ApplicationInventory;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What an operator wants of a plan.
 *
 * @param selected which applications to plan for
 * @param excluded names of applications to leave out, and why
 * @param first names of applications to do first, alone
 * @param limits how large a wave may be
 * @param rules how consumers are moved; {@link RuleSettings#NONE} to move none
 * @param ruleFor names of consumers that take rules although nobody knows which Dubbo they are
 * @param members the members of the cluster, where they are known: what another cluster is told by
 * @param createdBy the tool and its version
 * @param createdAt when, ISO 8601
 */
public record PlanRequest(
    Predicate<ApplicationInventory> selected,
    SortedMap<String, String> excluded,
    SortedSet<String> first,
    Limits limits,
    RuleSettings rules,
    SortedSet<String> ruleFor,
    List<String> members,
    String createdBy,
    String createdAt) {

  /** Copies the collections. */
  public PlanRequest {
    excluded = new TreeMap<>((Map<String, String>) excluded);
    first = new TreeSet<>(first);
    ruleFor = new TreeSet<>(ruleFor);
    members = List.copyOf(members);
  }

  /** Everything, as usual. */
  public static PlanRequest of(
      Predicate<ApplicationInventory> selected, String createdBy, String createdAt) {
    return new PlanRequest(
        selected,
        new TreeMap<>(),
        new TreeSet<>(),
        Limits.DEFAULT,
        RuleSettings.DEFAULT,
        new TreeSet<>(),
        List.of(),
        createdBy,
        createdAt);
  }
}
