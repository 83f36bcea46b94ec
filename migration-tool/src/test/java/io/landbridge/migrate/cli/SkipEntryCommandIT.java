package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members that have stopped at an entry of the log are asked to leave it out, or nobody is. */
@Timeout(60)
class SkipEntryCommandIT {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private PluginServer one;
  private PluginServer other;

  @BeforeEach
  void start() throws Exception {
    one = new PluginServer();
    other = new PluginServer();
    one.neighbours.add(other.address());
    one.stoppedAt = 7;
    other.stoppedAt = 7;
  }

  @AfterEach
  void stop() {
    one.close();
    other.close();
  }

  @Test
  void withoutYesNobodyIsAskedToAgree() {
    assertThat(run()).isZero();
    assertThat(out.toString())
        .contains("Entry 7 of the log, SHA-256 ab: format 9", one.address(), other.address())
        .contains("would change", "--yes");
    assertThat(one.changes).isEmpty();
  }

  @Test
  void everyMemberIsAskedToAgree() {
    assertThat(run("--yes")).isZero();
    assertThat(one.changes).containsExactly("skip {entry=7, sha256=ab, without=}");
    assertThat(other.changes).isEqualTo(one.changes);
  }

  @Test
  void membersThatLeaveItOutAlreadyAreNotAskedAgain() {
    one.leavesOut = true;
    other.leavesOut = true;
    assertThat(run("--yes")).isZero();
    assertThat(out.toString()).contains("LEFT_OUT", "Restart the servers");
    assertThat(one.changes).isEmpty();

    other.stoppedAt = 0;
    assertThat(run("--yes")).isZero();
    assertThat(one.changes).isEmpty();
  }

  @Test
  void whereOneMemberHasReadItNobodyIsAsked() {
    other.stoppedAt = 0;
    assertThat(run("--yes")).isEqualTo(ExitCode.PARTIAL);
    assertThat(out.toString()).contains("If it has read the entry");
    assertThat(one.changes).isEmpty();
    assertThat(other.changes).isEmpty();
  }

  @Test
  void whereTheyStandAtDifferentEntriesNobodyIsAsked() {
    other.stoppedAt = 8;
    assertThat(run("--yes")).isEqualTo(ExitCode.PARTIAL);
    assertThat(out.toString()).contains("stopped at entry 7: restart it first");
    assertThat(one.changes).isEmpty();
    assertThat(other.changes).isEmpty();
  }

  @Test
  void membersThatAreDownMustBeNamed() {
    one.others.add("127.0.0.1:1");
    assertThat(run("--yes")).isEqualTo(ExitCode.PARTIAL);
    assertThat(out.toString()).contains("--without");
    assertThat(one.changes).isEmpty();

    assertThat(run("--yes", "--without", "127.0.0.1:1")).isZero();
    assertThat(other.changes).containsExactly("skip {entry=7, sha256=ab, without=127.0.0.1:1}");
  }

  @Test
  void whereNobodyHasStoppedThereIsNothingToLeaveOut() {
    one.stoppedAt = 0;
    other.stoppedAt = 0;
    assertThat(run("--yes")).isEqualTo(ExitCode.PRECONDITION);
    assertThat(err.toString()).contains("no member has stopped");
  }

  private int run(String... options) {
    Terminal terminal =
        new Terminal(new PrintWriter(out), new PrintWriter(err), Map.of(), false, false);
    return Main.run(
        terminal,
        Stream.concat(Stream.of("skip-entry", "--server", one.address()), Stream.of(options))
            .toArray(String[]::new));
  }
}
