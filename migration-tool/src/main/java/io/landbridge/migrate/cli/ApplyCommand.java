package io.landbridge.migrate.cli;

import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.plan.Drift;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Planner;
import io.landbridge.migrate.report.DriftResult;
import io.landbridge.migrate.report.OperationResult;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Switches translation on. */
@Command(
    name = "apply",
    mixinStandardHelpOptions = true,
    description =
        "Show interface-level providers at application level. Shows what it would do unless --yes"
            + " is given. Needs the plugin on every server.")
final class ApplyCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin ServerOptions.Namespaces namespaces = new ServerOptions.Namespaces();
  @Mixin ChangeOptions change = new ChangeOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(
      names = "--force",
      description =
          "Also where instances that are not Dubbo's share the name of an application's service,"
              + " for example of Spring Cloud. Their clients then get Dubbo addresses, too.")
  boolean force;

  @ArgGroup(exclusive = true, multiplicity = "1")
  TargetOptions target = new TargetOptions();

  private final Terminal terminal;

  ApplyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Duration timeout = change.timeout();
    Cluster cluster = new Cluster(server.connection(terminal), output.progress(terminal));
    Plan plan = target.plan == null ? null : PlanFile.read(target.plan);
    var registry = cluster.registry();
    cluster.requireActivePlugin();
    Inventory inventory =
        InventoryBuilder.of(
            cluster.landscape(registry, plan == null ? namespaces.wanted() : namespaces(plan)));
    List<ApplicationKey> keys;
    if (plan == null) {
      keys = translatable(target.selection().in(inventory));
    } else {
      List<Drift> drifts = Drift.between(plan, inventory);
      if (!drifts.isEmpty()) {
        terminal.out().print(output.report(terminal).drift(new DriftResult(drifts)));
        throw new CommandException(
            ExitCode.DRIFT,
            "the plan does not fit what is registered now (%d differences), nothing was changed"
                .formatted(drifts.size()),
            String.valueOf(target.plan),
            "make another plan with 'landbridge plan' and review it");
      }
      keys = plan.steps().stream().map(each -> key(each.namespace(), each.application())).toList();
    }
    if (keys.isEmpty()) {
      throw CommandException.precondition(
          "there is nothing to apply",
          inventory.server(),
          "no application with Dubbo providers is registered there");
    }
    List<Operation> operations = new ArrayList<>();
    keys.forEach(key -> operations.add(cluster.translation(key, timeout, force)));
    OperationResult result =
        Changes.make(operations, Direction.APPLY, change.yes, output.progress(terminal));
    terminal.out().print(output.report(terminal).operations("apply", result));
    return Changes.exitCode(result);
  }

  private List<ApplicationKey> translatable(List<ApplicationInventory> applications)
      throws CommandException {
    List<ApplicationKey> keys = new ArrayList<>();
    for (ApplicationInventory each : applications) {
      if (Planner.isTranslatable(each)) {
        keys.add(key(each.namespace(), each.application()));
      } else if (!target.all) {
        throw CommandException.precondition(
            "application '%s' has nothing to translate".formatted(each.application()),
            "namespace " + each.namespace(),
            Planner.NOTHING_TO_DO);
      }
    }
    return keys;
  }

  private static Set<NamespaceId> namespaces(Plan plan) {
    Set<NamespaceId> namespaces = new TreeSet<>();
    plan.steps().forEach(step -> namespaces.add(NamespaceId.of(step.namespace())));
    return namespaces;
  }

  private static ApplicationKey key(String namespace, String application) {
    return new ApplicationKey(NamespaceId.of(namespace), new ApplicationName(application));
  }
}
