package io.landbridge.migrate.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.member.AskedMember;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CompleteCommandTest {

  private static final AskedMember SILENT = new AskedMember("10.0.0.2:8848", false, "no route");

  private final StringWriter err = new StringWriter();
  private final CompleteCommand command =
      new CompleteCommand(
          new Terminal(
              new PrintWriter(new StringWriter(), true),
              new PrintWriter(err, true),
              Map.of(),
              false,
              false));

  @Test
  void aMemberThatDoesNotTellWhoUsesWhatStandsInTheWay() {
    assertThatThrownBy(() -> command.refuseSilence(List.of(SILENT)))
        .isInstanceOfSatisfying(
            CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.PRECONDITION))
        .hasMessageContaining("10.0.0.2:8848 (no route)")
        .hasMessageContaining("--force");
    assertThatCode(() -> command.refuseSilence(List.of())).doesNotThrowAnyException();
  }

  @Test
  void whatIsForcedIsSaid() throws Exception {
    command.force = true;

    command.refuseSilence(List.of(SILENT));

    assertThat(err.toString()).contains("warning", "10.0.0.2:8848 (no route)", "--force");
  }
}
