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
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

  @Option(
      names = "--wave",
      paramLabel = "N",
      description = "With --plan: only the applications of this wave.")
  int wave;

  @Option(
      names = "--watch",
      paramLabel = "SECONDS",
      description = "Compare again and again, with so many seconds in between, until interrupted.")
  int watchSeconds;

  @ArgGroup(exclusive = true, multiplicity = "1")
  TargetOptions target = new TargetOptions();

  private static final int MAX_WATCH = 24 * 60 * 60;

  private final Terminal terminal;

  VerifyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    Plan plan = target.plan == null ? null : ofWave(PlanFile.read(target.plan));
    if (plan == null && wave != 0) {
      throw CommandException.usage(
          "there are no waves without a plan", "--wave", "give --plan FILE");
    }
    if (watchSeconds < 0 || watchSeconds > MAX_WATCH) {
      throw CommandException.usage(
          "bad time " + watchSeconds, "--watch", "give 1 to %d seconds".formatted(MAX_WATCH));
    }
    Registry registry = cluster.registry();
    while (true) {
      int exitCode = once(cluster, registry, plan);
      if (watchSeconds == 0) {
        return exitCode;
      }
      terminal.out().flush();
      TimeUnit.SECONDS.sleep(watchSeconds);
    }
  }

  private int once(Cluster cluster, Registry registry, @Nullable Plan plan) throws Exception {
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

  /** The plan with one of its waves alone; nobody asks for its hash any more. */
  private Plan ofWave(Plan plan) throws CommandException {
    if (wave == 0) {
      return plan;
    }
    List<Plan.Wave> one = plan.waves().stream().filter(each -> each.number() == wave).toList();
    if (one.isEmpty()) {
      throw CommandException.usage(
          "there is no wave %d in the plan".formatted(wave),
          String.valueOf(target.plan),
          "it has waves 1 to %d".formatted(plan.waves().size()));
    }
    return plan.withWaves(one);
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
