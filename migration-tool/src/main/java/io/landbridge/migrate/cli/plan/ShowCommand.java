package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.option.YesOption;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.report.NextSteps;
import io.landbridge.migrate.report.result.OperationResult;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginApplication.TranslationState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows everything or nothing of what some consumers are shown first. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description =
        "Show applications to all consumers, to none, or to some, immediately. Changes the"
            + " applications that only some consumers are shown, unless --application names"
            + " others. Dry run unless --yes is given. Requires the plugin on every server.")
final class ShowCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin ServerOptions.Namespaces namespaces = new ServerOptions.Namespaces();
  @Mixin OutputOptions output = new OutputOptions();
  @Mixin YesOption yes = new YesOption();

  @Parameters(
      paramLabel = "LIST",
      description =
          "all, none, or a comma-separated list of a share such as 5%%, IP addresses and"
              + " applications.")
  String list = "";

  @Option(
      names = "--application",
      paramLabel = "APP",
      split = ",",
      description = "Change this application, whomever it is shown to (repeatable).")
  List<String> applications = new ArrayList<>();

  private final Terminal terminal;

  ShowCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Audience audience =
        CommandException.orUsage(
            "LIST",
            "give all, none, or a list such as 5%,10.0.0.7,shop-web",
            () -> Audience.parse(list, ""));
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    Set<NamespaceId> wanted = namespaces.wanted(server, terminal);
    List<Operation> operations = new ArrayList<>();
    for (PluginApplication each : cluster.plugin().applications()) {
      ApplicationKey key = each.key();
      boolean inNamespace = wanted.isEmpty() || wanted.contains(key.namespace());
      boolean meant =
          applications.isEmpty()
              ? isOn(each) && !each.audience().isWhole()
              : applications.contains(key.name().value());
      if (inNamespace && meant) {
        operations.add(cluster.showing(key, audience));
      }
    }
    if (operations.isEmpty()) {
      if (!applications.isEmpty()) {
        throw CommandException.precondition(
            "no such application: " + String.join(", ", applications),
            "--application",
            "'landbridge status' lists the known applications");
      }
      terminal.note("every translated application is shown to all consumers");
      return ExitCode.OK;
    }
    OperationResult result =
        ApplicationChanges.make(
            operations, Direction.APPLY, yes.isGiven(), output.progress(terminal));
    yes.pending(result, 0);
    terminal
        .out()
        .print(
            output
                .report(terminal)
                .applied(result, NextSteps.afterShow(result, server.invocation())));
    return ApplicationChanges.exitCode(result);
  }

  private static boolean isOn(PluginApplication application) {
    return application.state() == TranslationState.TRANSLATED
        || application.state() == TranslationState.SWITCHING_ON;
  }
}
