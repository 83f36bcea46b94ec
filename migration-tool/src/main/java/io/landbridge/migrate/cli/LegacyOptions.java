package io.landbridge.migrate.cli;

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
      required = true,
      paramLabel = "URL[,URL...]",
      description = "All servers of the 1.x cluster: [http[s]://]host[:8848][/nacos].")
  String legacy = "";

  @Option(
      names = "--legacy-username",
      paramLabel = "USER",
      description = "Whom to log in as there; nobody if not given.")
  String username = "";

  @Option(
      names = "--legacy-password-file",
      paramLabel = "FILE",
      description = "A file whose first line is the password there.")
  @Nullable Path passwordFile;

  List<ServerAddress> servers() throws CommandException {
    try {
      return ServerAddress.parseList(legacy);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(
          "bad server address", "--legacy", String.valueOf(e.getMessage()));
    }
  }
}
