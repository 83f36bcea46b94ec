package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.connect.ClusterTarget;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.journal.JournalFile;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Drift;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.plan.Planner;
import io.landbridge.migrate.report.Invocation;
import io.landbridge.migrate.report.NextStep;
import io.landbridge.migrate.report.NextSteps;
import io.landbridge.migrate.report.result.DriftResult;
import io.landbridge.migrate.report.result.OperationResult;
import io.landbridge.migrate.run.Campaign;
import io.landbridge.migrate.run.CampaignSettings;
import io.landbridge.migrate.run.ClusterLock;
import io.landbridge.migrate.run.Execution;
import io.landbridge.migrate.run.Guard;
import io.landbridge.migrate.run.Preconditions;
import io.landbridge.migrate.run.UnplannedApply;
import io.landbridge.migrate.wave.FoundPlan;
import io.landbridge.migrate.wave.HeldConsumers;
import io.landbridge.migrate.wave.LeftOutApplications;
import io.landbridge.migrate.wave.PlanPart;
import io.landbridge.migrate.wave.RequiredVerify;
import io.landbridge.migrate.wave.RulePreview;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.migrate.wave.WaveOrder;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.Counted;
import io.landbridge.model.LogText;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
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
        "Translate interface-level providers to application level, wave by wave. With a plan,"
            + " consumers are moved too; without one, translation is only switched on. Dry run"
            + " unless --yes is given. Safe to interrupt and run again. Requires the plugin on"
            + " every server.")
