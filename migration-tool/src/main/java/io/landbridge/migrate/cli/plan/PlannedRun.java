package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.connect.ClusterRun;
import io.landbridge.migrate.cli.connect.ClusterTarget;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.cli.terminal.ToolVersion;
import io.landbridge.migrate.journal.JournalEntry;
import io.landbridge.migrate.journal.JournalFile;
import io.landbridge.migrate.journal.JournalHeader;
import io.landbridge.migrate.journal.MalformedJournalException;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.report.NextSteps.PlanStage;
import io.landbridge.migrate.report.result.OperationResult;
import io.landbridge.migrate.run.CampaignResult;
import io.landbridge.migrate.run.ClusterLock;
import io.landbridge.migrate.run.ClusterLock.Holder;
import io.landbridge.migrate.run.Progress;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What apply, rollback and complete have in common when they work on a plan. */
final class PlannedRun {

  private static final Duration MIN_LOCK = Duration.ofMinutes(2);

  private final Plan plan;
  private final Path planFile;
  private final Path journalFile;

  PlannedRun(Plan plan, Path planFile, Path journalFile) {
    this.plan = plan;
    this.planFile = planFile;
    this.journalFile = journalFile;
  }

  /** Refuses a plan that was made for another cluster. */
  void requireCluster(Cluster cluster, Registry registry)
      throws CommandException, RegistryException {
    SortedSet<String> here = new TreeSet<>(cluster.reading().members());
    SortedSet<String> there = new TreeSet<>(plan.basis().members());
    if (here.isEmpty() || there.isEmpty()) {
      // Where only one side tells its members, what was given with --server has to do: the same
      // address may lead to another cluster today, if it is that of a tunnel.
      cluster.servers().stream().map(ServerAddress::hostAndPort).forEach(here::add);
      try {
        there.add(ServerAddress.parse(plan.basis().server()).hostAndPort());
      } catch (IllegalArgumentException e) {
        // The plan is intact, so this is what was written; the members decide.
        there.remove("");
      }
    }
    if (here.stream().noneMatch(there::contains)) {
      throw CommandException.precondition(
          "the plan was made for another cluster (%s), this one is %s"
              .formatted(String.join(", ", there), String.join(", ", here)),
          planFile + ", " + registry.server().address(),
          "check --server, or make a new plan for this cluster");
    }
  }

  /**
   * Which waves are meant: a number, {@code next} or {@code all}. Refuses a journal that could not
   * be written on, before anything is asked or shown.
   */
  SortedSet<Integer> waves(String text) throws CommandException {
    return waves(text, done());
  }

  /** How far the plan is, as far as its journal can be read. */
  PlanStage stage() {
    try {
      if (waves("next", completed()).isEmpty()) {
        return PlanStage.COMPLETED;
      }
      return waves("next").isEmpty() ? PlanStage.APPLIED : PlanStage.WAVES_LEFT;
    } catch (CommandException e) {
      // Whoever goes on with the plan is told what is wrong with the journal.
      return PlanStage.WAVES_LEFT;
    }
  }

  /** The same for complete, where {@code next} is the first wave that was not completed. */
  SortedSet<Integer> wavesToComplete(String text) throws CommandException {
    return waves(text, completed());
  }

  private SortedSet<Integer> completed() throws CommandException {
    SortedSet<String> completed = new Progress(entries()).completed();
    SortedSet<Integer> done = new TreeSet<>();
    for (Wave wave : plan.waves()) {
      if (wave.steps().stream().allMatch(each -> completed.contains(each.key().toString()))) {
        done.add(wave.number());
      }
    }
    return done;
  }

  private SortedSet<Integer> waves(String text, SortedSet<Integer> done) throws CommandException {
    SortedSet<Integer> all = new TreeSet<>();
    plan.waves().stream().map(Wave::number).forEach(all::add);
    if (text.equals("all")) {
      return all;
    }
    if (text.equals("next")) {
      SortedSet<Integer> left = new TreeSet<>(all);
      left.removeAll(done);
      return left.isEmpty() ? left : new TreeSet<>(Set.of(left.first()));
    }
    SortedSet<Integer> wanted = new TreeSet<>();
    for (String each : text.split(",", -1)) {
      try {
        wanted.add(Integer.parseInt(each.trim()));
      } catch (NumberFormatException e) {
        throw CommandException.usage(
            "invalid wave '%s'".formatted(each), "--wave", "use a number, 'next' or 'all'");
      }
    }
    if (!all.containsAll(wanted)) {
      throw CommandException.usage(
          "the plan has no wave %s".formatted(text),
          planFile.toString(),
          "use a wave from 1 to %d".formatted(all.size()));
    }
    return wanted;
  }

