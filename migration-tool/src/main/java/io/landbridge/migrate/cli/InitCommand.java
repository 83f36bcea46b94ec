package io.landbridge.migrate.cli;

import io.landbridge.migrate.cli.option.GivenFile;
import io.landbridge.migrate.cli.option.Profile;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.registry.ServerAddress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes the profile of a cluster, and looks at the cluster with it. */
@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description =
        "Ask for the servers and the login of a cluster, write its profile, and run doctor and"
            + " scan. Every other command can read the profile. Needs a terminal. Changes nothing"
            + " on the servers.")
final class InitCommand implements Callable<Integer> {

  private static final int TRIES = 3;

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description =
          "Write the profile to FILE (default: ${DEFAULT-VALUE}). The file must not exist yet.")
  Path profile = Path.of("landbridge.profile");

  private final Terminal terminal;

  InitCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    if (Files.exists(profile)) {
      throw exists(profile, "--profile");
    }
    Map<String, String> values = new TreeMap<>();
    String servers = servers();
    values.put(Profile.SERVER, servers);
    if (servers.contains("https:")) {
      put(
          values,
          Profile.CA_FILE,
          file("PEM file with the certificate authority", "the JVM's own"));
    }
    put(values, Profile.USERNAME, ask("User, if the servers ask for a login", "none"));
    if (values.containsKey(Profile.USERNAME)) {
      values.put(Profile.PASSWORD_FILE, passwordFile().toString());
    }
    put(values, Profile.NAMESPACE, ask("Namespaces to look at, with commas in between", "all"));
    write(profile, text(values));
    terminal.note(
        "the profile is written; other commands read it with --profile %s, or after: export"
                .formatted(profile)
            + " LANDBRIDGE_PROFILE=%s".formatted(profile.toAbsolutePath()));

    run("doctor");
    return run("scan");
  }

  private int run(String verb) {
    terminal.out().println();
    terminal.out().println("landbridge %s --profile %s".formatted(verb, profile));
    terminal.out().println();
    return Main.run(terminal, verb, "--profile", profile.toString());
  }

  private String servers() throws CommandException {
    String why = "";
    for (int i = 0; i < TRIES; i++) {
      String given = ask("Servers of the cluster, with commas in between", "localhost:8848");
      String servers = given.isEmpty() ? "localhost:8848" : given;
      try {
        return ServerAddress.parseList(servers).stream()
            .map(ServerAddress::toString)
            .collect(Collectors.joining(","));
      } catch (IllegalArgumentException e) {
        why = String.valueOf(e.getMessage());
        terminal.warn("this is not an address", servers, why);
      }
    }
    throw CommandException.usage("no valid server address given", "landbridge init", why);
  }

  /** The file with the password, which is asked for if it is not there. */
  private Path passwordFile() throws CommandException {
    Path beside = profile.resolveSibling("landbridge.password");
    String given = ask("File with the password in its first line", beside.toString());
    Path file = given.isEmpty() ? beside : Path.of(given);
    if (!Files.exists(file)) {
      String password =
          answer(
              terminal
                  .prompt()
                  .askSecret("The file does not exist. Password, to write it there (not shown): "));
      if (password.isEmpty()) {
        throw CommandException.usage(
            "there is no password", file.toString(), "write it into the first line of this file");
      }
      write(file, password + "\n");
    }
    return file.toAbsolutePath();
  }

  private String file(String what, String otherwise) throws CommandException {
    String given = ask(what, otherwise);
    if (given.isEmpty()) {
      return "";
    }
    Path file = Path.of(given);
    try (InputStream in = Files.newInputStream(file)) {
      var unused = in.read();
    } catch (IOException e) {
      throw GivenFile.unreadable("file", file, e);
    }
    return file.toAbsolutePath().toString();
  }

  private String ask(String what, String otherwise) throws CommandException {
    return answer(terminal.prompt().ask("%s [%s]: ".formatted(what, otherwise))).strip();
  }

  private static String answer(Optional<String> typed) throws CommandException {
    return typed.orElseThrow(
        () ->
            CommandException.usage(
                "init asks questions and needs a terminal",
                "landbridge init",
                "write the profile by hand: see '--profile' in docs/cli.md"));
  }

  private static void put(Map<String, String> values, String key, String value) {
    if (!value.isEmpty()) {
      values.put(key, value);
    }
  }

  private static String text(Map<String, String> values) {
    return values.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue().replace("\\", "\\\\") + "\n")
        .collect(Collectors.joining());
  }

  /** Writes a new file that nobody else can read. */
  private static void write(Path file, String text) throws CommandException {
    FileAttribute<?>[] own =
        file.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    try {
      Files.createFile(file, own);
      Files.writeString(file, text, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      throw exists(file, "the file");
    } catch (IOException e) {
      throw CommandException.usage(
          "the file cannot be written", file.toString(), "check the directory and its permissions");
    }
  }

  private static CommandException exists(Path file, String what) {
    return CommandException.usage(
        what + " already exists and is not overwritten",
        file.toString(),
        "give another name with --profile, or use the existing file: landbridge doctor --profile "
            + file);
  }
}