final class ApplyCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin ServerOptions.Namespaces namespaces = new ServerOptions.Namespaces();
  @Mixin ChangeOptions change = new ChangeOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(
      names = "--force",
      description =
          "Translate applications whose service also has non-Dubbo instances, for example of Spring"
              + " Cloud. Clients of that service then receive Dubbo addresses too.")
  boolean force;

  @Option(
      names = "--move-consumers",
      description =
          "Let Dubbo 3 consumers without a MigrationRule move at once, with all their calls."
              + " Applies to runs without a plan, plans without rules, and consumers that cannot"
              + " have a rule.")
  boolean moveConsumers;

  @Option(
      names = "--show-to",
      paramLabel = "LIST",
      description =
          "Show the applications to some consumer processes alone: a share such as 5%%, IP"
              + " addresses and applications, comma-separated. With a plan, stop there; 'apply'"
              + " without this option goes on. Never takes them from those that are shown them.")
  String showTo = "all";

  @Mixin PlanOptions planned = new PlanOptions();
  @Mixin CampaignOptions campaign = new CampaignOptions();
  @Mixin GuardOptions guards = new GuardOptions();
  @Mixin RecordOptions recordOptions = new RecordOptions();

  @ArgGroup(exclusive = false, multiplicity = "1")
  TargetOptions target = new TargetOptions();

  private static final String WITHOUT_PLAN =
      "without a plan, translation is switched on and nothing else happens: no consumer rules, no"
          + " wait for parity, no soak, no journal";

  private static final String NOTHING_LEFT =
      "every wave of the plan is done; use --wave all to check every wave again";

  private final Terminal terminal;

  ApplyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    target.requireOneOrPartOfPlan();
    Audience audience = audience();
    Duration timeout = change.timeout();
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    Path file = target.plan;
    if (file != null) {
      return byPlan(file, cluster, timeout, audience);
    }
    return byName(cluster, timeout, audience);
  }

  private Audience audience() throws CommandException {
    Audience audience =
        CommandException.orUsage(
            "--show-to",
            "give all, or a list such as 5%,10.0.0.7,shop-web",
            () -> Audience.parse(showTo, ""));
    if (audience.isNobody()) {
      throw CommandException.usage(
          "invalid list none", "--show-to", "hide applications with 'landbridge show none'");
    }
    return audience;
  }

  private static Operation to(Audience audience, Operation operation) {
    return audience.isWhole() ? operation : operation.showingTo(audience);
  }

  private int byName(Cluster cluster, Duration timeout, Audience audience) throws Exception {
    if (!recordOptions.text().isEmpty()) {
      throw CommandException.usage(
          "--records would be ignored",
          "apply",
          "waves of a plan alone require a verify: give --plan too, or leave it out");
    }
    Guard.Limited guard = guards.guard(terminal);
    Registry registry = cluster.registry();
    cluster.require().activeCluster();
    Inventory inventory =
        cluster
            .reading()
            .withLosses(cluster.reading().inventory(registry, namespaces.wanted(server, terminal)));
    if (target.all) {
      cluster.reading().warnOfUnread(inventory.unowned(), "left out");
    }
    List<Outcome> refused = new ArrayList<>();
    List<ApplicationKey> keys = translatable(inventory, known(inventory, refused), refused);
    if (keys.isEmpty()) {
      throw CommandException.precondition(
          "there is nothing to apply",
          inventory.server(),
          refused.isEmpty()
              ? "no application with Dubbo providers is registered on this server"
              : refused.get(0).application() + ": " + refused.get(0).problems().get(0));
    }
    List<Operation> operations = new ArrayList<>();
    for (ApplicationKey key : keys) {
      operations.add(
          to(audience, cluster.translation(key, timeout, force, sharing(inventory, key))));
    }
    Plan offers = FoundPlan.of(offers(inventory, keys));
    ClusterTarget cell =
        cluster.target(registry, offers, key -> cluster.translation(key, timeout, force));
    HeldConsumers holding = HeldConsumers.of(offers, cell, inventory);
    refuseToMove(holding.summary(), inventory);
    // Where no plan was ever carried out a lock would be all that stays once this is undone.
    boolean guarded = guard != Guard.Limited.NONE;
    boolean locked = change.yes.isGiven() && (guarded || cell.read(ClusterLock.NOTE).isPresent());
    OperationResult result =
        ApplicationChanges.make(
            operations,
            refused,
            Direction.APPLY,
            change.yes.isGiven() && !locked,
            output.progress(terminal));
    terminal.note(WITHOUT_PLAN);
    if (!locked) {
      change.yes.pending(result, 0);
      OperationResult shown = result.dryRun() ? result.withMoving(moving(holding)) : result;
      terminal.out().print(output.report(terminal).applied(shown, next(shown, false)));
      return ApplicationChanges.exitCode(result);
    }
    UnplannedApply work =
        new UnplannedApply(
            operations,
            refused,
            PlannedRun.lock(UUID.randomUUID().toString(), cell, "apply without a plan", timeout),
            guard,
            output.progress(terminal));
    // Neither file is there, and neither is asked for.
    return new PlannedRun(offers, Path.of("-"), Path.of("-"))
        .carryOut(work::run, work::result, terminal, this::report);
  }

  private static Optional<String> sharing(Inventory inventory, ApplicationKey key) {
    return inventory.applications().stream()
        .filter(each -> each.key().equals(key))
        .findFirst()
        .flatMap(Planner::sharing);
  }

  private NextStep next(OperationResult result, boolean stopped) {
    return NextSteps.afterApply(result, stopped, server.invocation());
  }

  private String report(OperationResult result, boolean stopped) {
    return output.report(terminal).applied(result, next(result, stopped));
  }

  private static int moving(HeldConsumers holding) {
    long loose = holding.held().stream().filter(each -> !each.kept()).count();
    return Math.toIntExact(loose + holding.free().size());
  }

  private static List<FoundPlan.Offer> offers(Inventory inventory, List<ApplicationKey> keys) {
    Set<ApplicationKey> wanted = Set.copyOf(keys);
    return inventory.applications().stream()
        .filter(Planner::isTranslatable)
        .filter(each -> wanted.contains(each.key()))
        .map(
            each ->
                new FoundPlan.Offer(
                    each.key(),
                    each.interfaces().stream()
                        .map(ApplicationInventory.InterfaceInventory::service)
                        .toList()))
        .toList();
  }

  /** Whoever is told nothing goes over by itself as soon as it finds one address. */
  private void refuseToMove(String what, Inventory inventory) throws CommandException {
    if (what.isEmpty()) {
      return;
    }
    if (!moveConsumers) {
      throw CommandException.precondition(
          what,
          inventory.server(),
          "nothing was changed; make a plan, which holds consumers and moves them gradually, or"
              + " accept the move with --move-consumers");
    }
    terminal.warn(what, inventory.server(), "going on because of --move-consumers");
  }

  private int byPlan(Path file, Cluster cluster, Duration timeout, Audience audience)
      throws Exception {
    CampaignSettings given =
        campaign.settings(timeout, force, moveConsumers, guards.guard(terminal));
    ProgramHook hook = campaign.hook(terminal);
    Plan plan = PlanFile.read(file);
    PlannedRun run = new PlannedRun(plan, file, planned.journal(file));
    Set<ApplicationKey> chosen =
        planned.chosen(plan, file, target, namespaces.wanted(server, terminal));
    SortedSet<Integer> waves = run.waves(planned.wave(PlanOptions.NEXT));
    if (chosen.isEmpty() && waves.isEmpty()) {
      terminal.note(NOTHING_LEFT);
    }
    Registry registry = cluster.registry();
    run.requireCluster(cluster, registry);
    cluster.require().activeCluster();
    ClusterTarget cell =
        cluster.target(registry, plan, key -> cluster.translation(key, timeout, force));
    RequiredVerify verified =
        new RequiredVerify(
            new PlanRecords(
                recordOptions.required(file, terminal),
                plan.hash(),
                ClusterAddresses.of(cluster),
                terminal),
            System::currentTimeMillis);
    CampaignSettings settings = given.withVerified(verified).showingTo(audience);
    List<Wave> wanted = wanted(plan, waves, chosen, cell);
    Inventory now = refuseDrift(file, plan, wanted, cluster, registry);
    if (!change.yes.isGiven()) {
      return preview(
          plan, chosen.isEmpty() ? waves : Set.of(), wanted, cell, now, verified, audience);
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
                  Collections.max(List.of(timeout, campaign.hookLimit(hook)))),
              cell,
              settings,
              hook,
              output.progress(terminal));
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
                          output
                              .report(terminal)
                              .applied(
                                  result,
                                  NextSteps.afterUnverified(
                                      Invocation.quoted(file.toString()),
                                      wave,
                                      recordOptions.text(),
                                      server.invocation())))
                  .orElseGet(() -> report(result, stopped)));
    }
  }

  /** Shows what would be done, also where some applications would be held. */
  private int preview(
      Plan plan,
      Set<Integer> whole,
      List<Wave> wanted,
      ClusterTarget cell,
      Inventory now,
      RequiredVerify verified,
      Audience audience)
      throws RegistryException, CommandException {
    LeftOutApplications held = new LeftOutApplications(plan, cell);
    List<Wave> rest = refuseWhatWouldStop(plan, whole, wanted, cell, now, held, verified);
    List<Outcome> outcomes =
        new ArrayList<>(
            new Execution(output.progress(terminal))
                .preview(
                    operations(rest, cell).stream().map(each -> to(audience, each)).toList(),
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
    change.yes.pending(
        preview,
        rest.stream()
            .flatMap(wave -> wave.steps().stream())
            .mapToLong(step -> step.hazards().size())
            .sum());
    terminal.out().print(output.report(terminal).applied(preview, next(preview, false)));
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
      List<Wave> rest = moveConsumers ? wanted : held.without(wanted, now);
      Preconditions.requireToBegin(plan, rest, target, now, force, verified);
      return rest;
    } catch (StoppedException e) {
      throw CommandException.precondition(e.what(), e.where(), e.advice());
    }
  }

  private Inventory refuseDrift(
      Path file, Plan plan, List<Wave> waves, Cluster cluster, Registry registry) throws Exception {
    Inventory inventory = cluster.reading().inventory(registry, namespaces(plan));
    List<Drift> drifts =
        waves.stream().flatMap(wave -> Drift.of(plan, wave, inventory).stream()).toList();
    if (!drifts.isEmpty()) {
      terminal.out().print(output.report(terminal).drift(new DriftResult(drifts)));
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

  /** Those that are meant and known; of several, one that is not known does not end the others. */
  private List<ApplicationInventory> known(Inventory inventory, List<Outcome> refused)
      throws CommandException {
    Selection selection = target.selection();
    List<String> unknown = selection.unknown(inventory);
    unknown.forEach(
        each ->
            refused.add(
                Outcome.failed(
                    "",
                    each,
                    Planner.refusedName(inventory, each)
                        .orElse(
                            "the application is not registered; 'landbridge scan'"
                                + " lists all applications"))));
    return selection.without(unknown).in(inventory);
  }

  private List<ApplicationKey> translatable(
      Inventory inventory, List<ApplicationInventory> applications, List<Outcome> refused)
      throws CommandException {
    List<ApplicationKey> keys = new ArrayList<>();
    boolean several = applications.size() + refused.size() > 1;
    for (ApplicationInventory each : applications) {
      Optional<String> refusal = Planner.refusal(inventory, each);
      if (refusal.isEmpty()) {
        keys.add(each.key());
      } else if (target.all
          && !Planner.isTranslatable(each)
          && Planner.refusedName(inventory, each).isEmpty()) {
        // What registers nothing of use is not meant; it is named, and fails nothing.
        terminal.note(
            "left out: application '%s' in namespace %s: %s"
                .formatted(
                    LogText.of(each.application()), LogText.of(each.namespace()), refusal.get()));
      } else if (several) {
        refused.add(Outcome.failed(each.namespace(), each.application(), refusal.get()));
      } else {
        throw CommandException.precondition(
            "application '%s' has nothing to translate".formatted(each.application()),
            "namespace " + each.namespace(),
            refusal.get());
      }
    }
    return keys;
  }

  private static Set<NamespaceId> namespaces(Plan plan) {
    Set<NamespaceId> namespaces = new TreeSet<>();
    plan.steps().forEach(step -> namespaces.add(NamespaceId.of(step.namespace())));
    return namespaces;
  }
}
