package io.landbridge.migrate.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is looked at again and again: how it ends, and what does not end it. */
class RepetitionTest {

  private static final Duration LONG = Duration.ofHours(1);

  private final StringWriter err = new StringWriter();
  private final Terminal terminal =
      new Terminal(
          new PrintWriter(new StringWriter()), new PrintWriter(err), Map.of(), false, false);
  private int looks;

  /** One exit code after the other; -1 is a server that is away. */
  private Repetition.Look codes(int... codes) {
    return () -> {
      int code = codes[Math.min(looks++, codes.length - 1)];
      if (code < 0) {
        throw new RegistryException(Kind.UNREACHABLE, "away", "a:1", "start it");
      }
      return code;
    };
  }

  private int run(int times, int... codes) throws Exception {
    return new Repetition(Duration.ofMillis(1), times, LONG).run(codes(codes), terminal);
  }

  @Test
  void itEndsAfterSoManyTimes() throws Exception {
    assertThat(run(3, 0)).isZero();
    assertThat(looks).isEqualTo(3);
  }

  @Test
  void itEndsAfterSoLong() throws Exception {
    Repetition watching = new Repetition(Duration.ofMinutes(1), 100, Duration.ofSeconds(1));

    assertThat(watching.run(codes(0), terminal)).isZero();
    assertThat(looks).isEqualTo(1);
  }

  @Test
  void oneDifferenceIsNotForgotten() throws Exception {
    assertThat(run(4, 0, ExitCode.DRIFT, 0, 0)).isEqualTo(ExitCode.DRIFT);
  }

  @Test
  void aFailureInBetweenIsToldAndGotOver() throws Exception {
    assertThat(run(4, 0, -1, -1, 0)).isZero();
    assertThat(err.toString().lines())
        .hasSize(2)
        .allSatisfy(each -> assertThat(each).isEqualTo("landbridge: warning: away: a:1: start it"));
  }

  @Test
  void aFailureAtTheEndIsOne() throws Exception {
    assertThat(run(3, 0, 0, -1)).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void whatFailsAtOnceIsNotTriedAgain() {
    assertThatThrownBy(() -> run(3, -1)).isInstanceOf(RegistryException.class);
    assertThat(looks).isEqualTo(1);
  }

  @Test
  void whatFailsAgainAndAgainEnds() {
    assertThatThrownBy(() -> run(Integer.MAX_VALUE, 0, -1))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("away");
    assertThat(looks).isEqualTo(1 + Repetition.MAX_FAILURES);
  }

  @Test
  void whoeverInterruptsEndsIt() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> run(3, 0))
        .isInstanceOfSatisfying(
            RegistryException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INTERRUPTED));
    assertThat(Thread.interrupted()).isTrue();
  }
}
