package io.landbridge.migrate.cli;

import io.landbridge.migrate.campaign.Completed;
import io.landbridge.migrate.campaign.StoppedException;
import io.landbridge.migrate.campaign.Withdrawal;
import io.landbridge.migrate.journal.JournalFile;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.report.OperationResult;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.Registry;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginApplication.TranslationState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Switches translation off. */
@Command(
    name = "rollback",
    mixinStandardHelpOptions = true,
    description =
        "Take back what apply did: consumers first, who are told to come back to the interface"
            + " level, then translation. Shows what it would do unless --yes is given. Needs the plugin"
            + " on every server.")
final class RollbackCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin ServerOptions.Namespaces namespaces = new ServerOptions.Namespaces();
  @Mixin ChangeOptions change = new ChangeOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Mixin PlanOptions planned = new PlanOptions();

  @ArgGroup(exclusive = true, multiplicity = "1")
  TargetOptions target = new TargetOptions();

  private final Terminal terminal;

  RollbackCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Duration timeout = change.timeout();
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    Path file = target.plan;
    if (file != null) {
      return byPlan(file, cluster, timeout);
    }
    planned.refuseWithoutPlan();
    Registry registry = cluster.registry();
    cluster.requireRunningPlugin();
    List<ApplicationKey> keys = selected(cluster);
    refuseCompleted(keys, cluster, registry);
    List<Operation> operations = new ArrayList<>();
    keys.forEach(key -> operations.add(cluster.translation(key, timeout, false)));
    OperationResult result =
        Changes.make(operations, Direction.ROLLBACK, change.yes, output.progress(terminal));
    terminal.out().print(output.report(terminal).operations("rollback", result));
    return Changes.exitCode(result);
  }

  private int byPlan(Path file, Cluster cluster, Duration timeout) throws Exception {
    Plan plan = PlanFile.read(file);
    PlannedRun run = new PlannedRun(plan, file, planned.journal(file));
    SortedSet<Integer> waves = run.waves(planned.wave);
    Registry registry = cluster.registry();
    run.requireCluster(cluster, registry);
    cluster.requireRunningPlugin();
    ClusterTarget cell =
        cluster.target(registry, plan, key -> cluster.translation(key, timeout, false));
    Set<Plan.Step> steps =
        plan.waves().stream()
            .filter(wave -> waves.contains(wave.number()))
            .flatMap(wave -> wave.steps().stream())
            .collect(Collectors.toSet());
    if (!change.yes) {
      List<Operation> operations = new ArrayList<>();
      plan.steps().stream()
          .filter(steps::contains)
          .forEach(step -> operations.add(cell.translation(key(step))));
      OperationResult preview =
          OperationResult.of(
              true,
              Changes.make(operations, Direction.ROLLBACK, false, output.progress(terminal))
                  .outcomes(),
              PlannedRun.wouldTell(plan, waves, "FORCE_INTERFACE"),
              List.of());
      terminal.out().print(output.report(terminal).operations("rollback", preview));
      return ExitCode.OK;
    }
    try (JournalFile journal = run.journal()) {
      Withdrawal work =
          new Withdrawal(
              plan,
              cell,
              journal,
              run.lock(journal, cell, "rollback", timeout),
              new Completed(cell),
              output.progress(terminal));
      return run.carryOut(
          () -> work.run(steps::contains), work::result, terminal, output, "rollback");
    }
  }

  private static void refuseCompleted(List<ApplicationKey> keys, Cluster cluster, Registry registry)
      throws Exception {
    try {
      new Completed(cluster.notes()).refuse(keys);
    } catch (StoppedException e) {
      throw CommandException.precondition(
          e.what(), e.where() + " at " + registry.server().address(), e.advice());
    }
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

  private static ApplicationKey key(Plan.Step step) {
    return new ApplicationKey(
        NamespaceId.of(step.namespace()), new ApplicationName(step.application()));
  }
}
