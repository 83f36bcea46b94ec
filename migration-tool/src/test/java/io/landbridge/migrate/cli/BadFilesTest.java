package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.journal.JournalEntry;
import io.landbridge.migrate.journal.JournalEntry.Event;
import io.landbridge.migrate.journal.JournalFile;
import io.landbridge.migrate.journal.JournalHeader;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.PlanCodec;
import io.landbridge.migrate.plan.PlanRequest;
import io.landbridge.migrate.plan.Planner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plans and journals that cannot be worked with: one line says why, before any server is asked, and
 * the files stay as they are.
 */
class BadFilesTest {

  @TempDir private Path directory;
  private Path plan;
  private String hash;

  private record Run(int exitCode, String out, String err) {}

  @BeforeEach
  void makeAPlan() throws Exception {
    plan = directory.resolve("plan.yaml");
    Plan made =
        Planner.plan(
            InventoryBuilder.of(
                Registrations.untranslated(
                    List.of(Registrations.of("shop", "demo.Order", "10.0.0.1", 20880)))),
            PlanRequest.of(each -> true, "test", "2026-11-21T00:00:00Z"));
    Files.writeString(plan, new PlanCodec().toYaml(made));
    hash = made.hash();
  }

  private Run run(String verb, String... more) {
    String[] arguments = new String[5 + more.length];
    // Nobody answers there, which would be another error.
    List.of(verb, "--server", "127.0.0.1:1", "--plan", plan.toString()).toArray(arguments);
    System.arraycopy(more, 0, arguments, 5, more.length);
    return runs(arguments);
  }

  private static Run runs(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        Main.run(
            new Terminal(new PrintWriter(out), new PrintWriter(err), Map.of(), false, false),
            arguments);
    return new Run(exitCode, out.toString(), err.toString());
  }

  private static void fails(Run run, int exitCode, String... words) {
    assertThat(run.exitCode()).as("%s", run).isEqualTo(exitCode);
    assertThat(run.err()).startsWith("landbridge: error: ").contains(words);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.out()).isEmpty();
  }

  private Path journal(String planHash) throws Exception {
    Path file = directory.resolve("plan.yaml.journal");
    Files.deleteIfExists(file);
    try (JournalFile journal =
        JournalFile.open(
            file,
            new JournalHeader(JournalHeader.KIND, JournalHeader.FORMAT, "id", planHash, "", ""),
            () -> "2026-11-21T00:00:00Z")) {
      journal.append(JournalEntry.of(Event.WAVE_BEGUN, 1, ""));
      journal.append(JournalEntry.of(Event.WAVE_DONE, 1, ""));
    }
    return file;
  }

  /** Before anything is asked: nobody answers here. */
  @Test
  void aDirectoryIsNotReplaced() throws Exception {
    Path place = Files.createDirectory(directory.resolve("place.yaml"));

    for (String[] command :
        new String[][] {
          {"plan", "--server", "127.0.0.1:1", "--out", place.toString()},
          {"backup", "--server", "127.0.0.1:1", "--force", "--out", place.toString()},
          {"report", "--server", "127.0.0.1:1", "--plan", plan.toString(), "--out", place + ""}
        }) {
      fails(runs(command), 2, "this is a directory", "place.yaml");
    }
    assertThat(place).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply", "rollback", "complete", "report", "verify"})
  void aPlanThatWasEdited(String verb) throws Exception {
    Files.writeString(plan, Files.readString(plan).replace("demo.Order", "demo.Orders"));

    fails(run(verb), 5, "was edited", "plan.yaml", "make a new plan");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "hello: world", "[1, 2]", "format: 7", "format: 1", "format: [", "\u0000"})
  void whatIsNoPlan(String text) throws Exception {
    Files.writeString(plan, text);

    fails(run("apply", "--yes"), 2, "not a plan", "plan.yaml", "'landbridge plan'");
  }

  /** A full disk and a forgotten redirection leave these. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apply --server h --plan FILE|not a plan: the file is empty|written by 'landbridge plan'",
        "restore --server h FILE|not a backup: the file is empty|written by 'landbridge backup'",
        "scan --profile FILE|the profile is empty|server=HOST:8848",
        "scan --server h --username u --password-file FILE|first line of the password file is empty"
            + "|write the password into the first line",
        "scan --server h --token-file FILE|first line of the token file is empty"
            + "|write the token into the first line",
        "apply --server h --all --guard q --guard-url http://h --guard-token-file FILE"
            + "|first line of the token file is empty|write the token",
        "bridge check --server h --legacy g --legacy-username u --legacy-password-file FILE"
            + "|first line of the password file is empty|write the password",
      })
  void whatIsEmptyIsCalledEmpty(String line, String what, String advice) throws Exception {
    Path empty = Files.createFile(directory.resolve("empty"));

    fails(runs(line.replace("FILE", empty.toString()).split(" ")), 2, what, "/empty: ", advice);
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply", "rollback", "complete", "report"})
  void aJournalOfAnotherPlan(String verb) throws Exception {
    Path journal = journal("to another plan");
    byte[] before = Files.readAllBytes(journal);

    fails(run(verb), 5, "to another plan", "plan.yaml.journal", "--journal");

    assertThat(Files.readAllBytes(journal)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply", "rollback", "complete", "report"})
  void aJournalThatIsDamaged(String verb) throws Exception {
    Path journal = journal(hash);
    Files.writeString(journal, Files.readString(journal).replace("\"seq\":1", "\"seq\":9"));

    fails(run(verb), 5, "line 2", "plan.yaml.journal");
  }

  @Test
  void whatIsNoJournalStaysAsItIs() throws Exception {
    Path precious = Files.writeString(directory.resolve("precious"), "no line end");

    fails(
        run("apply", "--yes", "--journal", precious + ""),
        5,
        "the first line is missing",
        "precious");

    assertThat(precious).content().isEqualTo("no line end");
  }

  /** Whoever was killed at any moment may go on: the servers are asked next. */
  @Test
  void aJournalThatWasCutOff() throws Exception {
    Path journal = journal(hash);
    byte[] whole = Files.readAllBytes(journal);
    for (int length : new int[] {0, 10, whole.length - 1}) {
      Files.write(journal, java.util.Arrays.copyOf(whole, length));
      fails(run("apply", "--wave", "next"), 1, "cannot be reached");
    }
  }

  @Test
  void wavesThatAreNotThere() throws IOException {
    fails(run("apply", "--wave", "2"), 2, "no wave 2", "a wave from 1 to 1");
    fails(run("apply", "--wave", "one"), 2, "invalid wave 'one'", "'next' or 'all'");
    fails(run("verify", "--wave", "2"), 2, "no wave 2");
  }
}
