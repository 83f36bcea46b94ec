package io.landbridge.migrate.cli;

import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.report.OperationResult;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginApplication.TranslationState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Switches translation off. */
@Command(
    name = "rollback",
    mixinStandardHelpOptions = true,
    description =
        "Take back what apply did. Shows what it would do unless --yes is given. Needs the plugin"
            + " on every server.")
final class RollbackCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin ServerOptions.Namespaces namespaces = new ServerOptions.Namespaces();
  @Mixin ChangeOptions change = new ChangeOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @ArgGroup(exclusive = true, multiplicity = "1")
  TargetOptions target = new TargetOptions();

  private final Terminal terminal;

  RollbackCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Duration timeout = change.timeout();
    Cluster cluster = new Cluster(server.connection(terminal), output.progress(terminal));
    Plan plan = target.plan == null ? null : PlanFile.read(target.plan);
    cluster.registry();
    cluster.requireRunningPlugin();
    List<ApplicationKey> keys = plan == null ? selected(cluster) : keys(plan);
    List<Operation> operations = new ArrayList<>();
    keys.forEach(key -> operations.add(cluster.translation(key, timeout, false)));
    OperationResult result =
        Changes.make(operations, Direction.ROLLBACK, change.yes, output.progress(terminal));
    terminal.out().print(output.report(terminal).operations("rollback", result));
    return Changes.exitCode(result);
  }

  /** Applications that are gone may still be switched on, so the plugin is asked, not naming. */
  private List<ApplicationKey> selected(Cluster cluster) throws Exception {
    Set<NamespaceId> wanted = namespaces.wanted();
    List<PluginApplication> known =
        cluster.plugin().applications().stream()
            .filter(each -> wanted.isEmpty() || wanted.contains(each.key().namespace()))
            .toList();
    Selection selection = target.selection();
    selection.requireKnown(
        known.stream().map(each -> each.key().name().value()).toList(),
        cluster.servers().get(0).toString());
    return known.stream()
        .filter(
            each ->
                target.all
                    ? each.state() != TranslationState.OBSERVED
                    : selection.names().contains(each.key().name().value()))
        .map(PluginApplication::key)
        .toList();
  }

  private static List<ApplicationKey> keys(Plan plan) {
    return plan.steps().stream()
        .map(
            step ->
                new ApplicationKey(
                    NamespaceId.of(step.namespace()), new ApplicationName(step.application())))
        .toList();
  }
}
