package io.landbridge.migrate.cli.option;

import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.CommandText;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.report.Invocation;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which cluster, and as whom. */
@Command
public final class ServerOptions {

  @Spec(Spec.Target.MIXEE)
  CommandSpec mixee = CommandSpec.create();

  /** Has a token, which is nobody else's business. */
  public static final String TOKEN_VARIABLE = "LANDBRIDGE_TOKEN";

  @Option(
      names = "--server",
      paramLabel = "URL[,URL...]",
      description =
          "Servers of one cluster: [http[s]://]host[:8848][/nacos]. Alternatives: the variable"
              + " LANDBRIDGE_SERVER or the profile.")
  String servers = "";

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description =
          "Read default options from this properties file. Keys: server, namespace, username,"
              + " password-file, token-file, ca-file, client-certificate, client-key,"
              + " max-requests-per-second, max-server-cpu. Alternative: the variable"
              + " LANDBRIDGE_PROFILE.")
  @Nullable Path profile;

  @Option(
      names = "--ca-file",
      paramLabel = "FILE",
      description =
          "PEM file with trusted CA certificates, for https addresses. Alternative: the variable"
              + " LANDBRIDGE_CA_FILE.")
  @Nullable Path caFile;

  @Option(
      names = "--client-certificate",
      paramLabel = "FILE",
      description =
          "PEM file with the client certificate. Alternative: the variable"
              + " LANDBRIDGE_CLIENT_CERTIFICATE.")
  @Nullable Path clientCertificate;

  @Option(
      names = "--client-key",
      paramLabel = "FILE",
      description =
          "PEM file with the key of the client certificate (PKCS #8, not encrypted). Alternative:"
              + " the variable LANDBRIDGE_CLIENT_KEY.")
  @Nullable Path clientKey;

  @Option(
      names = "--username",
      paramLabel = "USER",
      description = "User name for the login. Alternative: the variable NACOS_USERNAME.")
  @Nullable String username;

  @Option(
      names = "--password",
      arity = "0..1",
      fallbackValue = "",
      hideParamSyntax = true,
      description =
          "Prompt for the password. Takes no value, because command lines are visible to other"
              + " users. Alternatives: --password-file or the variable NACOS_PASSWORD.")
  @Nullable String password;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "Read the password from the first line of FILE.")
  @Nullable Path passwordFile;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "Read an access token from the first line of FILE; replaces user name and password."
              + " Alternative: the variable LANDBRIDGE_TOKEN.")
  @Nullable Path tokenFile;

  @Option(
      names = "--max-requests-per-second",
      paramLabel = "N",
      description = "Limit the request rate, evenly spread (default: no limit).")
  int maxRequestsPerSecond;

  @Option(
      names = "--max-server-cpu",
      paramLabel = "PERCENT",
      description =
          "Slow down while the server's CPU usage exceeds PERCENT (1 to 99). The server must expose"
              + " its CPU usage: see docs/cli.md.")
  @Nullable Integer maxServerCpu;

  /** The command that these options are of. */
  public Invocation invocation() {
    return CommandText.of(mixee);
  }

  /** How fast servers may be asked. */
  public Optional<RequestRate> rate(Terminal terminal) throws CommandException {
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
          "invalid limit: " + e.getMessage(), "--max-requests-per-second", "give 1 to 100000");
    }
  }

  /** How busy servers may be; a limit is for one cluster. */
  public Optional<ProcessorLimit> processors(Terminal terminal) throws CommandException {
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
          "invalid limit: " + e.getMessage(), "--max-server-cpu", "give 1 to 99");
    }
  }

  /** Reaches the cluster, no faster than asked for. */
  public ServerClient client(Terminal terminal) throws CommandException {
    ConnectionSettings settings = connection(terminal);
    refuseIdleTrust(settings.servers());
    ServerClient client = client(settings);
    ServerClient paced = rate(terminal).map(client::at).orElse(client);
    return below(processors(terminal), paced);
  }

  /** The same client with that limit, which its servers must let it keep. */
  public static ServerClient below(Optional<ProcessorLimit> limit, ServerClient client)
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
            "the server does not expose its CPU usage",
            server.toString(),
            "set management.endpoints.web.exposure.include=prometheus in its application.properties"
                + " and restart the server, or use --max-requests-per-second");
      }
    } catch (RegistryException e) {
      // Another one is asked when this one is away.
      if (e.kind() != Kind.UNREACHABLE) {
        throw CommandException.of(e);
      }
    }
  }

  /** Reaches a cluster with these settings. */
  public static ServerClient client(ConnectionSettings settings) throws CommandException {
    try {
      return new ServerClient(settings);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(
          String.valueOf(e.getMessage()),
          "--ca-file, --client-certificate, --client-key",
          "give files in PEM format that this user may read");
    }
  }

  /** Returns how the cluster is reached. */
  public ConnectionSettings connection(Terminal terminal) throws CommandException {
    Profile file = profile(terminal);
    String addresses = first(servers, terminal.variable("LANDBRIDGE_SERVER"), file.get("server"));
    if (addresses.isEmpty()) {
      throw CommandException.usage(
          "no server given",
          "--server",
          "use the option, the variable LANDBRIDGE_SERVER, or a profile with a server");
    }
    try {
      ConnectionSettings settings =
          ConnectionSettings.of(ServerAddress.parseList(addresses), credentials(terminal, file));
      return new ConnectionSettings(
          settings.servers(),
          settings.credentials(),
          settings.connectTimeout(),
          settings.requestTimeout(),
          settings.maxAnswerBytes(),
          settings.maxRequests(),
          trust(terminal, file));
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(
          "invalid server address", "--server", String.valueOf(e.getMessage()));
    }
  }

  /**
   * Whoever says in the command line what to trust does not expect everything to go unencrypted.
   * Variables and profiles may be for other clusters too.
   *
   * @param servers all that will be asked
   */
  public void refuseIdleTrust(List<ServerAddress> servers) throws CommandException {
    boolean given = caFile != null || clientCertificate != null || clientKey != null;
    if (given && servers.stream().noneMatch(each -> each.base().getScheme().equals("https"))) {
      throw CommandException.usage(
          "no address is https, so TLS options have no effect",
          "--ca-file, --client-certificate, --client-key",
          "use https:// addresses, or remove these options");
    }
  }

  private Trust trust(Terminal terminal, Profile file) throws CommandException {
    String certificate =
        file(
            clientCertificate,
            terminal,
            "LANDBRIDGE_CLIENT_CERTIFICATE",
            file,
            Profile.CLIENT_CERTIFICATE);
    String key = file(clientKey, terminal, "LANDBRIDGE_CLIENT_KEY", file, Profile.CLIENT_KEY);
    if (certificate.isEmpty() != key.isEmpty()) {
      throw CommandException.usage(
          "a client certificate and its key belong together",
          "--client-certificate, --client-key",
          "use both options, or neither");
    }
    return new Trust(
        file(caFile, terminal, "LANDBRIDGE_CA_FILE", file, Profile.CA_FILE), certificate, key);
  }

  private static String file(
      @Nullable Path option, Terminal terminal, String variable, Profile profile, String name) {
    return first(
        option == null ? "" : option.toString(), terminal.variable(variable), profile.get(name));
  }

  private String typed = "";

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
          "a password on the command line is not accepted",
          "--password",
          "it would be visible in process lists and the shell history; use --password without a"
              + " value to be prompted, --password-file, or the variable NACOS_PASSWORD");
    }
    Optional<String> token = token(terminal, file);
    if (token.isPresent()) {
      return Credentials.ofToken(token.get());
    }
    String user =
        username == null
            ? first(terminal.variable("NACOS_USERNAME"), file.get(Profile.USERNAME))
            : username;
    boolean explicit = password != null || passwordFile != null;
    if (user.isEmpty()) {
      if (explicit) {
        throw CommandException.usage(
            "a password without a user name", "--password", "add --username");
      }
      return Credentials.ANONYMOUS;
    }
    String secret =
        password != null
            ? typed(user, terminal)
            : passwordFile != null
                ? SecretFile.read(passwordFile, "password", terminal)
                : first(
                    terminal.variable("NACOS_PASSWORD"),
                    file.get(Profile.PASSWORD_FILE).isEmpty()
                        ? ""
                        : SecretFile.read(
                            Path.of(file.get(Profile.PASSWORD_FILE)), "password", terminal));
    if (secret.isEmpty()) {
      throw CommandException.usage(
          "no password for user '" + user + "'",
          "--username",
          "use --password at a terminal, --password-file, or the variable NACOS_PASSWORD");
    }
    return new Credentials(user, secret);
  }

  /** Typed once, also where the command is carried out after its dry run. */
  private String typed(String user, Terminal terminal) {
    if (typed.isEmpty()) {
      typed = terminal.askPassword("Password of " + user + ": ");
    }
    return typed;
  }

  /** The nearest one that is given, unless a user is given nearer. */
  private Optional<String> token(Terminal terminal, Profile file) throws CommandException {
    boolean user = username != null || password != null || passwordFile != null;
    if (tokenFile != null) {
      refuseBoth(user, "--token-file", "--username");
      return Optional.of(SecretFile.read(tokenFile, "token", terminal));
    }
    if (user) {
      return Optional.empty();
    }
    String given = terminal.variable(TOKEN_VARIABLE).strip();
    boolean anybody = !terminal.variable("NACOS_USERNAME").isEmpty();
    if (!given.isEmpty()) {
      refuseBoth(anybody, TOKEN_VARIABLE, "NACOS_USERNAME");
      return Optional.of(given);
    }
    if (anybody || file.get(Profile.TOKEN_FILE).isEmpty()) {
      return Optional.empty();
    }
    refuseBoth(!file.get(Profile.USERNAME).isEmpty(), Profile.TOKEN_FILE, Profile.USERNAME);
    return Optional.of(SecretFile.read(Path.of(file.get(Profile.TOKEN_FILE)), "token", terminal));
  }

  private static void refuseBoth(boolean user, String token, String name) throws CommandException {
    if (user) {
      throw CommandException.usage(
          "both a token and a user name are given",
          token + ", " + name,
          "use only one: a token already identifies its user");
    }
  }

  /**
   * A user whose password is in a file.
   *
   * @param user empty for nobody
   * @param option what the user was given with
   */
  public static Credentials credentials(String user, @Nullable Path file, String option)
      throws CommandException {
    if (user.isEmpty() && file == null) {
      return Credentials.ANONYMOUS;
    }
    String secret = file == null ? "" : SecretFile.read(file, "password");
    if (user.isEmpty() || secret.isEmpty()) {
      throw CommandException.usage(
          "a user name and its password belong together", option, "use both options, or neither");
    }
    return new Credentials(user, secret);
  }

  /** The namespaces somebody names. */
  @Command
  public static final class Namespaces {

    @Option(
        names = "--namespace",
        paramLabel = "NS",
        split = ",",
        description =
            "Select this namespace (repeatable). Default: the variable LANDBRIDGE_NAMESPACE, the"
                + " profile, or all namespaces of the server.")
    List<String> namespaces = new ArrayList<>();

    /**
     * Those that are wanted.
     *
     * @param server knows of a profile
     * @return empty for all of the server
     */
    public SortedSet<NamespaceId> wanted(ServerOptions server, Terminal terminal)
        throws CommandException {
      List<String> named = namespaces;
      if (named.isEmpty()) {
        String otherwise =
            first(
                terminal.variable("LANDBRIDGE_NAMESPACE"),
                server.profile(terminal).get(Profile.NAMESPACE));
        named = otherwise.isEmpty() ? List.of() : List.of(otherwise.split(",", -1));
      }
      SortedSet<NamespaceId> wanted = new TreeSet<>();
      for (String each : named) {
        try {
          wanted.add(NamespaceId.of(each.strip()));
        } catch (IllegalArgumentException e) {
          throw CommandException.usage(
              "invalid namespace", "--namespace", String.valueOf(e.getMessage()));
        }
      }
      return wanted;
    }
  }
}
