package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.Planner;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Which applications are meant.
 *
 * @param names their names; empty for all
 */
record Selection(Set<String> names) {

  private static final int MAX_LISTED = 10;

  static Selection all() {
    return new Selection(Set.of());
  }

  static Selection of(List<String> names) {
    return new Selection(new LinkedHashSet<>(names));
  }

  Predicate<ApplicationInventory> predicate() {
    return each -> names.isEmpty() || names.contains(each.application());
  }

  /** The applications meant. */
  List<ApplicationInventory> in(Inventory inventory) throws CommandException {
    List<String> known =
        inventory.applications().stream().map(ApplicationInventory::application).toList();
    for (String name : names) {
      Optional<String> refusal =
          known.contains(name) ? Optional.empty() : Planner.refusedName(inventory, name);
      if (refusal.isPresent()) {
        throw CommandException.precondition(
            "application '" + name + "' cannot be translated", inventory.server(), refusal.get());
      }
    }
    requireKnown(known, inventory.server());
    return inventory.applications().stream().filter(predicate()).toList();
  }

  /** The names that nobody knows, where others of them are known. */
  List<String> unknown(List<String> known) {
    List<String> unknown = names.stream().filter(each -> !known.contains(each)).toList();
    return unknown.size() < names.size() ? unknown : List.of();
  }

  /** The names of applications that are not registered, where others of them are. */
  List<String> unknown(Inventory inventory) {
    return unknown(
        inventory.applications().stream().map(ApplicationInventory::application).toList());
  }

  /** The same without some. */
  Selection without(List<String> some) {
    return new Selection(
        names.stream()
            .filter(each -> !some.contains(each))
            .collect(Collectors.toCollection(LinkedHashSet::new)));
  }

  /** Refuses names that nobody knows. */
  void requireKnown(List<String> known, String server) throws CommandException {
    for (String name : names) {
      if (!known.contains(name)) {
        String list = known.stream().distinct().limit(MAX_LISTED).collect(Collectors.joining(", "));
        throw CommandException.precondition(
            "unknown application '" + name + "'",
            server,
            known.isEmpty()
                ? "no Dubbo application is registered on this server; check --server and"
                    + " --namespace"
                : "known: "
                    + list
                    + (known.size() > MAX_LISTED ? ", ..." : "")
                    + "; 'landbridge scan' lists all");
      }
    }
  }
}
