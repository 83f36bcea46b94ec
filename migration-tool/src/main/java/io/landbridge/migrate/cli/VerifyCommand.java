package io.landbridge.migrate.cli;

import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.inventory.Landscape;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.report.VerifyResult;
import io.landbridge.migrate.verify.ApplicationLevel;
import io.landbridge.migrate.verify.ApplicationLevelReader;
import io.landbridge.migrate.verify.ModelComparison;
import io.landbridge.registry.Registry;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Compares both models. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description =
        "Compare, address by address, what consumers of interfaces and consumers of applications"
            + " are offered. Reads only, as any client could; needs no plugin.")
final class VerifyCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin ServerOptions.Namespaces namespaces = new ServerOptions.Namespaces();
  @Mixin OutputOptions output = new OutputOptions();

  @ArgGroup(exclusive = true, multiplicity = "1")
  TargetOptions target = new TargetOptions();

  private final Terminal terminal;

  VerifyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = new Cluster(server.connection(terminal), output.progress(terminal));
    Plan plan = target.plan == null ? null : PlanFile.read(target.plan);
    Registry registry = cluster.registry();
    Landscape landscape = cluster.landscape(registry, namespaces.wanted());
    Inventory inventory = InventoryBuilder.of(landscape);
    List<ApplicationInventory> applications =
        plan == null ? target.selection().in(inventory) : planned(plan, inventory);
    ApplicationLevel applicationLevel =
        new ApplicationLevelReader(registry).read(landscape, applications);
    ModelComparison comparison = new ModelComparison(landscape, applicationLevel);
    VerifyResult result = VerifyResult.of(applications.stream().map(comparison::compare).toList());
    terminal.out().print(output.report(terminal).verify(result));
    return result.equal() ? ExitCode.OK : ExitCode.DRIFT;
  }

  private static List<ApplicationInventory> planned(Plan plan, Inventory inventory)
      throws CommandException {
    Selection.of(plan.steps().stream().map(Plan.Step::application).toList()).in(inventory);
    return inventory.applications().stream()
        .filter(
            each ->
                plan.steps().stream()
                    .anyMatch(
                        step ->
                            step.namespace().equals(each.namespace())
                                && step.application().equals(each.application())))
        .toList();
  }
}
