package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.registry.ConnectionSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Options win over variables, and those over the profile. */
class ConnectionOptionsTest {

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
}
