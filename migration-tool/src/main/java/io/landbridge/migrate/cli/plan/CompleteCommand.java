package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.connect.ClusterReading;
import io.landbridge.migrate.cli.connect.ClusterTarget;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.consumer.ClusterConsumers;
import io.landbridge.migrate.consumer.InterfaceDependents.Dependent;
import io.landbridge.migrate.journal.JournalFile;
import io.landbridge.migrate.member.AskedMember;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.report.PlanNextSteps;
import io.landbridge.migrate.report.result.CompletionResult;
import io.landbridge.migrate.run.Completed;
import io.landbridge.migrate.run.Completion;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
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
        "Cannot be undone: end the migration of a wave. Consumers move to the application level"
            + " only, and rollback refuses these applications from then on. Lists the clients"
            + " that still use the interface level. Refused while there are such clients, while"
            + " a member does not report its clients, or while the models differ. Dry run unless"
            + " --yes is given.")
final class CompleteCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();
  @Mixin ChangeOptions change = new ChangeOptions();
  @Mixin PlanOptions planned = new PlanOptions();

  @Option(names = "--plan", required = true, paramLabel = "FILE", description = "The applied plan.")
  Path plan = Path.of("plan.yaml");

  @Option(
      names = "--force",
      description =
          "Complete although clients still use the interface level, or a member does not report its"
              + " clients. Translation stays on for them.")
  boolean force;

  private static final String NOTHING_LEFT =
      "every wave of the plan is completed; use --wave all to check every wave again";

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
    SortedSet<Integer> waves = run.wavesToComplete(planned.wave(PlanOptions.NEXT));
    if (waves.isEmpty()) {
      terminal.note(NOTHING_LEFT);
    }
    Registry registry = cluster.registry();
    run.requireCluster(cluster, registry);
    cluster.require().activeCluster();
    List<Step> steps =
        read.waves().stream()
            .filter(wave -> waves.contains(wave.number()))
            .flatMap(wave -> wave.steps().stream())
            .toList();
    ClusterConsumers asked = cluster.reading().consumers(steps);
    List<Dependent> dependents =
        ClusterReading.dependents(registry, asked.consumers(), read.steps(), steps);
    if (!change.yes.isGiven()) {
      CompletionResult wouldBe =
          CompletionResult.of(List.copyOf(waves), steps, completed(cluster, steps), dependents);
      terminal
          .out()
          .print(
              output
                  .report(terminal)
                  .completion(
                      wouldBe, PlanNextSteps.afterCompletion(wouldBe, force, server.invocation())));
    }
    refuseSilence(asked.silent());
    refuse(dependents, registry.server().address().toString());
    ClusterTarget target =
        cluster.target(registry, read, key -> cluster.translation(key, timeout, false));
    if (!change.yes.isGiven()) {
      refuseUnreadRules(read, waves, target);
      if (!steps.isEmpty()) {
        change.yes.pending("the waves above are completed, which cannot be undone");
      }
      return ExitCode.OK;
    }
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
      return run.carryOut(
          () -> work.run(waves),
          work::result,
          terminal,
          (result, stopped) ->
              output
                  .report(terminal)
                  .operations(
                      "complete",
                      result,
                      PlanNextSteps.afterComplete(result, stopped, server.invocation())));
    }
  }

  /** The run itself does the same, with the lock. */
  private static void refuseUnreadRules(Plan plan, Set<Integer> waves, ClusterTarget target)
      throws RegistryException, CommandException {
    try {
      Completion.requireRules(
          plan.waves().stream().filter(wave -> waves.contains(wave.number())).toList(), target);
    } catch (StoppedException e) {
      throw CommandException.precondition(e.what(), e.where(), e.advice());
    }
  }

  private static List<String> completed(Cluster cluster, List<Step> steps) throws Exception {
    try {
      SortedSet<String> all = new Completed(cluster.notes()).all();
      return steps.stream().map(each -> each.key().toString()).filter(all::contains).toList();
    } catch (StoppedException e) {
      throw CommandException.precondition(e.what(), e.where(), e.advice());
    }
  }

  /** Whose clients are not known may have some that depend on the interface level. */
  void refuseSilence(List<AskedMember> silent) throws CommandException {
    if (silent.isEmpty()) {
      return;
    }
    String what =
        "members did not report their clients, so the list of dependent clients is incomplete";
    String where =
        silent.stream()
            .map(each -> "%s (%s)".formatted(each.member(), each.reason()))
            .collect(Collectors.joining(", "));
    if (!force) {
      throw CommandException.precondition(
          what,
          where,
          "run the command again once these members answer, or complete without them with --force");
    }
    terminal.warn(what, where, "completing without these members because of --force");
  }

  private void refuse(List<Dependent> dependents, String where) throws CommandException {
    if (dependents.isEmpty()) {
      return;
    }
    String what =
        dependents.size() == 1
            ? "1 client still uses interface-level discovery"
            : dependents.size() + " clients still use interface-level discovery";
    if (!force) {
      throw CommandException.precondition(
          what,
          where,
          change.yes.isGiven()
              ? "list the clients by running without --yes, or use --force"
              : "wait until all have moved, or use --force");
    }
    terminal.warn(
        what, where, "completing because of --force; translation stays on for these clients");
  }
}
