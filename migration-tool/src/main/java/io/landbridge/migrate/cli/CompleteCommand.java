package io.landbridge.migrate.cli;

import io.landbridge.migrate.campaign.Completed;
import io.landbridge.migrate.campaign.Completion;
import io.landbridge.migrate.consumer.ClusterConsumers;
import io.landbridge.migrate.consumer.InterfaceDependents;
import io.landbridge.migrate.consumer.InterfaceDependents.Dependent;
import io.landbridge.migrate.consumer.InterfaceDependents.Offer;
import io.landbridge.migrate.journal.JournalFile;
import io.landbridge.migrate.member.AskedMember;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.report.CompletionResult;
import io.landbridge.registry.Registry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ends a migration. */
@Command(
    name = "complete",
    mixinStandardHelpOptions = true,
    description =
        "Cannot be undone: end the migration of waves. Tell their consumers to use the application level only, and"
            + " mark their applications, so that rollback refuses them from then on. Lists who still"
            + " depends on the interface level, and refuses while somebody does, a member does not"
            + " tell, or the models differ. Shows what it would do unless --yes is given.")
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
          "Although clients depend on the interface level, or a member does not tell who does;"
              + " translation stays for them.")
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
    SortedSet<Integer> waves = run.waves(planned.wave(PlanOptions.ALL));
    Registry registry = cluster.registry();
    run.requireCluster(cluster, registry);
    cluster.requireActiveCluster();
    List<Step> steps =
        read.waves().stream()
            .filter(wave -> waves.contains(wave.number()))
            .flatMap(wave -> wave.steps().stream())
            .toList();
    ClusterConsumers asked = cluster.consumers(steps);
    List<Dependent> dependents =
        InterfaceDependents.of(asked.consumers(), offers(read.steps()), offers(steps));
    if (!change.yes) {
      terminal
          .out()
          .print(output.report(terminal).completion(CompletionResult.of(steps, dependents)));
    }
    refuseSilence(asked.silent());
    refuse(dependents, registry.server().address().toString());
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
              new Completed(target),
              target,
              timeout);
      return run.carryOut(() -> work.run(waves), work::result, terminal, output, "complete");
    }
  }

  static List<Offer> offers(List<Step> steps) {
    return steps.stream()
        .map(
            step ->
                new Offer(
                    step.namespace(),
                    step.application(),
                    step.interfaces().stream().map(Plan::interfaceOf).toList()))
        .toList();
  }

  /** Whose clients are not known may have some that depend on the interface level. */
  void refuseSilence(List<AskedMember> silent) throws CommandException {
    if (silent.isEmpty()) {
      return;
    }
    String what = "members did not tell who uses what, so not all that depend are known";
    String where =
        silent.stream()
            .map(each -> "%s (%s)".formatted(each.member(), each.reason()))
            .collect(Collectors.joining(", "));
    if (!force) {
      throw CommandException.precondition(
          what,
          where,
          "run it once they answer, where they can be reached; --force completes without them");
    }
    terminal.warn(what, where, "--force completes without them");
  }

  private void refuse(List<Dependent> dependents, String where) throws CommandException {
    if (dependents.isEmpty()) {
      return;
    }
    String what = "clients that depend on the interface level: %d".formatted(dependents.size());
    if (!force) {
      throw CommandException.precondition(
          what,
          where,
          change.yes
              ? "run it without --yes to see them; --force completes all the same"
              : "wait until they have moved; --force completes all the same");
    }
    terminal.warn(what, where, "--force completes all the same; translation stays for them");
  }
}
