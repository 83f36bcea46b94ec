package io.landbridge.migrate.cli.option;

import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.report.Format;
import io.landbridge.migrate.report.result.BridgeMoveResult;
import io.landbridge.migrate.report.result.OperationResult;
import io.landbridge.migrate.report.result.SuspensionResult;
import io.landbridge.model.Counted;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * Whether a change is made, and not only shown. Whoever sits at a terminal and has not given the
 * option is asked after the dry run; a script is not.
 */
@Command
public final class YesOption {

  @Option(
      names = "--yes",
      description =
          "Apply the change. Without this option the command is a dry run; at a terminal it then"
              + " asks whether to apply the change.")
  boolean given;

  private String pending = "";

  /** Whether the change is made. */
  public boolean isGiven() {
    return given;
  }

  /** Notes what the dry run has found to change; without it nobody is asked. */
  public void pending(String what) {
    pending = what;
  }

  /**
   * Notes the same of applications and consumers.
   *
   * @param hazards how many hazards the plan names of them
   */
  public void pending(OperationResult result, long hazards) {
    long applications = changing(result.outcomes().stream());
    long consumers = changing(result.rules().stream());
    if (applications + consumers == 0) {
      return;
    }
    pending =
        change(applications, "application")
            + (consumers == 0 ? "" : ", " + change(consumers, "consumer"))
            + (hazards == 0 ? "" : ", " + Counted.of(hazards, "hazard"));
  }

  private static long changing(Stream<Outcome> outcomes) {
    return outcomes.filter(each -> each.result() == Outcome.Result.WOULD_CHANGE).count();
  }

  private static String change(long count, String what) {
    return Counted.of(count, what) + (count == 1 ? " changes" : " change");
  }

  /** Notes the same of a step of the bridge. */
  public void pending(BridgeMoveResult result) {
    if (result.result().equals("WOULD_CHANGE")) {
      pending =
          result.before().equals(result.after())
              ? "the bridge is %s".formatted(result.paused() ? "paused" : "resumed")
              : "the bridge goes from %s to %s".formatted(result.before(), result.after());
    }
  }

  /** Notes the same of members. */
  public void pending(SuspensionResult result) {
    long members =
        result.outcomes().stream()
            .filter(each -> each.result() == Outcome.Result.WOULD_CHANGE)
            .count();
    if (members > 0) {
      pending = change(members, "member");
    }
  }

  /**
   * Asks whoever sits at the terminal whether to do what a dry run has shown. If so, the option
   * counts as given, and the command has to be carried out again.
   *
   * @param parsed the command that was carried out
   * @param exitCode how it ended
   */
  public static boolean isConfirmed(ParseResult parsed, int exitCode, Terminal terminal) {
    ParseResult verb = parsed;
    while (verb.hasSubcommand()) {
      verb = verb.subcommand();
    }
    Optional<YesOption> yes = of(verb.commandSpec().findOption("--yes"));
    if (exitCode != ExitCode.OK
        || yes.isEmpty()
        || yes.get().given
        || yes.get().pending.isEmpty()) {
      return false;
    }
    OptionSpec format = verb.commandSpec().findOption("--output");
    if (format != null && format.getValue() != Format.TABLE) {
      return false;
    }
    terminal.out().flush();
    terminal.err().flush();
    Optional<String> answer = terminal.prompt().ask(yes.get().question());
    yes.get().given =
        answer
            .map(each -> each.strip().toLowerCase(Locale.ROOT))
            .filter(each -> each.equals("y") || each.equals("yes"))
            .isPresent();
    if (answer.isPresent() && !yes.get().given) {
      terminal.note("nothing was changed");
    }
    return yes.get().given;
  }

  /** What is asked. */
  String question() {
    return "%s. Continue? [y/N] ".formatted(pending);
  }

  private static Optional<YesOption> of(@Nullable OptionSpec option) {
    try {
      return option != null && option.scope().get() instanceof YesOption yes
          ? Optional.of(yes)
          : Optional.empty();
    } catch (Exception e) {
      throw new IllegalStateException("an option of a mixin can always be read", e);
    }
  }
}
