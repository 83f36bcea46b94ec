package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** status --watch of a server that goes away meanwhile. */
@Timeout(60)
class StatusWatchIT {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private PluginServer server;

  @BeforeEach
  void twoApplicationsAreKnown() throws Exception {
    server = new PluginServer();
    server.applications.putAll(Map.of("a", false, "b", true));
    server.bridge = Map.of("phase", "SHADOW", "paused", true);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private int status(Writer to, String... arguments) {
    List<String> all = new ArrayList<>(List.of("status", "--server", server.address()));
    all.addAll(List.of(arguments));
    return Main.run(
        new Terminal(new PrintWriter(to, true), new PrintWriter(err), Map.of(), false, false),
        all.toArray(String[]::new));
  }

  @Test
  void linesAreAppendedAndAServerThatGoesAwayIsShown() {
    Writer leaving =
        new Writer() {
          @Override
          public void write(char[] text, int from, int length) {
            out.write(text, from, length);
          }

          @Override
          public void flush() {
            if (!out.toString().isEmpty()) {
              server.close();
            }
          }

          @Override
          public void close() {}
        };

    assertThat(status(leaving, "--watch", "1", "--count", "2")).isEqualTo(ExitCode.FAILED);

    List<String> lines = out.toString().lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .contains(
            "members: 1 ACTIVE; applications: 1 OBSERVED, 1 TRANSLATED; bridge: SHADOW, paused;"
                + " run: none");
    assertThat(lines.get(1)).contains("members: 1 UNREACHABLE; applications: none");
  }

  @Test
  void documentsAreLines() throws Exception {
    assertThat(status(out, "--watch", "1", "--count", "2", "-o", "json")).as("%s", err).isZero();

    List<String> lines = out.toString().lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(new ObjectMapper().readTree(lines.get(1)).path("schema").asText())
        .isEqualTo("landbridge/status/1");
  }

  @Test
  void whatWouldBeIgnoredOrCannotBeMeantIsRefused() {
    assertThat(status(out, "--count", "2")).isEqualTo(ExitCode.USAGE);
    assertThat(status(out, "--watch", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(status(out, "--watch", "--count", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(status(out, "--watch", "--count", "1")).as("%s", err).isZero();
  }
}
