package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.migrate.board.Board;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.report.Format;
import io.landbridge.migrate.report.result.StatusResult;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Watching goes on while a cluster is away. */
class StatusWatchTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private int looks;

  private int watch(int times, Format format, boolean terminal, int failing) throws Exception {
    return new StatusWatch(
            Duration.ZERO,
            times,
            format,
            new Terminal(new PrintWriter(out), new PrintWriter(err), Map.of(), terminal, false))
        .run(
            () -> {
              looks++;
              if (looks == failing) {
                throw new RegistryException(Kind.UNAUTHORISED, "refused", "h:1", "log in");
              }
              return new StatusWatch.Found(
                  new Board(Instant.EPOCH, new StatusResult(List.of(), List.of(), null), "OFF", ""),
                  ExitCode.PRECONDITION);
            },
            board -> "{document}\n");
  }

  @Test
  void eachLookIsALineAndFailuresDoNotEndIt() throws Exception {
    assertThat(watch(3, Format.TABLE, false, 2)).isEqualTo(ExitCode.PRECONDITION);

    assertThat(out.toString().lines())
        .hasSize(3)
        .anySatisfy(each -> assertThat(each).contains(" away: refused: h:1: log in"))
        .last()
        .asString()
        .contains("bridge: OFF");
  }

  @Test
  void lastLookDecidesHowItEnds() throws Exception {
    assertThat(watch(2, Format.TABLE, false, 2)).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void firstFailureEndsIt() {
    assertThatThrownBy(() -> watch(3, Format.TABLE, false, 1))
        .isInstanceOf(RegistryException.class);
    assertThat(looks).isEqualTo(1);
  }

  @Test
  void terminalIsDrawnAnew() throws Exception {
    watch(2, Format.TABLE, true, 0);

    assertThat(out.toString().split("\033\\[H\033\\[2J", -1)).hasSize(3);
    assertThat(out.toString()).contains("Members", "Ctrl-C ends");
  }

  @Test
  void documentsStayWhole() throws Exception {
    watch(3, Format.JSON, true, 2);

    assertThat(out.toString()).isEqualTo("{document}\n{document}\n");
    assertThat(err.toString()).contains("landbridge: away: refused");
  }
}
