package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Entries of the log are to be signed, or not any more. */
@Timeout(60)
class SignEntriesCommandIT {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private PluginServer server;

  @BeforeEach
  void start() throws Exception {
    server = new PluginServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void withoutYesNothingChanges() {
    assertThat(run()).isZero();
    assertThat(out.toString())
        .contains("would change", "not signed", "signed with key c0ffee", "--yes");
    assertThat(server.changes).isEmpty();
  }

  @Test
  void theyAreSignedAndThenNotAnyMore() {
    assertThat(run("--yes")).isZero();
    assertThat(run("--yes")).isZero();
    assertThat(run("--off", "--yes", "-o", "json")).isZero();
    assertThat(server.changes)
        .containsExactly("signatures true", "signatures true", "signatures false");
    assertThat(out.toString())
        .contains("changed", "unchanged")
        .contains("\"before\" : \"c0ffee\"", "\"after\" : \"\"");
  }

  private int run(String... options) {
    Terminal terminal =
        new Terminal(new PrintWriter(out), new PrintWriter(err), Map.of(), false, false);
    return Main.run(
        terminal,
        Stream.concat(Stream.of("sign-entries", "--server", server.address()), Stream.of(options))
            .toArray(String[]::new));
  }
}
