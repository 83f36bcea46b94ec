package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the page for operators tells them to type is understood. */
class DocumentedCommandsTest {

  private static final Pattern COMMAND = Pattern.compile("(?m)^ {4,}landbridge (.*)$");

  @Test
  void commandsOfThePageForOperators() throws Exception {
    List<String> commands =
        COMMAND
            .matcher(Files.readString(Path.of("../docs/operations.md")))
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