  /** The waves its journal says are done. */
  SortedSet<Integer> done() throws CommandException {
    return new Progress(entries()).doneWaves();
  }

  /** What its journal says; nothing when there is none. */
  List<JournalEntry> entries() throws CommandException {
    try {
      return JournalFile.entries(journalFile, plan.hash());
    } catch (IOException | MalformedJournalException e) {
      throw malformed(e);
    }
  }

  private CommandException malformed(Exception failure) {
    return CommandException.precondition(
        "the journal cannot be used (%s)".formatted(failure.getMessage()),
        journalFile.toString(),
        "choose another file with --journal; finished work is detected without the journal");
  }

  /** Opens the journal, and begins it if there is none. */
  JournalFile journal() throws CommandException {
    try {
      return JournalFile.open(
          journalFile,
          new JournalHeader(
              JournalHeader.KIND,
              JournalHeader.FORMAT,
              UUID.randomUUID().toString(),
              plan.hash(),
              now(),
              ToolVersion.text()),
          PlannedRun::now);
    } catch (IOException | MalformedJournalException e) {
      throw malformed(e);
    } catch (JournalFile.BusyException e) {
      throw CommandException.precondition(
          String.valueOf(e.getMessage()),
          journalFile.toString(),
          "wait until that process has ended");
    }
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
  }

  ClusterLock lock(JournalFile journal, ClusterTarget target, String verb, Duration timeout) {
    return lock(
        journal.header().id(), target, "%s of %s".formatted(verb, planFile.getFileName()), timeout);
  }

  /**
   * Keeps others away.
   *
   * @param journal the id of the journal of whoever wants it
   * @param doing what for, for people
   */
  static ClusterLock lock(String journal, ClusterTarget target, String doing, Duration timeout) {
    return new ClusterLock(
        target,
        target,
        new Holder(
            journal,
            ClusterRun.host(),
            "%s, process %d".formatted(ClusterRun.operator(), ProcessHandle.current().pid()),
            doing),
        timeout.plusSeconds(60).compareTo(MIN_LOCK) > 0 ? timeout.plusSeconds(60) : MIN_LOCK);
  }

  /** What a run does. */
  interface Work {
    void run() throws RegistryException, IOException, StoppedException;
  }

  /** How what was done is printed. */
  interface Printed {

    /**
     * Returns the text.
     *
     * @param stopped whether the run ended before everything was done
     */
    String text(OperationResult result, boolean stopped);
  }

  /**
   * Runs it and prints what was done, also if it stops or the cluster does not answer any more.
   *
   * @return the exit code
   */
  int carryOut(Work work, Supplier<CampaignResult> done, Terminal terminal, Printed printed)
      throws CommandException {
    CommandException end = null;
    try {
      work.run();
    } catch (StoppedException e) {
      int code =
          switch (e.kind()) {
            case DRIFT -> changed(done.get()) ? ExitCode.PARTIAL : ExitCode.DRIFT;
            case LOCKED, PRECONDITION, UNVERIFIED -> ExitCode.PRECONDITION;
            case GUARD -> ExitCode.GUARD;
            case HELD, SKIPPED ->
                anythingDone(done.get()) || changed(done.get())
                    ? ExitCode.PARTIAL
                    : ExitCode.PRECONDITION;
            case FAILED, TROUBLE, HOOK, ORDERED ->
                changed(done.get()) ? ExitCode.PARTIAL : ExitCode.FAILED;
          };
      end = new CommandException(code, e.what(), e.where(), e.advice());
    } catch (RegistryException e) {
      CommandException failure = CommandException.of(e);
      end =
          failure.exitCode() == ExitCode.FAILED && changed(done.get())
              ? new CommandException(ExitCode.PARTIAL, e.what(), e.where(), e.advice())
              : failure;
    } catch (IOException e) {
      end =
          new CommandException(
              changed(done.get()) ? ExitCode.PARTIAL : ExitCode.FAILED,
              "the journal cannot be written (%s)".formatted(e.getMessage()),
              journalFile.toString(),
              "free disk space and run the command again; every change is written to the journal"
                  + " first");
    }
    OperationResult result = result(done.get());
    terminal.out().print(printed.text(result, end != null));
    if (end != null) {
      throw end;
    }
    return ApplicationChanges.exitCode(result);
  }

  private static boolean anythingDone(CampaignResult done) {
    return done.applications().stream().anyMatch(Outcome::isWell);
  }

  private static boolean changed(CampaignResult done) {
    return Stream.concat(done.applications().stream(), done.rules().stream())
        .anyMatch(each -> each.result() == Outcome.Result.CHANGED);
  }

  static OperationResult result(CampaignResult done) {
    return OperationResult.of(false, done.applications(), done.rules(), done.waves(), List.of());
  }
}
