package io.landbridge.migrate.cli;

import io.landbridge.migrate.campaign.Completed;
import io.landbridge.migrate.campaign.Completion;
import io.landbridge.migrate.consumer.ClusterConsumers;
import io.landbridge.migrate.consumer.InterfaceDependents;
import io.landbridge.migrate.consumer.InterfaceDependents.Dependent;
import io.landbridge.migrate.consumer.InterfaceDependents.Offer;
import io.landbridge.migrate.journal.JournalFile;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.report.CompletionResult;
import io.landbridge.registry.Registry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ends a migration. */
@Command(
    name = "complete",
    mixinStandardHelpOptions = true,
    description =
        "End the migration of waves: tell their consumers to use the application level only, and"
            + " mark their applications, so that rollback refuses them from then on. Lists who still"
            + " depends on the interface level, and refuses while somebody does. Shows what it"
            + " would do unless --yes is given.")
final class CompleteCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();
  @Mixin ChangeOptions change = new ChangeOptions();
  @Mixin PlanOptions planned = new PlanOptions();

  @Option(
      names = "--plan",
      required = true,
      paramLabel = "FILE",
      description = "The plan that was applied.")
  Path plan = Path.of("plan.yaml");

  @Option(
      names = "--force",
      description =
          "Although clients depend on the interface level, or a member does not say which clients it"
              + " has; translation stays for them.")
  boolean force;

  private final Terminal terminal;

  CompleteCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Duration timeout = change.timeout();
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    Plan read = PlanFile.read(plan);
    PlannedRun run = new PlannedRun(read, plan, planned.journal(plan));
    SortedSet<Integer> waves = run.waves(planned.wave);
    Registry registry = cluster.registry();
    run.requireCluster(cluster, registry);
    cluster.requireActiveCluster();
    List<Step> steps =
        read.waves().stream()
            .filter(wave -> waves.contains(wave.number()))
            .flatMap(wave -> wave.steps().stream())
            .toList();
    ClusterConsumers consumers = cluster.consumers(steps);
    List<Dependent> dependents =
        InterfaceDependents.of(
            consumers.consumers(),
            read.steps().stream()
                .map(
                    step ->
                        new Offer(
                            step.namespace(),
                            step.application(),
                            step.interfaces().stream().map(Plan::interfaceOf).toList()))
                .toList());
    if (!change.yes) {
      terminal
          .out()
          .print(output.report(terminal).completion(CompletionResult.of(steps, dependents)));
    }
    if (!force) {
      requireAllAnswered(consumers);
    }
    if (!dependents.isEmpty() && !force) {
      throw CommandException.precondition(
          "%d clients depend on the interface level".formatted(dependents.size()),
          registry.server().address().toString(),
          change.yes
              ? "run it without --yes to see them; --force completes all the same"
              : "wait until they have moved; --force completes all the same");
    }
    if (!change.yes) {
      return ExitCode.OK;
    }
    ClusterTarget target =
        cluster.target(registry, read, key -> cluster.translation(key, timeout, false));
    try (JournalFile journal = run.journal()) {
      Completion work =
          new Completion(
              read,
              target,
              journal,
              run.lock(journal, target, "complete", timeout),
              new Completed(target));
      return run.carryOut(() -> work.run(waves), work::result, terminal, output, "complete");
    }
  }

  /** A member knows its own clients alone, so without it nobody can say that none depends. */
  private static void requireAllAnswered(ClusterConsumers consumers) throws CommandException {
    for (ClusterConsumers.Member each : consumers.members()) {
      if (!each.answered()) {
        throw CommandException.precondition(
            "a member does not say which clients it has (%s)".formatted(each.reason()),
            each.member(),
            "they may depend on the interface level; start it, or make it reachable from here;"
                + " --force completes all the same");
      }
    }
  }
}
