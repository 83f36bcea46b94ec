package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.terminal.Terminal;
import java.util.List;

/** The verbs that make a plan and carry it out. */
public final class PlanVerbs {

  private PlanVerbs() {}

  /** All of them, in the order of a migration. */
  public static List<Object> of(Terminal terminal) {
    return List.of(
        new PlanCommand(terminal),
        new ApplyCommand(terminal),
        VerifyCommand.of(terminal),
        new ShowCommand(terminal),
        new RollbackCommand(terminal),
        new CompleteCommand(terminal),
        new ReportCommand(terminal));
  }
}
