package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What help, manual pages and the page of the command promise is what the command does. */
class HelpTest {

  private static final Pattern SECRET_VALUE =
      Pattern.compile("--(password|token|secret)\\b(?!-)\\\\?[^\\s\\]]*[=<]");

  @TempDir private Path directory;

  private static CommandLine command() {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return Main.commandLine(new Terminal(nowhere, nowhere, Map.of(), false, false));
  }

  private static CommandLine command(String verb) {
    CommandLine command = command();
    for (String each : verb.split(" ")) {
      command = command.getSubcommands().get(each);
    }
    return command;
  }

  private static String description(String verb) {
    return command(verb).getHelp().description().replaceAll("\\s+", " ").strip();
  }

  private static List<CommandLine> all(CommandLine from) {
    List<CommandLine> all = new ArrayList<>(List.of(from));
    from.getSubcommands().values().forEach(each -> all.addAll(all(each)));
    return all;
  }

  @Test
  void noHelpShowsValueThatIsRefused() throws IOException {
    for (CommandLine each : all(command())) {
      assertThat(each.getUsageMessage()).doesNotContainPattern(SECRET_VALUE);
    }
    assertThat(command("scan").getUsageMessage()).contains("[--password]", "--password-file=FILE");
    ManualPages.write(directory, "1", command());
    assertThat(Files.readString(directory.resolve("man/man1/landbridge-scan.1")))
        .contains("[\\-\\-password]", "\\fB\\-\\-password\\fR\n")
        .doesNotContain("<password>");
  }

  @Test
  void passwordInCommandLineIsRefusedAndNotRepeated() {
    StringWriter err = new StringWriter();
    Terminal terminal =
        new Terminal(
            new PrintWriter(Writer.nullWriter()), new PrintWriter(err), Map.of(), false, false);

    int exitCode =
        Main.commandLine(terminal)
            .execute("scan", "--server", "a:1", "--username", "u", "--password=hunter2");

    terminal.err().flush();
    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("is not accepted", "--password-file")
        .doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"complete", "bridge finish", "skip-entry"})
  void warnsAboutIrreversibleVerbs(String verb) throws IOException {
    assertThat(description(verb)).startsWith("Cannot be undone: ");
    assertThat(Files.readString(Path.of("../docs/cli.md")))
        .containsPattern("(?m)^\\| `%s` \\| cannot be undone: ".formatted(verb));
  }

  @Test
  void bridgeVerbsPromiseNoMoreThanTheyDo() {
    assertThat(description("bridge back"))
        .doesNotContainIgnoringCase("always possible")
        .contains("Does not undo 'bridge finish'");
    assertThat(description("bridge cut-over")).contains("No client is contacted or moved");
    assertThat(description("rollback")).contains("Refused for completed applications");
  }

  @Test
  void helpOfEachVerbStartsWithAnImperative() {
    List<CommandLine> verbs = new ArrayList<>(command().getSubcommands().values());
    verbs.addAll(command("bridge").getSubcommands().values());
    verbs.removeIf(each -> !(each.getCommandSpec().userObject() instanceof Callable));

    assertThat(verbs).hasSizeGreaterThan(20);
    assertThat(verbs)
        .extracting(each -> each.getHelp().description().replaceAll("\\s+", " ").strip())
        .allSatisfy(
            description ->
                assertThat(description.replace("Cannot be undone: ", "").split("(?<=[.:]) ", 2)[0])
                    .matches("[A-Za-z][a-z]*[a-rt-z] .*")
                    .hasSizeLessThan(100));
  }
}
