package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.connect.ClusterTarget;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.cli.verify.ClusterAddresses;
import io.landbridge.migrate.cli.verify.PlanRecords;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.journal.JournalFile;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Drift;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.report.Invocation;
import io.landbridge.migrate.report.NextSteps;
import io.landbridge.migrate.report.PlanNextSteps;
import io.landbridge.migrate.report.result.DriftResult;
import io.landbridge.migrate.report.result.OperationResult;
import io.landbridge.migrate.run.Campaign;
import io.landbridge.migrate.run.CampaignSettings;
import io.landbridge.migrate.run.Execution;
import io.landbridge.migrate.run.Preconditions;
import io.landbridge.migrate.wave.LeftOutApplications;
import io.landbridge.migrate.wave.PlanPart;
import io.landbridge.migrate.wave.RequiredVerify;
import io.landbridge.migrate.wave.RulePreview;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.migrate.wave.WaveOrder;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.Counted;
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

/** The verb {@code apply} for a plan, or for applications of one: waves, as the plan has them. */
final class ApplyOfPlan {

  private static final String NOTHING_LEFT =
      "every wave of the plan is done; use --wave all to check every wave again";

  private final ApplyCommand options;
  private final Path file;
  private final Cluster cluster;
  private final Duration timeout;
  private final Audience audience;
  private final Terminal terminal;

  ApplyOfPlan(
      ApplyCommand options,
      Path file,
      Cluster cluster,
      Duration timeout,
      Audience audience,
      Terminal terminal) {
    this.options = options;
    this.file = file;
    this.cluster = cluster;
    this.timeout = timeout;
    this.audience = audience;
    this.terminal = terminal;
  }

  /** Does it, or shows what it would do; gives the exit code. */
  int run() throws Exception {
    CampaignSettings given =
        options.campaign.settings(
            timeout, options.force, options.moveConsumers, options.guards.guard(terminal));
    ProgramHook hook = options.campaign.hook(terminal);
    Plan plan = PlanFile.read(file);
    PlannedRun run = new PlannedRun(plan, file, options.planned.journal(file));
    Set<ApplicationKey> chosen =
        options.planned.chosen(
            plan, file, options.target, options.namespaces.wanted(options.server, terminal));
    SortedSet<Integer> waves = run.waves(options.planned.wave(PlanOptions.NEXT));
    if (chosen.isEmpty() && waves.isEmpty()) {
      terminal.note(NOTHING_LEFT);
    }
    Registry registry = cluster.registry();
    run.requireCluster(cluster, registry);
    cluster.require().activeCluster();
    ClusterTarget cell =
        cluster.target(registry, plan, key -> cluster.translation(key, timeout, options.force));
    RequiredVerify verified =
        new RequiredVerify(
            new PlanRecords(
                options.recordOptions.required(file, terminal),
                plan.hash(),
                ClusterAddresses.of(cluster),
                terminal),
            System::currentTimeMillis);
    CampaignSettings settings = given.withVerified(verified).showingTo(audience);
    List<Wave> wanted = wanted(plan, waves, chosen, cell);
    Inventory now = refuseDrift(plan, wanted, registry);
    if (!options.change.yes.isGiven()) {
      return preview(plan, chosen.isEmpty() ? waves : Set.of(), wanted, cell, now, verified);
    }
    try (JournalFile journal = run.journal()) {
      Campaign work =
          new Campaign(
              plan,
              cell,
              journal,
              run.lock(
                  journal,
                  cell,
                  "apply",
                  Collections.max(List.of(timeout, options.campaign.hookLimit(hook)))),
              cell,
              settings,
              hook,
              options.output.progress(terminal));
      return run.carryOut(
          () -> {
            if (chosen.isEmpty()) {
              work.run(waves);
            } else {
              work.runOnly(chosen);
            }
          },
          work::result,
          terminal,
          (result, stopped) ->
              work.unverified()
                  .map(
                      wave ->
                          options
                              .output
                              .report(terminal)
                              .applied(
                                  result,
                                  NextSteps.afterUnverified(
                                      Invocation.quoted(file.toString()),
                                      wave,
                                      options.recordOptions.text(),
                                      options.server.invocation())))
                  .orElseGet(() -> options.report(result, stopped)));
    }
  }

