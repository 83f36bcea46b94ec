package io.landbridge.migrate.cli;

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
      description = "This application; may be repeated.")
  List<String> applications = new ArrayList<>();

  @Option(names = "--all", description = "All applications.")
  boolean all;

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description = "The applications of a plan that 'landbridge plan' wrote.")
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
        "these cannot be given together", "--application, --all, --plan", "give one of them");
  }

  Selection selection() {
    return all ? Selection.all() : Selection.of(applications);
  }
}
