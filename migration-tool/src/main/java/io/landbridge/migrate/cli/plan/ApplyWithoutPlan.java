package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.connect.ClusterTarget;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Planner;
import io.landbridge.migrate.report.result.OperationResult;
import io.landbridge.migrate.run.ClusterLock;
import io.landbridge.migrate.run.Guard;
import io.landbridge.migrate.run.UnplannedApply;
import io.landbridge.migrate.wave.FoundPlan;
import io.landbridge.migrate.wave.HeldConsumers;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.LogText;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The verb {@code apply} for applications that are named: translation is switched on, no more. */
final class ApplyWithoutPlan {

  private static final String WITHOUT_PLAN =
      "without a plan, translation is switched on and nothing else happens: no consumer rules, no"
          + " wait for parity, no soak, no journal";

  private final ApplyCommand options;
  private final Cluster cluster;
  private final Duration timeout;
  private final Audience audience;
  private final Terminal terminal;

  ApplyWithoutPlan(
      ApplyCommand options,
      Cluster cluster,
      Duration timeout,
      Audience audience,
      Terminal terminal) {
    this.options = options;
    this.cluster = cluster;
    this.timeout = timeout;
    this.audience = audience;
    this.terminal = terminal;
  }

  /** Does it, or shows what it would do; gives the exit code. */
  int run() throws Exception {
    if (!options.recordOptions.text().isEmpty()) {
      throw CommandException.usage(
          "--records would be ignored",
          "apply",
          "waves of a plan alone require a verify: give --plan too, or leave it out");
    }
    Guard.Limited guard = options.guards.guard(terminal);
    Registry registry = cluster.registry();
    cluster.require().activeCluster();
    Inventory inventory =
        cluster
            .reading()
            .withLosses(
                cluster
                    .reading()
                    .inventory(registry, options.namespaces.wanted(options.server, terminal)));
    if (options.target.all) {
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
          ApplyCommand.to(
              audience, cluster.translation(key, timeout, options.force, sharing(inventory, key))));
    }
    if (audience.isWhole()) {
      refuseHidden(operations);
    }
    Plan offers = FoundPlan.of(offers(inventory, keys));
    ClusterTarget cell =
        cluster.target(registry, offers, key -> cluster.translation(key, timeout, options.force));
    HeldConsumers holding = HeldConsumers.of(offers, cell, inventory);
    refuseToMove(holding.summary(), inventory);
    // Where no plan was ever carried out a lock would be all that stays once this is undone.
    boolean guarded = guard != Guard.Limited.NONE;
    boolean locked =
        options.change.yes.isGiven() && (guarded || cell.read(ClusterLock.NOTE).isPresent());
    OperationResult result =
        ApplicationChanges.make(
            operations,
            refused,
            Direction.APPLY,
            options.change.yes.isGiven() && !locked,
            options.output.progress(terminal));
    terminal.note(WITHOUT_PLAN);
    if (!locked) {
      options.change.yes.pending(result, 0);
      OperationResult shown = result.dryRun() ? result.withMoving(moving(holding)) : result;
      terminal
          .out()
          .print(options.output.report(terminal).applied(shown, options.next(shown, false)));
      return ApplicationChanges.exitCode(result);
    }
    UnplannedApply work =
        new UnplannedApply(
            operations,
            refused,
            PlannedRun.lock(UUID.randomUUID().toString(), cell, "apply without a plan", timeout),
            guard,
            options.output.progress(terminal));
    // Neither file is there, and neither is asked for.
    return new PlannedRun(offers, Path.of("-"), Path.of("-"))
        .carryOut(work::run, work::result, terminal, options::report);
  }

  /** What an operator hid from all is not shown again by the way. */
  private static void refuseHidden(List<Operation> operations)
      throws RegistryException, CommandException {
    for (Operation each : operations) {
      Outcome preview;
      try {
        preview = each.preview(Direction.APPLY);
      } catch (RegistryException e) {
        if (!e.concernsOne()) {
          throw e;
        }
        // It is told of with the others.
        continue;
      }
      if (preview.wasHidden()) {
        throw CommandException.precondition(
            "'%s' is hidden from all consumers by 'landbridge show none'"
                .formatted(each.target().name()),
            "namespace " + each.target().namespace(),
            "nothing was changed; show it again with 'landbridge show all' or 'apply --show-to'");
      }
    }
  }

  private static Optional<String> sharing(Inventory inventory, ApplicationKey key) {
    return inventory.applications().stream()
        .filter(each -> each.key().equals(key))
        .findFirst()
        .flatMap(Planner::sharing);
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
    if (!options.moveConsumers) {
      throw CommandException.precondition(
          what,
          inventory.server(),
          "nothing was changed; make a plan, which holds consumers and moves them gradually, or"
              + " accept the move with --move-consumers");
    }
    terminal.warn(what, inventory.server(), "going on because of --move-consumers");
  }

  /** Those that are meant and known; of several, one that is not known does not end the others. */
  private List<ApplicationInventory> known(Inventory inventory, List<Outcome> refused)
      throws CommandException {
    Selection selection = options.target.selection();
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
      } else if (options.target.all
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
}
