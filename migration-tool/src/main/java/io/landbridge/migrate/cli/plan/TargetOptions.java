package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.terminal.CommandException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What to work on; exactly one of them, but for some applications of a plan. */
@Command
final class TargetOptions {

  @Option(
      names = "--application",
      paramLabel = "APP",
      split = ",",
      description = "Select this application (repeatable).")
  List<String> applications = new ArrayList<>();

  @Option(names = "--all", description = "Select all applications.")
  boolean all;

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description = "Select the applications of this plan, written by 'landbridge plan'.")
  @Nullable Path plan;

  /** Refuses what does not go together; a plan with some of its applications does. */
  void requireOneOrPartOfPlan() throws CommandException {
    if (all && (plan != null || !applications.isEmpty())) {
      throw notTogether();
    }
  }

  /** Refuses more than one of them. */
  void requireOne() throws CommandException {
    requireOneOrPartOfPlan();
    if (plan != null && !applications.isEmpty()) {
      throw notTogether();
    }
  }

  private static CommandException notTogether() {
    return CommandException.usage(
        "these options exclude each other", "--application, --all, --plan", "use one of them");
  }

  Selection selection() {
    return all ? Selection.all() : Selection.of(applications);
  }
}
