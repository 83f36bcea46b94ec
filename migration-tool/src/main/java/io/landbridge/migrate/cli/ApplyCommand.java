package io.landbridge.migrate.cli;

import io.landbridge.migrate.campaign.Campaign;
import io.landbridge.migrate.campaign.CampaignSettings;
import io.landbridge.migrate.campaign.StoppedException;
import io.landbridge.migrate.campaign.WaveOrder;
import io.landbridge.migrate.execute.Execution;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.journal.JournalFile;
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
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
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
        "Show interface-level providers at application level; with a plan, wave by wave, and tell"
            + " consumers to move. Shows what it would do unless --yes is given. May be killed and"
            + " run again. Needs the plugin on every server.")
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

  @Mixin PlanOptions planned = new PlanOptions();
  @Mixin CampaignOptions campaign = new CampaignOptions();

  @ArgGroup(exclusive = true, multiplicity = "1")
  TargetOptions target = new TargetOptions();

  private final Terminal terminal;

  ApplyCommand(Terminal terminal) {
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
    var registry = cluster.registry();
    cluster.requireActiveCluster();
    Inventory inventory = cluster.inventory(registry, namespaces.wanted());
    List<ApplicationKey> keys = translatable(target.selection().in(inventory));
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

  private int byPlan(Path file, Cluster cluster, Duration timeout) throws Exception {
    CampaignSettings settings = campaign.settings(timeout);
    ProgramHook hook = campaign.hook(terminal);
    Plan plan = PlanFile.read(file);
    PlannedRun run = new PlannedRun(plan, file, planned.journal(file));
    SortedSet<Integer> waves = run.waves(planned.wave);
    Registry registry = cluster.registry();
    run.requireCluster(cluster, registry);
    cluster.requireActiveCluster();
    refuseDrift(file, plan, waves, cluster, registry);
    ClusterTarget cell =
        cluster.target(registry, plan, key -> cluster.translation(key, timeout, force));
    if (!change.yes) {
      refuseOutOfOrder(plan, waves, cell);
      OperationResult preview =
          OperationResult.of(
              true,
              new Execution(output.progress(terminal))
                  .preview(operations(plan, waves, cell), Direction.APPLY),
              PlannedRun.wouldTell(plan, waves, plan.rules().step()),
              List.of());
      terminal.out().print(output.report(terminal).operations("apply", preview));
      return ExitCode.OK;
    }
    try (JournalFile journal = run.journal()) {
      Campaign work =
          new Campaign(
              plan,
              cell,
              journal,
              run.lock(journal, cell, "apply", Collections.max(List.of(timeout, hook.limit()))),
              cell,
              settings,
              hook,
              output.progress(terminal));
      return run.carryOut(() -> work.run(waves), work::result, terminal, output, "apply");
    }
  }

  /** The run itself does the same, with the lock. */
  private static void refuseOutOfOrder(Plan plan, Set<Integer> waves, ClusterTarget target)
      throws RegistryException, CommandException {
    try {
      WaveOrder.requireToApply(plan, waves, target);
    } catch (StoppedException e) {
      throw CommandException.precondition(e.what(), e.where(), e.advice());
    }
  }

  private void refuseDrift(
      Path file, Plan plan, Set<Integer> waves, Cluster cluster, Registry registry)
      throws Exception {
    Inventory inventory = cluster.inventory(registry, namespaces(plan));
    List<Drift> drifts =
        plan.waves().stream()
            .filter(wave -> waves.contains(wave.number()))
            .flatMap(wave -> wave.steps().stream())
            .flatMap(step -> Drift.of(step, inventory).stream())
            .toList();
    if (!drifts.isEmpty()) {
      terminal.out().print(output.report(terminal).drift(new DriftResult(drifts)));
      throw new CommandException(
          ExitCode.DRIFT,
          "the plan does not fit what is registered now (%d differences), nothing was changed"
              .formatted(drifts.size()),
          file.toString(),
          "make another plan with 'landbridge plan' and review it");
    }
  }

  private static List<Operation> operations(Plan plan, Set<Integer> waves, ClusterTarget target) {
    return plan.waves().stream()
        .filter(wave -> waves.contains(wave.number()))
        .flatMap(wave -> wave.steps().stream())
        .map(step -> target.translation(key(step.namespace(), step.application())))
        .toList();
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
