package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What part of a plan is meant, and where is written down what becomes of it. */
@Command
final class PlanOptions {

  /** The first wave that the journal does not call done. */
  static final String NEXT = "next";

  /** Every wave of the plan. */
  static final String ALL = "all";

  @Option(
      names = "--wave",
      paramLabel = "N|next|all",
      description =
          "Select a wave of the plan: a number, 'next' (the first that is not done) or 'all'."
              + " Default: 'next' for apply and complete, 'all' for rollback.")
  @Nullable String wave;

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      description =
          "With --plan: record each change in this journal FILE (default: the plan's name with"
              + " .journal).")
  @Nullable Path journal;

  /**
   * Which waves are meant.
   *
   * @param otherwise which, if it is not said
   */
  String wave(String otherwise) {
    return wave == null ? otherwise : wave;
  }

  Path journal(Path plan) {
    return journal == null ? journalOf(plan) : journal;
  }

  /** The journal of a plan unless another is given. */
  static Path journalOf(Path planFile) {
    return planFile.resolveSibling(planFile.getFileName() + ".journal");
  }

  /**
   * The applications of a plan that are named beside it; none when none is.
   *
   * @param wanted their namespaces; empty for all
   */
  Set<ApplicationKey> chosen(Plan plan, Path file, TargetOptions target, Set<NamespaceId> wanted)
      throws CommandException {
    if (target.applications.isEmpty()) {
      return Set.of();
    }
    if (wave != null) {
      throw CommandException.usage(
          "the plan already assigns a wave to the application",
          "--wave, --application",
          "use one of them");
    }
    Set<ApplicationKey> chosen = new TreeSet<>();
    for (String name : target.applications) {
      List<ApplicationKey> found =
          plan.steps().stream()
              .filter(step -> step.application().equals(name))
              .map(step -> ApplicationKey.of(step.namespace(), name))
              .filter(key -> wanted.isEmpty() || wanted.contains(key.namespace()))
              .toList();
      if (found.isEmpty()) {
        throw CommandException.precondition(
            "application '%s' is not in the plan".formatted(name),
            file.toString(),
            "check --application and --namespace, or make a new plan with 'landbridge plan'");
      }
      chosen.addAll(found);
    }
    return chosen;
  }
}
