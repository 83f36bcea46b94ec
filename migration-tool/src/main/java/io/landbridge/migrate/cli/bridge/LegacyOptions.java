package io.landbridge.migrate.cli.bridge;

import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.report.Invocation;
import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Which legacy cluster, and as whom. */
@Command
final class LegacyOptions {

  @Option(
      names = "--legacy",
      paramLabel = "URL[,URL...]",
      description = "Servers of the 1.x cluster, all of them: [http[s]://]host[:8848][/nacos].")
  String legacy = "";

  @Option(
      names = "--legacy-username",
      paramLabel = "USER",
      description = "User name for the legacy cluster (default: no login).")
  String username = "";

  @Option(
      names = "--legacy-password-file",
      paramLabel = "FILE",
      description = "Read the password for the legacy cluster from the first line of FILE.")
  @Nullable Path passwordFile;

  /** The same as options of bridge start, with a blank before each. */
  String ofStart() {
    return " --legacy "
        + Invocation.quoted(legacy)
        + (username.isEmpty() ? "" : " --legacy-username " + Invocation.quoted(username));
  }

  boolean isGiven() {
    return !legacy.isEmpty();
  }

  /** A failure of the legacy cluster, with the advice that fits there. */
  CommandException explained(RegistryException failure) throws CommandException {
    boolean there =
        servers(legacy, List.of()).stream()
            .anyMatch(each -> failure.where().startsWith(each.toString()));
    if (!there) {
      return CommandException.of(failure);
    }
    return switch (failure.kind()) {
      case UNAUTHORISED ->
          new CommandException(
              ExitCode.FAILED,
              failure.what(),
              failure.where(),
              "pass a user with read access to the whole legacy cluster with --legacy-username and"
                  + " --legacy-password-file");
      case REFUSED ->
          CommandException.precondition(failure.what(), failure.where(), failure.advice());
      default -> CommandException.of(failure);
    };
  }

  /**
   * How the legacy cluster is reached.
   *
   * @param others the servers of this cluster, none of which can be one of the legacy one
   */
  ConnectionSettings connection(List<ServerAddress> others) throws CommandException {
    return ConnectionSettings.of(
        servers(legacy, others),
        ServerOptions.credentials(username, passwordFile, "--legacy-username"));
  }

  /** The servers in a text of that option. */
  static List<ServerAddress> servers(String legacy, List<ServerAddress> others)
      throws CommandException {
    if (legacy.isEmpty()) {
      throw CommandException.usage(
          "no legacy cluster given", "--legacy", "pass all servers of the 1.x cluster");
    }
    try {
      List<ServerAddress> servers = ServerAddress.parseList(legacy);
      for (ServerAddress each : servers) {
        if (others.stream().anyMatch(it -> it.hostAndPort().equals(each.hostAndPort()))) {
          throw CommandException.usage(
              each.hostAndPort() + " is listed as a server of both clusters",
              "--legacy",
              "pass the servers of the new cluster with --server and the 1.x servers with"
                  + " --legacy");
        }
      }
      return servers;
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(
          "invalid server address", "--legacy", String.valueOf(e.getMessage()));
    }
  }
}
