package io.landbridge.migrate.cli.install;

import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.install.Archive;
import io.landbridge.migrate.install.InstallException;
import io.landbridge.migrate.report.NextSteps;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Puts the plugin into a server. */
@Command(
    name = "install",
    mixinStandardHelpOptions = true,
    description =
        "Install the plugin in a Nacos server directory on this machine. Checks everything first"
            + " and replaces another version. Does not contact or restart a server.")
final class InstallCommand implements Callable<Integer> {

  @Mixin HomeOptions home = new HomeOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Write a setting of the plugin to the server's application.properties. Repeatable.")
  Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--java-home",
      paramLabel = "DIR",
      description =
          "JAVA_HOME of the server (default: the Java that startup.sh finds in this environment).")
  @Nullable Path javaHome;

  @Option(names = "--downgrade", description = "Also replace a newer version of the plugin.")
  boolean downgrade;

  @Option(
      names = "--archive",
      paramLabel = "DIR",
      description = "Unpacked archive to install from (default: the archive of this command).")
  @Nullable Path archive;

  private final Terminal terminal;

  InstallCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    return home.run(
        "install",
        output,
        terminal,
        installation ->
            installation.install(
                Archive.open(archive == null ? ownArchive() : archive),
                settings,
                Optional.ofNullable(javaHome),
                downgrade),
        NextSteps::afterInstall);
  }

  /** This program is in the archive's {@code lib}. */
  private static Path ownArchive() throws InstallException {
    @Nullable CodeSource source = InstallCommand.class.getProtectionDomain().getCodeSource();
    try {
      Path program = Path.of(source == null ? "." : source.getLocation().toURI().getPath());
      return program.toAbsolutePath().resolve("../..").normalize();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the location of this program is no path", e);
    }
  }
}
