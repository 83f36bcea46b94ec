package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.connect.ClusterTarget;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.journal.JournalFile;
import io.landbridge.migrate.journal.MemoryJournal;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.report.PlanNextSteps;
import io.landbridge.migrate.report.result.OperationResult;
import io.landbridge.migrate.run.ClusterLock;
import io.landbridge.migrate.run.Completed;
import io.landbridge.migrate.run.Withdrawal;
import io.landbridge.migrate.wave.FoundPlan;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.Registry;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginApplication.TranslationState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;
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
        "Undo apply: move consumers back to the interface level, then switch translation off."
            + " Refused for completed applications. Dry run unless --yes is given. Requires the"
            + " plugin on every server; servers that do not answer are skipped.")
final class RollbackCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin ServerOptions.Namespaces namespaces = new ServerOptions.Namespaces();
  @Mixin ChangeOptions change = new ChangeOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Mixin PlanOptions planned = new PlanOptions();

  @ArgGroup(exclusive = false, multiplicity = "1")
  TargetOptions target = new TargetOptions();

  private static final String AWAY =
      "continuing without this server; its answers change once it rejoins the cluster";

  /** Names that were given and that nobody knows, beside others. */
  private List<String> unknown = List.of();

  private final Terminal terminal;

  RollbackCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    target.requireOneOrPartOfPlan();
    Duration timeout = change.timeout();
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    Path file = target.plan;
    if (file != null) {
      return byPlan(file, cluster, timeout);
    }
    int code = byName(cluster, timeout);
    return code == ExitCode.OK && !unknown.isEmpty() ? ExitCode.PARTIAL : code;
  }

  private int byName(Cluster cluster, Duration timeout) throws Exception {
    Registry registry = cluster.registry();
    cluster.require().runningPluginWhereAnswered(AWAY);
    List<PluginApplication> selected = selected(cluster);
    refuseCompleted(selected.stream().map(PluginApplication::key).toList(), cluster, registry);
    warnOfUnknownOffers(selected);
    Plan applications =
        FoundPlan.of(
            selected.stream()
                .map(each -> new FoundPlan.Offer(each.key(), each.interfaces()))
                .toList());
    ClusterTarget cell =
        cluster.target(registry, applications, key -> cluster.translation(key, timeout, false));
    Plan plan = FoundPlan.withRules(applications, cell);
    if (!change.yes.isGiven()) {
      return preview(plan, cell);
    }
    boolean anyRules = plan.waves().stream().anyMatch(wave -> !wave.rules().isEmpty());
    if (!anyRules
        && cell.read(ClusterLock.NOTE).isEmpty()
        && !Withdrawal.keepsAny(plan.steps(), cell)) {
      // No plan was ever carried out here, and a lock would be all that stays of this command.
      OperationResult result =
          ApplicationChanges.make(
              operations(plan, cell), Direction.ROLLBACK, true, output.progress(terminal));
      terminal.out().print(report(result, false));
      return ApplicationChanges.exitCode(result);
    }
    // Neither file is there, and neither is asked for: the journal is in memory.
    PlannedRun run = new PlannedRun(plan, Path.of("-"), Path.of("-"));
    Withdrawal work =
        new Withdrawal(
            plan,
            cell,
            new MemoryJournal(),
            PlannedRun.lock(UUID.randomUUID().toString(), cell, "rollback without a plan", timeout),
            new Completed(cell),
            output.progress(terminal));
    return run.carryOut(() -> work.run(each -> true), work::result, terminal, this::report);
  }

  private String report(OperationResult result, boolean stopped) {
    return output
        .report(terminal)
        .operations(
            "rollback", result, PlanNextSteps.afterRollback(result, stopped, server.invocation()));
  }

  /** Rules name services, so those of whoever offers nothing now are not found without its plan. */
  private void warnOfUnknownOffers(List<PluginApplication> selected) {
    for (PluginApplication each : selected) {
      if (each.interfaces().isEmpty()) {
        terminal.warn(
            "the services of '%s' are unknown while none of its providers is registered"
                .formatted(each.key().name()),
            "namespace " + each.key().namespace(),
            "the rules of its consumers stay unchanged; 'rollback --plan FILE' removes them too");
      }
    }
  }

  private static List<Operation> operations(Plan plan, ClusterTarget cell) {
    return plan.steps().stream().map(step -> cell.translation(step.key())).toList();
  }

  /** Shows what would be done, also where some applications would stay translated. */
  private int preview(Plan plan, ClusterTarget cell) throws Exception {
    Withdrawal.Preview found = Withdrawal.preview(plan, cell);
    OperationResult preview =
        OperationResult.of(true, found.applications(), found.rules(), List.of(), List.of());
    change.yes.pending(preview, 0);
    terminal.out().print(report(preview, false));
    try {
      found.requireNoneKept();
    } catch (StoppedException e) {
      boolean any =
          found.applications().stream().anyMatch(Outcome::isWell)
              || found.rules().stream()
                  .anyMatch(each -> each.result() == Outcome.Result.WOULD_CHANGE);
      throw new CommandException(
          any ? ExitCode.PARTIAL : ExitCode.PRECONDITION, e.what(), e.where(), e.advice());
    }
    return ApplicationChanges.exitCode(preview);
  }

  private int byPlan(Path file, Cluster cluster, Duration timeout) throws Exception {
    Plan plan = PlanFile.read(file);
    PlannedRun run = new PlannedRun(plan, file, planned.journal(file));
    Set<ApplicationKey> chosen =
        planned.chosen(plan, file, target, namespaces.wanted(server, terminal));
    SortedSet<Integer> waves = run.waves(planned.wave(PlanOptions.ALL));
    Registry registry = cluster.registry();
    run.requireCluster(cluster, registry);
    cluster.require().runningPluginWhereAnswered(AWAY);
    ClusterTarget cell =
        cluster.target(registry, plan, key -> cluster.translation(key, timeout, false));
    Set<Plan.Step> steps =
        plan.waves().stream()
            .filter(wave -> waves.contains(wave.number()))
            .flatMap(wave -> wave.steps().stream())
            .filter(step -> target.applications.isEmpty() || chosen.contains(step.key()))
            .collect(Collectors.toSet());
    if (!change.yes.isGiven()) {
      refuseCompleted(steps.stream().map(Plan.Step::key).toList(), cluster, registry);
      return preview(Withdrawal.part(plan, steps), cell);
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
      return run.carryOut(() -> work.run(steps::contains), work::result, terminal, this::report);
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
  private List<PluginApplication> selected(Cluster cluster) throws Exception {
    Set<NamespaceId> wanted = namespaces.wanted(server, terminal);
    List<PluginApplication> known =
        cluster.plugin().applications().stream()
            .filter(each -> wanted.isEmpty() || wanted.contains(each.key().namespace()))
            .toList();
    List<String> names = known.stream().map(each -> each.key().name().value()).toList();
    Selection selection = target.selection();
    unknown = selection.unknown(names);
    unknown.forEach(
        each ->
            terminal.warn(
                "unknown application '%s'".formatted(each),
                cluster.servers().get(0).toString(),
                "skipped; the other applications are rolled back"));
    selection.without(unknown).requireKnown(names, cluster.servers().get(0).toString());
    return known.stream()
        .filter(
            each ->
                target.all
                    ? each.state() != TranslationState.OBSERVED
                    : selection.names().contains(each.key().name().value()))
        .toList();
  }
}
