package io.landbridge.migrate.cli;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.option.YesOption;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.report.MaintenanceNextSteps;
import io.landbridge.migrate.report.result.SignatureResult;
import io.landbridge.registry.plugin.PluginSignatures;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Has the entries of the catalog's log signed. */
@Command(
    name = "sign-entries",
    mixinStandardHelpOptions = true,
    description =
        "Require every entry of the catalog's log to be signed with a key derived from the server"
            + " identity. Members refuse other entries from then on. Refused unless every member"
            + " has the same identity and a plugin that can sign. Dry run unless --yes is given.")
final class SignEntriesCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(
      names = "--off",
      description =
          "Stop requiring signatures. Required before you install an older plugin: wait until every"
              + " member has written a new snapshot, then install the plugin.")
  boolean off;

  @Mixin YesOption yes = new YesOption();

  private final Terminal terminal;

  SignEntriesCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    PluginSignatures before = cluster.plugin().signatures();
    PluginSignatures after = cluster.plugin().requireSignatures(!off, !yes.isGiven());
    if (!before.required().equals(after.required())) {
      yes.pending(
          off
              ? "entries of the log need no signature any more"
              : "entries of the log must be signed");
    }
    SignatureResult result =
        SignatureResult.of(!yes.isGiven(), before.required(), after.required());
    terminal
        .out()
        .print(
            output
                .report(terminal)
                .signatures(
                    result, MaintenanceNextSteps.afterSignatures(result, server.invocation())));
    return ExitCode.OK;
  }
}
