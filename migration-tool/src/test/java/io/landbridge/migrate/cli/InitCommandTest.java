package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.cli.option.Profile;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.cli.terminal.Terminal.Prompt;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {

  /** Nothing listens there: what is looked at with the profile cannot be reached. */
  private static final String NOBODY = "127.0.0.1:1";

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Script script = new Script();

  @Test
  void fourAnswersMakeAProfileThatIsUsedAtOnce() throws Exception {
    script.answers.addAll(List.of(NOBODY, "nacos", "", "s3cret", "dev,test"));

    int exitCode = init();

    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
    Profile written = Profile.read(profile());
    assertThat(written.values())
        .containsOnlyKeys("server", "username", "password-file", "namespace")
        .containsEntry("server", "http://127.0.0.1:1/nacos")
        .containsEntry("username", "nacos")
        .containsEntry("namespace", "dev,test");
    Path password = Path.of(written.get("password-file"));
    assertThat(password).hasContent("s3cret");
    for (Path each : List.of(profile(), password)) {
      assertThat(Files.getPosixFilePermissions(each)).hasSize(2);
    }
    assertThat(script.secrets).hasSize(1);
    assertThat(out.toString())
        .contains("landbridge doctor --profile " + profile(), "landbridge scan --profile ")
        .doesNotContain("s3cret");
    assertThat(err.toString())
        .contains("LANDBRIDGE_PROFILE=" + profile(), "127.0.0.1:1")
        .doesNotContain("s3cret");
  }

  @Test
  void whoPressesEnterGetsTheUsualCluster() throws Exception {
    script.answers.addAll(List.of("", "", ""));

    init();

    assertThat(Profile.read(profile()).values())
        .containsOnlyKeys("server")
        .containsEntry("server", "http://localhost:8848/nacos");
    assertThat(script.asked)
        .containsExactly(
            "Servers of the cluster, with commas in between [localhost:8848]: ",
            "User, if the servers ask for a login [none]: ",
            "Namespaces to look at, with commas in between [all]: ");
  }

  @Test
  void aMistakeInAnAddressIsAskedForAgain() throws Exception {
    script.answers.addAll(List.of("http://", NOBODY, "", ""));

    init();

    assertThat(err.toString()).contains("this is not an address");
    assertThat(Profile.read(profile()).get("server")).isEqualTo("http://127.0.0.1:1/nacos");
  }

  @Test
  void threeMistakesEndIt() {
    script.answers.addAll(List.of("http://", "http://", "http://", NOBODY));

    assertThat(init()).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("no valid server address given");
    assertThat(profile()).doesNotExist();
  }

  @Test
  void aPasswordFileThatIsThereIsUsed() throws Exception {
    Path file = Files.writeString(directory.resolve("own"), "kept");
    script.answers.addAll(List.of(NOBODY, "nacos", file.toString(), ""));

    init();

    assertThat(Profile.read(profile()).get("password-file")).isEqualTo(file.toString());
    assertThat(file).hasContent("kept");
    assertThat(script.secrets).isEmpty();
  }

  @Test
  void aProfileThatIsThereStays() throws Exception {
    Files.writeString(profile(), "server=kept:8848");

    assertThat(init()).isEqualTo(ExitCode.USAGE);
    assertThat(profile()).hasContent("server=kept:8848");
    assertThat(err.toString()).contains("already exists and is not overwritten");
    assertThat(script.asked).isEmpty();
  }

  @Test
  void withoutATerminalItSaysWhatToDo() {
    assertThat(init()).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("needs a terminal", "docs/cli.md");
    assertThat(profile()).doesNotExist();
  }

  @Test
  void certificatesAreAskedForWhereTheyAreNeeded() throws Exception {
    Path authority = Files.writeString(directory.resolve("ca.pem"), "");
    script.answers.addAll(List.of("https://" + NOBODY, authority.toString(), "", ""));

    init();

    assertThat(Profile.read(profile()).values())
        .containsEntry("ca-file", authority.toString())
        .containsEntry("server", "https://127.0.0.1:1/nacos");
  }

  private int init() {
    Terminal terminal =
        new Terminal(new PrintWriter(out), new PrintWriter(err), Map.of(), false, false, script);
    return Main.run(terminal, "init", "--profile", profile().toString());
  }

  private Path profile() {
    return directory.resolve("landbridge.profile");
  }

  /** Types what a person would; at the end there is nobody any more. */
  private static final class Script implements Prompt {

    final Deque<String> answers = new ArrayDeque<>();
    final List<String> asked = new ArrayList<>();
    final List<String> secrets = new ArrayList<>();

    @Override
    public Optional<String> ask(String question) {
      asked.add(question);
      return Optional.ofNullable(answers.poll());
    }

    @Override
    public Optional<String> askSecret(String question) {
      secrets.add(question);
      return Optional.ofNullable(answers.poll());
    }
  }
}
