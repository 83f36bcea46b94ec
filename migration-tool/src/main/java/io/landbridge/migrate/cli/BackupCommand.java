package io.landbridge.migrate.cli;

import io.landbridge.migrate.backup.BackupFile;
import io.landbridge.migrate.backup.BackupHeader;
import io.landbridge.migrate.backup.BackupSummary;
import io.landbridge.migrate.backup.BackupWriter;
import io.landbridge.migrate.backup.MalformedBackupException;
import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.cli.terminal.ToolVersion;
import io.landbridge.migrate.cli.terminal.WrittenFile;
import io.landbridge.migrate.report.MaintenanceNextSteps;
import io.landbridge.migrate.report.result.BackupResult;
import io.landbridge.model.Counted;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginBackupEntry;
import io.landbridge.registry.plugin.PluginBackupPage;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginGroup;
import io.landbridge.registry.plugin.PluginStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes the catalog to a file. */
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    description =
        "Write the catalog to a backup file. Contains switches, publications with their documents,"
            + " and instances. Read-only.")
final class BackupCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "Write the backup to FILE. An existing file is kept unless --force is given.")
  Path out = Path.of("catalog.backup");

  @Option(names = "--force", description = "Overwrite an existing file.")
  boolean force;

  @Option(
      names = "--stale",
      description =
          "Back up the catalog of one member, even without a leader; the latest changes may be"
              + " missing.")
  boolean stale;

  private final Terminal terminal;

  BackupCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    WrittenFile.refuseDirectory(out, "backup");
    if (!force && Files.exists(out)) {
      throw CommandException.usage(
          "the file already exists",
          out.toString(),
          "choose another name, or overwrite the file with --force");
    }
    Consumer<String> progress = output.progress(terminal);
    Cluster cluster = new Cluster(server, terminal, progress);
    PluginClient plugin = cluster.plugin();
    ServerAddress source = stale ? furthest(cluster) : leader(cluster);
    progress.accept("reading the catalog of " + source);
    PluginStatus status = plugin.status(source);
    PluginBackupPage page = plugin.backup(source, "", stale);
    BackupHeader header =
        new BackupHeader(
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            "landbridge " + ToolVersion.text(),
            page.member(),
            status.pluginVersion(),
            status.server(),
            stale,
            page.applied(),
            page.digest());
    try {
      try (BackupWriter writer = BackupWriter.create(out, header)) {
        long entries = 0;
        while (true) {
          for (PluginBackupEntry entry : page.entries()) {
            writer.add(entry);
            entries++;
          }
          progress.accept(Counted.format("%d parts written", entries));
          if (page.next().isEmpty()) {
            break;
          }
          page = plugin.backup(source, page.next(), stale);
        }
        writer.finish();
      }
      // What cannot be read back is no backup.
      BackupSummary written = new BackupFile(out).verify();
      BackupResult.Written result = BackupResult.Written.of(out.toString(), written);
      terminal
          .out()
          .print(
              output
                  .report(terminal)
                  .backup(result, MaintenanceNextSteps.afterBackup(result, server.invocation())));
      return ExitCode.OK;
    } catch (IOException | MalformedBackupException e) {
      throw new CommandException(
          ExitCode.FAILED,
          "the backup cannot be written (%s)".formatted(e.getMessage()),
          out.toString(),
          "check that the directory exists, is writable and has free space");
    }
  }

  /** Only a leader knows that it lacks nothing. */
  private static ServerAddress leader(Cluster cluster) throws RegistryException, CommandException {
    for (ServerAddress each : cluster.servers()) {
      Optional<PluginGroup> group = group(cluster, each);
      if (group.isPresent() && !group.get().leader().isEmpty()) {
        String leader = group.get().leader();
        Optional<ServerAddress> there =
            group.get().member().equals(leader) ? Optional.of(each) : each.findSibling(leader);
        // A member may name a leader for some seconds after that one was lost.
        if (there.isPresent()
            && group(cluster, there.get())
                .filter(it -> it.leader().equals(it.member()))
                .isPresent()) {
          return there.get();
        }
      }
    }
    throw CommandException.precondition(
        "the catalog's group has no leader",
        String.valueOf(cluster.servers().get(0)),
        "see 'landbridge doctor', or back up the catalog of one member with --stale");
  }

  private static ServerAddress furthest(Cluster cluster)
      throws RegistryException, CommandException {
    ServerAddress best = cluster.servers().get(0);
    long most = -1;
    for (ServerAddress each : cluster.servers()) {
      Optional<PluginGroup> group = group(cluster, each);
      if (group.isPresent() && group.get().applied() > most) {
        best = each;
        most = group.get().applied();
      }
    }
    if (most < 0) {
      throw CommandException.precondition(
          "no member answers", best.toString(), "see 'landbridge doctor'");
    }
    return best;
  }

  private static Optional<PluginGroup> group(Cluster cluster, ServerAddress server)
      throws RegistryException {
    try {
      return Optional.of(cluster.plugin().group(server));
    } catch (RegistryException e) {
      if (e.kind() == Kind.UNREACHABLE || e.kind() == Kind.UNAVAILABLE) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
