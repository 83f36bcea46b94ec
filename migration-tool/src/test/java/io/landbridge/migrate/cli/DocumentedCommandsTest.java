package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the pages for operators tell them to type is understood. */
class DocumentedCommandsTest {

  private static final Pattern COMMAND = Pattern.compile("(?m)^ {4,}landbridge (.*)$");

  @ParameterizedTest
  @ValueSource(strings = {"operations.md", "bridge.md"})
  void commandsOfThePagesForOperators(String page) throws Exception {
    List<String> commands =
        COMMAND
            .matcher(Files.readString(Path.of("../docs", page)))
            .results()
            .map((MatchResult result) -> result.group(1))
            .toList();

    assertThat(commands).hasSizeGreaterThan(3);
    assertThat(commands)
        .allSatisfy(
            command ->
                assertThatCode(() -> Main.commandLine(terminal()).parseArgs(command.split(" ")))
                    .as(command)
                    .doesNotThrowAnyException());
  }

  private static Terminal terminal() {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    return new Terminal(nowhere, nowhere, Map.of(), false, false);
  }
}
