package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that is given is passed over in silence. */
class OptionRulesTest {

  private final StringWriter err = new StringWriter();

  private int run(String line) {
    return Main.run(
        new Terminal(
            new PrintWriter(new StringWriter()), new PrintWriter(err), Map.of(), false, false),
        line.split(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "apply --all --soak 1, --soak, --plan",
    "apply --all --soak 5, --soak, --plan",
    "apply --all --throttle 1, --throttle, --plan",
    "apply --all --pause-file f, --pause-file, --plan",
    "apply --all --before-wave p, --before-wave, --plan",
    "apply --all --after-wave p, --after-wave, --plan",
    "apply --all --wave all, --wave, --plan",
    "apply --all --journal f, --journal, --plan",
    "apply --plan p --hook-argument x, --hook-argument, --before-wave or --after-wave",
    "apply --plan p --hook-timeout 1, --hook-timeout, --before-wave or --after-wave",
    "apply --plan p --namespace n, --namespace, leave out one",
    "rollback --plan p --namespace n, --namespace, leave out one",
    "rollback --all --journal f, --journal, --plan",
    "verify --plan p --namespace n, --namespace, leave out one",
    "verify --all --wave 1, --wave, --plan",
    "verify --all --count 1, --count, --watch",
    "verify --all --for 1, --for, --watch",
    "verify --resume x --all, --all, leave out one",
    "verify --resume x --application a, --application, leave out one",
    "verify --resume x --plan p --wave 1, --wave, leave out one",
    "verify --resume x --namespace n, --namespace, leave out one",
    "verify --resume x --watch 1, --watch, leave out one",
    "plan --out p --no-rules --threshold 5, --threshold, --no-rules",
    "bridge diff --legacy-username u, --legacy-username, --legacy",
    "bridge start --legacy-username u, --legacy-username, --legacy",
  })
  void whatWouldBePassedOverIsRefused(String line, String option, String advice) {
    assertThat(run(line + " --server 127.0.0.1:1")).as("%s", err).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString())
        .startsWith("landbridge: error: " + option + " would be ignored, because ")
        .contains(advice)
        .containsOnlyOnce("\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "apply --all --namespace n",
        "apply --plan absent --application a --namespace n",
        "apply --plan absent --soak 1 --before-wave p --hook-argument x",
        "verify --all --watch 1 --count 1 --for 1",
        "bridge diff --legacy h --legacy-username u"
      })
  void whatMeansSomethingIsNot(String line) {
    run(line + " --server 127.0.0.1:1");

    assertThat(err.toString()).doesNotContain("would be ignored");
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply --all --soak 1 --help"})
  void helpIsGivenAllTheSame(String line) {
    assertThat(run(line)).isZero();
  }
}
