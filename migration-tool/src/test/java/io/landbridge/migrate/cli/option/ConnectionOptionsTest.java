package io.landbridge.migrate.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.Trust;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Options win over variables, and those over the profile. */
class ConnectionOptionsTest {

  /** A verb that reads some namespaces of a cluster. */
  @Command
  private static final class Verb {

    @Mixin ServerOptions server = new ServerOptions();
    @Mixin ServerOptions.Namespaces namespaces = new ServerOptions.Namespaces();
  }

  @TempDir Path directory;

  private static ConnectionSettings settings(Map<String, String> variables, String... arguments)
      throws Exception {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    ServerOptions options = CommandLine.populateCommand(new ServerOptions(), arguments);
    return options.connection(new Terminal(nowhere, nowhere, variables, false, false));
  }

  private Path profile(String text) throws Exception {
    return Files.writeString(directory.resolve("profile"), text);
  }

  @Test
  void theNearestOneWins() throws Exception {
    Path secret = Files.writeString(directory.resolve("secret"), "hunter2\n");
    String file =
        profile("server=a:1,b:2\nusername=ops\npassword-file=%s\n".formatted(secret)).toString();

    ConnectionSettings all = settings(Map.of(), "--profile", file);
    assertThat(all.servers()).hasSize(2);
    assertThat(all.credentials().username()).isEqualTo("ops");
    assertThat(all.credentials().password()).isEqualTo("hunter2");
    assertThat(all.toString()).doesNotContain("hunter2");

    ConnectionSettings variables =
        settings(
            Map.of(
                "LANDBRIDGE_PROFILE", file,
                "LANDBRIDGE_SERVER", "c:3",
                "NACOS_USERNAME", "me",
                "NACOS_PASSWORD", "mine"));
    assertThat(variables.servers().get(0).hostAndPort()).isEqualTo("c:3");
    assertThat(variables.credentials().username()).isEqualTo("me");
    assertThat(variables.credentials().password()).isEqualTo("mine");

    assertThat(
            settings(Map.of("LANDBRIDGE_SERVER", "c:3"), "--server", "d:4", "--profile", file)
                .servers()
                .get(0)
                .hostAndPort())
        .isEqualTo("d:4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"password=hunter2", "sever=a", "server=\\uXYZ"})
  void whatAProfileMustNotSayIsRefusedWithoutRepeatingIt(String text) throws Exception {
    String file = profile(text).toString();

    assertThatThrownBy(() -> settings(Map.of(), "--profile", file))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("profile")
        .message()
        .doesNotContain("hunter2");
  }

  @Test
  void aPasswordThatEverybodyCanReadIsWarnedOf() throws Exception {
    Path secret = Files.writeString(directory.resolve("secret"), "hunter2\n");
    String file = profile("server=a:1\nusername=ops\npassword-file=%s\n".formatted(secret)) + "";
    StringWriter err = new StringWriter();
    Terminal terminal =
        new Terminal(
            new PrintWriter(new StringWriter()), new PrintWriter(err), Map.of(), false, false);
    ServerOptions options = CommandLine.populateCommand(new ServerOptions(), "--profile", file);

    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(options.connection(terminal).credentials().password()).isEqualTo("hunter2");
    assertThat(err.toString()).isEmpty();

    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(options.connection(terminal).credentials().password()).isEqualTo("hunter2");
    assertThat(err.toString())
        .startsWith("landbridge: warning: ")
        .contains(secret.toString(), "chmod 600")
        .doesNotContain("hunter2");
  }

  @Test
  void noServerIsWrongUsage() {
    assertThatThrownBy(() -> settings(Map.of()))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("LANDBRIDGE_SERVER");
  }

  @Test
  void aTokenStandsForItsUser() throws Exception {
    Path secret = Files.writeString(directory.resolve("token"), "tok-1\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    String file = profile("server=a:1\ntoken-file=%s\n".formatted(secret)).toString();
    Map<String, String> variable = Map.of("LANDBRIDGE_TOKEN", "tok-2");

    assertThat(token(settings(Map.of(), "--profile", file))).isEqualTo("tok-1");
    assertThat(token(settings(variable, "--profile", file))).isEqualTo("tok-2");
    assertThat(token(settings(variable, "--server", "a:1", "--token-file", secret.toString())))
        .isEqualTo("tok-1");
    assertThat(settings(variable, "--server", "a:1").toString()).doesNotContain("tok-2");

    Path other = Files.writeString(directory.resolve("secret"), "hunter2\n");
    ConnectionSettings user =
        settings(
            variable, "--server", "a:1", "--username", "u", "--password-file", other.toString());
    assertThat(user.credentials().username()).isEqualTo("u");
    assertThat(token(user)).isEmpty();
  }

  private static String token(ConnectionSettings settings) {
    return settings.credentials().token();
  }

  @Test
  void aTokenAndAUserAreRefused() throws Exception {
    String token = Files.writeString(directory.resolve("token"), "tok-1\n").toString();
    String both = profile("server=a:1\ntoken-file=%s\nusername=u\n".formatted(token)).toString();

    refuses("use only one", Map.of(), "--server", "a:1", "--token-file", token, "--username", "u");
    refuses(
        "use only one", Map.of("LANDBRIDGE_TOKEN", "t", "NACOS_USERNAME", "u"), "--server", "a:1");
    refuses("use only one", Map.of(), "--profile", both);
    Files.writeString(directory.resolve("token"), "\ntok-1\n");
    refuses(
        "the first line of the token file is empty",
        Map.of(),
        "--server",
        "a:1",
        "--token-file",
        token);
    refuses("LANDBRIDGE_TOKEN", Map.of(), "--profile", profile("token=hunter2").toString());
    refuses("the token file does not exist", Map.of(), "--server", "a:1", "--token-file", "absent");
  }

  private static void refuses(String why, Map<String, String> variables, String... arguments) {
    assertThatThrownBy(() -> settings(variables, arguments))
        .isInstanceOfSatisfying(
            CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE))
        .hasMessageFindingMatch(why)
        .message()
        .doesNotContain("hunter2", "tok-1");
  }

  @Test
  void certificatesFromOptionsVariablesAndProfile() throws Exception {
    String file = profile("server=a:1\nca-file=1\nclient-certificate=2\nclient-key=3\n").toString();

    assertThat(settings(Map.of(), "--profile", file).trust()).isEqualTo(new Trust("1", "2", "3"));
    assertThat(
            settings(
                    Map.of("LANDBRIDGE_CA_FILE", "4", "LANDBRIDGE_CLIENT_KEY", "5"),
                    "--profile",
                    file,
                    "--client-certificate",
                    "6")
                .trust())
        .isEqualTo(new Trust("4", "6", "5"));
    refuses("belong together", Map.of(), "--server", "a:1", "--client-key", "5");
  }

  @Test
  void whatToTrustIsOfUseWhereAnAddressIsHttps() throws Exception {
    List<ServerAddress> plain = ServerAddress.parseList("a:1,b:2");
    for (String option : List.of("--ca-file", "--client-certificate", "--client-key")) {
      ServerOptions options = CommandLine.populateCommand(new ServerOptions(), option, "1");

      assertThatThrownBy(() -> options.refuseIdleTrust(plain))
          .isInstanceOfSatisfying(
              CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE))
          .hasMessageContaining("no address is https");
      options.refuseIdleTrust(ServerAddress.parseList("a:1,https://b:2"));
    }
    new ServerOptions().refuseIdleTrust(plain);
  }

  @Test
  void theNearestNamespacesWin() throws Exception {
    Path file = profile("server=a:1\nnamespace=one, two\n");

    assertThat(namespaces(Map.of(), "--profile", file.toString())).hasToString("[one, two]");
    assertThat(namespaces(Map.of("LANDBRIDGE_NAMESPACE", "three"), "--profile", file.toString()))
        .hasToString("[three]");
    assertThat(namespaces(Map.of("LANDBRIDGE_NAMESPACE", "three"), "--namespace", "four,five"))
        .hasToString("[five, four]");
    assertThat(namespaces(Map.of())).isEmpty();
  }

  private static Set<NamespaceId> namespaces(Map<String, String> variables, String... arguments)
      throws Exception {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    Verb verb = CommandLine.populateCommand(new Verb(), arguments);
    return verb.namespaces.wanted(
        verb.server, new Terminal(nowhere, nowhere, variables, false, false));
  }
}
