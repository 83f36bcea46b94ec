package io.landbridge.migrate.cli;

import io.landbridge.migrate.backup.BackupFile;
import io.landbridge.migrate.backup.BackupSummary;
import io.landbridge.migrate.backup.MalformedBackupException;
import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.option.GivenFile;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.option.YesOption;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.report.MaintenanceNextSteps;
import io.landbridge.migrate.report.result.BackupResult;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Counted;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginRestoreOutcome;
import io.landbridge.registry.plugin.PluginStatus.CatalogStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts a backup back into the catalog. */
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    description =
        "Add the missing content of a backup to the catalog. Dry run unless --yes is given.")
final class RestoreCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Parameters(paramLabel = "FILE", description = "The backup file, written by 'landbridge backup'.")
  Path file = Path.of("catalog.backup");

  @Mixin YesOption yes = new YesOption();

  @Option(
      names = "--merge",
      description =
          "Restore into a catalog with other content: existing content is kept, missing content is"
              + " added.")
  boolean merge;

  private final Terminal terminal;

  RestoreCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Consumer<String> progress = output.progress(terminal);
    Cluster cluster = new Cluster(server, terminal, progress);
    BackupFile backup = new BackupFile(file);
    try {
      BackupSummary summary = backup.verify();
      progress.accept(Counted.format("the backup is complete: %d parts", summary.entries()));
      cluster.require().activePlugin();
      PluginRestoreOutcome expected = send(cluster.plugin(), backup, true);
      if (!merge) {
        requireNothingElse(cluster, summary, expected);
      }
      PluginRestoreOutcome outcome =
          yes.isGiven() ? send(cluster.plugin(), backup, false) : expected;
      yes.pending("the missing content of the backup is added to the catalog");
      BackupResult.Restored result =
          BackupResult.Restored.of(file.toString(), !yes.isGiven(), summary, outcome);
      terminal
          .out()
          .print(
              output
                  .report(terminal)
                  .restore(result, MaintenanceNextSteps.afterRestore(result, server.invocation())));
      return ExitCode.OK;
    } catch (MalformedBackupException e) {
      throw CommandException.usage(
          "this is not a backup: " + e.getMessage(),
          file.toString(),
          "pass a complete file written by 'landbridge backup'");
    } catch (IOException e) {
      throw GivenFile.unreadable("backup", file, e);
    }
  }

  private static PluginRestoreOutcome send(PluginClient plugin, BackupFile backup, boolean dryRun)
      throws MalformedBackupException, IOException, RegistryException {
    PluginRestoreOutcome[] sum = {PluginRestoreOutcome.none()};
    backup.read(entry -> sum[0] = sum[0].plus(plugin.restore(entry, dryRun)));
    return sum[0];
  }

  /** A catalog that was filled by something else would be mixed up with it. */
  private void requireNothingElse(
      Cluster cluster, BackupSummary summary, PluginRestoreOutcome expected)
      throws RegistryException, CommandException {
    CatalogStatus catalog = cluster.plugin().status(cluster.servers().get(0)).catalog();
    long present = expected.instances().same() + (long) expected.instances().kept();
    long more = catalog == null ? 0 : catalog.instances() - present;
    List<ApplicationKey> others =
        cluster.plugin().applications().stream()
            .map(PluginApplication::key)
            .filter(key -> !summary.applications().contains(key))
            .toList();
    int kept = expected.instances().kept() + expected.switches().kept();
    if (more > 0 || kept > 0 || !others.isEmpty()) {
      throw CommandException.precondition(
          Counted.format(
              "the catalog has other content: %d instances and %d applications are not in the backup,"
                  + " %d entries differ",
              Math.max(0, more), others.size(), kept),
          String.valueOf(cluster.servers().get(0)),
          "if that content is current, use --merge: existing content is kept and missing content is"
              + " added");
    }
  }
}