  /** Shows what would be done, also where some applications would be held. */
  private int preview(
      Plan plan,
      Set<Integer> whole,
      List<Wave> wanted,
      ClusterTarget cell,
      Inventory now,
      RequiredVerify verified)
      throws RegistryException, CommandException {
    LeftOutApplications held = new LeftOutApplications(plan, cell);
    List<Wave> rest = refuseWhatWouldStop(plan, whole, wanted, cell, now, held, verified);
    List<Outcome> outcomes =
        new ArrayList<>(
            new Execution(options.output.progress(terminal))
                .preview(
                    operations(rest, cell).stream()
                        .map(each -> ApplyCommand.to(audience, each))
                        .toList(),
                    Direction.APPLY));
    boolean any = !outcomes.isEmpty();
    outcomes.addAll(held.outcomes());
    OperationResult preview =
        OperationResult.of(
            true,
            outcomes,
            RulePreview.ofApply(plan, rest, cell, now),
            List.of(),
            wanted.stream().map(Wave::number).toList());
    options.change.yes.pending(
        preview,
        rest.stream()
            .flatMap(wave -> wave.steps().stream())
            .mapToLong(Plan.Step::hazardCount)
            .sum());
    terminal
        .out()
        .print(options.output.report(terminal).applied(preview, options.next(preview, false)));
    try {
      held.requireNone();
    } catch (StoppedException e) {
      throw new CommandException(
          any ? ExitCode.PARTIAL : ExitCode.PRECONDITION, e.what(), e.where(), e.advice());
    }
    return ExitCode.OK;
  }

  /** The waves of the plan, or as far as they have the applications that are chosen. */
  private List<Wave> wanted(
      Plan plan, Set<Integer> waves, Set<ApplicationKey> chosen, ClusterTarget cell)
      throws RegistryException {
    if (chosen.isEmpty()) {
      return plan.waves().stream().filter(wave -> waves.contains(wave.number())).toList();
    }
    PlanPart part = PlanPart.of(plan, chosen, cell);
    part.waiting().forEach(terminal::note);
    return part.waves();
  }

  /** The run itself does the same, with the lock. */
  private List<Wave> refuseWhatWouldStop(
      Plan plan,
      Set<Integer> whole,
      List<Wave> wanted,
      ClusterTarget target,
      Inventory now,
      LeftOutApplications held,
      RequiredVerify verified)
      throws RegistryException, CommandException {
    try {
      WaveOrder.requireToApply(plan, whole, target);
      List<Wave> rest = options.moveConsumers ? wanted : held.without(wanted, now);
      Preconditions.requireToBegin(plan, rest, target, now, options.force, verified);
      return rest;
    } catch (StoppedException e) {
      throw CommandException.precondition(e.what(), e.where(), e.advice());
    }
  }

  private Inventory refuseDrift(Plan plan, List<Wave> waves, Registry registry) throws Exception {
    Inventory inventory = cluster.reading().inventory(registry, namespaces(plan));
    List<Drift> drifts =
        waves.stream().flatMap(wave -> Drift.of(plan, wave, inventory).stream()).toList();
    if (!drifts.isEmpty()) {
      terminal
          .out()
          .print(
              options
                  .output
                  .report(terminal)
                  .drift(
                      new DriftResult(drifts),
                      PlanNextSteps.afterDrift(options.server.invocation())));
      throw new CommandException(
          ExitCode.DRIFT,
          Counted.format(
              "the plan no longer matches the registry (%d differences); nothing was changed",
              drifts.size()),
          file.toString(),
          "make a new plan with 'landbridge plan' and review it");
    }
    if (!Drift.isUnchanged(plan, inventory)) {
      terminal.note(
          "the registry has changed since the plan was made, but not where these waves depend"
              + " on it");
    }
    return inventory;
  }

  private static List<Operation> operations(List<Wave> waves, ClusterTarget target) {
    return waves.stream()
        .flatMap(wave -> wave.steps().stream())
        .map(step -> target.translation(step.key()))
        .toList();
  }

  private static Set<NamespaceId> namespaces(Plan plan) {
    Set<NamespaceId> namespaces = new TreeSet<>();
    plan.steps().forEach(step -> namespaces.add(NamespaceId.of(step.namespace())));
    return namespaces;
  }
}
