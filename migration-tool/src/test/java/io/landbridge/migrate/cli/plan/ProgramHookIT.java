package io.landbridge.migrate.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.run.Hook.Phase;
import io.landbridge.migrate.wave.StoppedException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Real programs before and after a wave. */
class ProgramHookIT {

  private static final List<String> APPLICATIONS = List.of("shop", "stock");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Terminal terminal =
      new Terminal(
          new PrintWriter(out, true),
          new PrintWriter(err, true),
          Map.of(
              "PATH", "/usr/bin:/bin",
              "NACOS_PASSWORD", "secret",
              "LANDBRIDGE_TOKEN", "secret-too",
              "LANDBRIDGE_GUARD_TOKEN", "secret",
              "LANDBRIDGE_GUARD_PASSWORD", "secret",
              "TICKET", "17"),
          false,
          false);

  @Test
  void isToldWhatItIsAboutAndNotThePassword() throws Exception {
    ProgramHook hook = shell("env; echo to stderr >&2; echo \"argument $1\"", 30);

    hook.run(Phase.BEFORE, 2, APPLICATIONS);

    assertThat(err.toString().lines())
        .contains(
            "LANDBRIDGE_PHASE=before",
            "LANDBRIDGE_WAVE=2",
            "LANDBRIDGE_APPLICATIONS=shop,stock",
            "TICKET=17",
            "to stderr",
            "argument one");
    assertThat(err.toString()).doesNotContain("secret");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void saysNoWithItsExitCode() {
    assertThatThrownBy(() -> shell("echo not today; exit 3", 30).run(Phase.BEFORE, 2, APPLICATIONS))
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("the program for wave 2 exited with 3")
        .hasMessageContaining("/bin/sh");
    assertThat(err.toString()).contains("not today");
  }

  @Test
  void isEndedWhenItTakesTooLong() {
    assertThatThrownBy(() -> shell("exec sleep 600", 1).run(Phase.BEFORE, 1, APPLICATIONS))
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("did not exit within 1 s");
  }

  @Test
  void oneThatIsNotThereKeepsTheWaveFromBeginning() {
    ProgramHook hook =
        new ProgramHook("/no/such/program", "", List.of(), Duration.ofSeconds(1), terminal);

    assertThatThrownBy(() -> hook.run(Phase.BEFORE, 1, APPLICATIONS))
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("cannot be run");
  }

  @Test
  void nothingIsRunWhereNothingIsGiven() throws Exception {
    shell("echo ran", 1).run(Phase.AFTER, 1, APPLICATIONS);

    assertThat(err.toString()).isEmpty();
  }

  private ProgramHook shell(String script, int seconds) {
    return new ProgramHook(
        "/bin/sh", "", List.of("-c", script, "sh", "one"), Duration.ofSeconds(seconds), terminal);
  }
}
