package io.landbridge.migrate.cli;

import io.landbridge.model.NamespaceId;
import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.Credentials;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.Trust;
import io.landbridge.registry.http.ProcessorLimit;
import io.landbridge.registry.http.RequestRate;
import io.landbridge.registry.http.ServerClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Which cluster, and as whom. */
@Command
final class ServerOptions {

  @Option(
      names = "--server",
      paramLabel = "URL[,URL...]",
      description =
          "Servers of one cluster: [http[s]://]host[:8848][/nacos]; or the variable"
              + " LANDBRIDGE_SERVER, or the profile.")
  String servers = "";

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description =
          "Take what is not given here from this file: server, username, password-file, ca-file,"
              + " max-requests-per-second, max-server-cpu; or the variable LANDBRIDGE_PROFILE.")
  @Nullable Path profile;

  @Option(
      names = "--ca-file",
      paramLabel = "FILE",
      description = "A PEM file with the authorities to believe in when an address is https.")
  @Nullable Path caFile;

  @Option(
      names = "--username",
      paramLabel = "USER",
      description = "Whom to log in as; or the variable NACOS_USERNAME.")
  @Nullable String username;

  @Option(
      names = "--password",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "",
      hideParamSyntax = true,
      description =
          "Ask for the password. Without this option it is taken from --password-file or the"
              + " variable NACOS_PASSWORD.")
  @Nullable String password;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "A file whose first line is the password.")
  @Nullable Path passwordFile;

  @Option(
      names = "--max-requests-per-second",
      paramLabel = "N",
      description = "Send no more requests than that, evenly spread; no limit if not given.")
  int maxRequestsPerSecond;

  @Option(
      names = "--max-server-cpu",
      paramLabel = "PERCENT",
      description =
          "Slow down while the processors of the server that is asked are busier than that, 1 to 99;"
              + " it has to tell: see docs/cli.md.")
  @Nullable Integer maxServerCpu;

  /** How fast servers may be asked. */
  Optional<RequestRate> rate(Terminal terminal) throws CommandException {
    String given =
        maxRequestsPerSecond == 0
            ? profile(terminal).get(Profile.RATE)
            : String.valueOf(maxRequestsPerSecond);
    try {
      return given.isEmpty()
          ? Optional.empty()
          : Optional.of(new RequestRate(Integer.parseInt(given)));
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(
          "bad limit: " + e.getMessage(), "--max-requests-per-second", "give 1 to 100000");
    }
  }

  /** How busy servers may be; a limit is for one cluster. */
  Optional<ProcessorLimit> processors(Terminal terminal) throws CommandException {
    String given =
        maxServerCpu == null
            ? profile(terminal).get(Profile.PROCESSORS)
            : String.valueOf(maxServerCpu);
    try {
      return given.isEmpty()
          ? Optional.empty()
          : Optional.of(new ProcessorLimit(Integer.parseInt(given)));
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(
          "bad limit: " + e.getMessage(), "--max-server-cpu", "give 1 to 99");
    }
  }

  /** Reaches the cluster, no faster than asked for. */
  ServerClient client(Terminal terminal) throws CommandException {
    ServerClient client = client(connection(terminal));
    ServerClient paced = rate(terminal).map(client::at).orElse(client);
    return below(processors(terminal), paced);
  }

  /** The same client with that limit, which its servers must let it keep. */
  static ServerClient below(Optional<ProcessorLimit> limit, ServerClient client)
      throws CommandException {
    if (limit.isEmpty()) {
      return client;
    }
    for (ServerAddress server : client.servers()) {
      requireShare(client, server);
    }
    return client.below(limit.get());
  }

  private static void requireShare(ServerClient client, ServerAddress server)
      throws CommandException {
    try {
      if (client.processorShare(server).isEmpty()) {
        throw CommandException.precondition(
            "the server does not tell how busy its processors are",
            server.toString(),
            "set management.endpoints.web.exposure.include=prometheus in its"
                + " application.properties and restart it, or give --max-requests-per-second"
                + " instead");
      }
    } catch (RegistryException e) {
      // Another one is asked when this one is away.
      if (e.kind() != Kind.UNREACHABLE) {
        throw CommandException.of(e);
      }
    }
  }

  static ServerClient client(ConnectionSettings settings) throws CommandException {
    try {
      return new ServerClient(settings);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(
          String.valueOf(e.getMessage()), "--ca-file", "give a PEM file with certificates");
    }
  }

  ConnectionSettings connection(Terminal terminal) throws CommandException {
    Profile file = profile(terminal);
    String addresses = first(servers, terminal.variable("LANDBRIDGE_SERVER"), file.get("server"));
    if (addresses.isEmpty()) {
      throw CommandException.usage(
          "no server is given",
          "--server",
          "give it, the variable LANDBRIDGE_SERVER, or a profile that has it");
    }
    try {
      ConnectionSettings settings =
          ConnectionSettings.of(ServerAddress.parseList(addresses), credentials(terminal, file));
      String authorities =
          first(caFile == null ? "" : caFile.toString(), file.get(Profile.CA_FILE));
      return new ConnectionSettings(
          settings.servers(),
          settings.credentials(),
          settings.connectTimeout(),
          settings.requestTimeout(),
          settings.maxAnswerBytes(),
          settings.maxRequests(),
          new Trust(authorities));
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(
          "bad server address", "--server", String.valueOf(e.getMessage()));
    }
  }

  private Profile profile(Terminal terminal) throws CommandException {
    String named =
        first(profile == null ? "" : profile.toString(), terminal.variable("LANDBRIDGE_PROFILE"));
    return named.isEmpty() ? Profile.NONE : Profile.read(Path.of(named));
  }

  private static String first(String... values) {
    for (String each : values) {
      if (!each.isEmpty()) {
        return each;
      }
    }
    return "";
  }

  private Credentials credentials(Terminal terminal, Profile file) throws CommandException {
    if (password != null && !password.isEmpty()) {
      throw CommandException.usage(
          "a password in the command line is refused",
          "--password",
          "it would show in process lists and shell history; give --password alone to be asked,"
              + " --password-file, or the variable NACOS_PASSWORD");
    }
    String user =
        username == null
            ? first(terminal.variable("NACOS_USERNAME"), file.get(Profile.USERNAME))
            : username;
    boolean explicit = password != null || passwordFile != null;
    if (user.isEmpty()) {
      if (explicit) {
        throw CommandException.usage(
            "a password without a user", "--password", "give --username too");
      }
      return Credentials.ANONYMOUS;
    }
    String secret =
        password != null
            ? terminal.askPassword("Password of " + user + ": ")
            : passwordFile != null
                ? PasswordFile.read(passwordFile, terminal)
                : first(
                    terminal.variable("NACOS_PASSWORD"),
                    file.get(Profile.PASSWORD_FILE).isEmpty()
                        ? ""
                        : PasswordFile.read(Path.of(file.get(Profile.PASSWORD_FILE)), terminal));
    if (secret.isEmpty()) {
      throw CommandException.usage(
          "no password for user '" + user + "'",
          "--username",
          "give --password at a terminal, --password-file, or the variable NACOS_PASSWORD");
    }
    return new Credentials(user, secret);
  }

  /**
   * A user whose password is in a file.
   *
   * @param user empty for nobody
   * @param option what the user was given with
   */
  static Credentials credentials(String user, @Nullable Path file, String option)
      throws CommandException {
    if (user.isEmpty() && file == null) {
      return Credentials.ANONYMOUS;
    }
    String secret = file == null ? "" : PasswordFile.read(file);
    if (user.isEmpty() || secret.isEmpty()) {
      throw CommandException.usage(
          "a user and the password belong together", option, "give both, or none");
    }
    return new Credentials(user, secret);
  }

  /** The namespaces somebody names. */
  @Command
  static final class Namespaces {

    @Option(
        names = "--namespace",
        paramLabel = "NS",
        split = ",",
        description = "Only this namespace; may be repeated. All of the server otherwise.")
    List<String> namespaces = new ArrayList<>();

    SortedSet<NamespaceId> wanted() throws CommandException {
      SortedSet<NamespaceId> wanted = new TreeSet<>();
      for (String each : namespaces) {
        try {
          wanted.add(NamespaceId.of(each));
        } catch (IllegalArgumentException e) {
          throw CommandException.usage(
              "bad namespace", "--namespace", String.valueOf(e.getMessage()));
        }
      }
      return wanted;
    }
  }
}
