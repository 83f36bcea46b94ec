package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever sits at a terminal is asked after a dry run, and scripts are not. */
@Timeout(60)
class YesQuestionIT {

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<String> questions = new ArrayList<>();
  private PluginServer server;

  @BeforeEach
  void twoApplicationsAreRegistered() throws Exception {
    server = new PluginServer();
    server.providers.putAll(Map.of("a", 20880, "b", 20881));
    server.applications.putAll(Map.of("a", false, "b", false));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private int run(String answer, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--server", server.address()));
    Terminal.Prompt prompt =
        question -> {
          questions.add(question);
          return Optional.of(answer);
        };
    return Main.run(
        new Terminal(new PrintWriter(out), new PrintWriter(err), Map.of(), true, true, prompt),
        all.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"y", "Y", " yes "})
  void yesCarriesOutWhatWasShown(String answer) {
    assertThat(run(answer, "apply", "--all")).as("%s", err).isZero();

    assertThat(questions).containsExactly("2 applications change. Continue? [y/N] ");
    assertThat(server.changes).containsExactly("on a", "on b");
    assertThat(out.toString()).contains("would change", "2 done, 0 failed");

    assertThat(run(answer, "rollback", "--application", "a")).as("%s", err).isZero();
    assertThat(questions).last().isEqualTo("1 application changes. Continue? [y/N] ");
    assertThat(server.changes).containsExactly("on a", "on b", "off a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "n", "no", "yess", "j"})
  void anyOtherAnswerChangesNothing(String answer) {
    assertThat(run(answer, "apply", "--all")).isZero();

    assertThat(questions).hasSize(1);
    assertThat(server.changes).isEmpty();
    assertThat(err.toString()).contains("landbridge: nothing was changed");
  }

  @Test
  void planIsAskedForWithItsHazards() {
    String plan = directory.resolve("plan.yaml").toString();
    assertThat(run("y", "plan", "--out", plan, "--no-rules")).as("%s", err).isZero();
    assertThat(questions).as("plan changes nothing").isEmpty();

    assertThat(run("n", "apply", "--plan", plan, "--wave", "all")).as("%s", err).isZero();

    assertThat(questions).containsExactly("2 applications change. Continue? [y/N] ");
  }

  @Test
  void whatIsNoApplicationIsAskedForInItsOwnWords() {
    assertThat(run("y", "sign-entries")).as("%s", err).isZero();

    assertThat(questions).containsExactly("entries of the log must be signed. Continue? [y/N] ");
    assertThat(server.changes).contains("signatures true");
  }

  @Test
  void nobodyIsAskedWhereThereIsNothingToAsk() {
    assertThat(run("y", "apply", "--all", "-o", "json")).isZero();
    assertThat(run("y", "status")).isZero();
    assertThat(run("y", "apply", "--application", "nobody")).isEqualTo(ExitCode.PRECONDITION);
    assertThat(server.changes).isEmpty();
    assertThat(run("y", "apply", "--all", "--yes")).as("%s", err).isZero();
    assertThat(run("y", "apply", "--all")).as("done already").isZero();
    assertThat(run("y", "sign-entries", "--yes")).as("%s", err).isZero();

    assertThat(questions).isEmpty();
    assertThat(server.changes).containsExactly("on a", "on b", "signatures true");
  }

  @Test
  void scriptIsNotAsked() {
    int code =
        Main.run(
            new Terminal(new PrintWriter(out), new PrintWriter(err), Map.of(), false, false),
            "apply",
            "--all",
            "--server",
            server.address());

    assertThat(code).isZero();
    assertThat(server.changes).isEmpty();
    assertThat(out.toString()).contains("Dry run: nothing was changed. Run again with --yes");
    assertThat(err.toString()).doesNotContain("nothing was changed");
  }
}
