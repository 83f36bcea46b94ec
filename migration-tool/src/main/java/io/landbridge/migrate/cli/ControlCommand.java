package io.landbridge.migrate.cli;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.connect.ClusterRun;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.cli.terminal.UsageException;
import io.landbridge.migrate.lock.ControlResult;
import io.landbridge.migrate.lock.LockRecord;
import io.landbridge.migrate.lock.Orders;
import io.landbridge.migrate.lock.RunOrders;
import io.landbridge.migrate.lock.RunOrders.RefusedException;
import io.landbridge.migrate.lock.RunView;
import io.landbridge.migrate.report.NextSteps;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Gives orders to a run that is under way, from any machine. */
@Command(
    name = "control",
    mixinStandardHelpOptions = true,
    description =
        "Control the 'apply' that is under way on a cluster, from any machine: pause, resume,"
            + " throttle, skip, stop. Orders take effect before the next step of the run, end with"
            + " the run, and need no --yes.")
final class ControlCommand implements Runnable {

  static final int MAX_SECONDS = 24 * 60 * 60;

  @Spec CommandSpec spec;

  /** The command with its verbs. */
  static CommandLine of(Terminal terminal) {
    return new CommandLine(new ControlCommand())
        .addSubcommand(new PauseVerb(terminal))
        .addSubcommand(new ResumeVerb(terminal))
        .addSubcommand(new ThrottleVerb(terminal))
        .addSubcommand(new SkipVerb(terminal))
        .addSubcommand(new StopVerb(terminal));
  }

  @Override
  public void run() {
    throw UsageException.noVerb(spec);
  }

  /** What the verbs have in common: the cluster, and how the answer is printed. */
  abstract static class Verb implements Callable<Integer> {

    @Mixin ServerOptions server = new ServerOptions();
    @Mixin OutputOptions output = new OutputOptions();

    private final Terminal terminal;

    Verb(Terminal terminal) {
      this.terminal = terminal;
    }

    /** The order that is made of those a run has. */
    abstract Orders of(LockRecord.Run run) throws RefusedException;

    /** Refuses values that cannot be meant. */
    void check() throws CommandException {}

    @Override
    public Integer call() throws Exception {
      check();
      Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
      String verb = getClass().getAnnotation(Command.class).name();
      try {
        RunOrders.Given given = new ClusterRun(cluster).orders().give(this::of);
        ControlResult result =
            new ControlResult(
                verb.toUpperCase(Locale.ROOT),
                given.changed() ? "CHANGED" : "UNCHANGED",
                RunView.of(given.record()));
        terminal
            .out()
            .print(
                output
                    .report(terminal)
                    .control(result, NextSteps.afterControl(result, server.invocation())));
        return ExitCode.OK;
      } catch (RefusedException e) {
        throw CommandException.precondition(
            String.valueOf(e.getMessage()), cluster.servers().get(0).toString(), e.advice());
      }
    }
  }

  @Command(
      name = "pause",
      mixinStandardHelpOptions = true,
      description =
          "Pause the run before its next step. The current step is finished first. The run keeps"
              + " its lock, and continues after 'resume'.")
  static final class PauseVerb extends Verb {

    PauseVerb(Terminal terminal) {
      super(terminal);
    }

    @Override
    Orders of(LockRecord.Run run) {
      return run.orders().pause();
    }
  }

  @Command(
      name = "resume",
      mixinStandardHelpOptions = true,
      description = "Continue a paused run. A pause file or a guard can still hold the run.")
  static final class ResumeVerb extends Verb {

    ResumeVerb(Terminal terminal) {
      super(terminal);
    }

    @Override
    Orders of(LockRecord.Run run) {
      return run.orders().resume();
    }
  }

  @Command(
      name = "throttle",
      mixinStandardHelpOptions = true,
      description =
          "Change how long the run waits between two applications, from its next step on.")
  static final class ThrottleVerb extends Verb {

    @Parameters(paramLabel = "SECONDS", description = "The new time; 0 for no wait.")
    int seconds;

    ThrottleVerb(Terminal terminal) {
      super(terminal);
    }

    @Override
    void check() throws CommandException {
      if (seconds < 0 || seconds > MAX_SECONDS) {
        throw CommandException.usage(
            "invalid time " + seconds, "control throttle", "give 0 to " + MAX_SECONDS);
      }
    }

    @Override
    Orders of(LockRecord.Run run) {
      return run.orders().throttle(seconds);
    }
  }

  @Command(
      name = "skip",
      mixinStandardHelpOptions = true,
      description =
          "Skip one application of the current wave. The wave then does not count as done; the next"
              + " 'apply' of the plan applies the application.")
  static final class SkipVerb extends Verb {

    @Parameters(
        paramLabel = "[NAMESPACE/]APP",
        description = "An application whose step has not begun.")
    String application = "";

    SkipVerb(Terminal terminal) {
      super(terminal);
    }

    @Override
    Orders of(LockRecord.Run run) throws RefusedException {
      List<String> known =
          Stream.concat(run.state().waiting().stream(), run.orders().skipped().stream())
              .distinct()
              .filter(each -> each.equals(application) || each.endsWith("/" + application))
              .toList();
      if (known.size() > 1) {
        throw new RefusedException(
            "several applications are named '%s': %s"
                .formatted(application, String.join(", ", known)),
            "give NAMESPACE/APPLICATION");
      }
      if (known.isEmpty()) {
        boolean listed = !run.state().mayWait(application);
        if (listed || !application.contains("/")) {
          throw new RefusedException(
              listed
                  ? "application '%s' is not waiting in the current wave".formatted(application)
                  : "application '%s' cannot be identified in the current wave"
                      .formatted(application),
              listed
                  ? "its step has begun, or it belongs to another wave; 'landbridge status' shows"
                      + " the run"
                  : "give NAMESPACE/APPLICATION: the run lists only some of the waiting"
                      + " applications");
        }
        return run.orders().skip(application);
      }
      return run.orders().skip(known.get(0));
    }
  }

  @Command(
      name = "stop",
      mixinStandardHelpOptions = true,
      description =
          "Stop the run before its next step, or immediately if the run is waiting. Finished steps"
              + " stay in effect and are in the journal; run the same 'apply' again to continue.")
  static final class StopVerb extends Verb {

    StopVerb(Terminal terminal) {
      super(terminal);
    }

    @Override
    Orders of(LockRecord.Run run) {
      return run.orders().stop();
    }
  }
}
