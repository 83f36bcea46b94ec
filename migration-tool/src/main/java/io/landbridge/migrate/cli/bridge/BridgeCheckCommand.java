package io.landbridge.migrate.cli.bridge;

import io.landbridge.migrate.bridge.BridgeCheck;
import io.landbridge.migrate.bridge.BridgeCheck.Outcome;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.report.BridgeNextSteps;
import io.landbridge.migrate.report.result.BridgeCheckResult;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Looks whether a bridge would work. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "Check whether a Nacos 1.x cluster can be bridged to this cluster. Checks versions, member"
            + " lists, access, clocks, capacity, namespaces and configurations. Read-only.")
final class BridgeCheckCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin LegacyOptions legacy = new LegacyOptions();
  @Mixin OutputOptions output = new OutputOptions();

  private final Terminal terminal;

  BridgeCheckCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    try (BridgedClusters ground = BridgedClusters.open(server, legacy, terminal)) {
      List<Outcome> outcomes = new BridgeCheck(ground, output.progress(terminal)).run();
      BridgeCheckResult result = BridgeCheckResult.of(outcomes);
      terminal
          .out()
          .print(
              output
                  .report(terminal)
                  .bridgeCheck(
                      result,
                      BridgeNextSteps.afterCheck(result, legacy.ofStart(), server.invocation())));
      return outcomes.stream().anyMatch(Outcome::isObstacle) ? ExitCode.PRECONDITION : ExitCode.OK;
    }
  }
}
