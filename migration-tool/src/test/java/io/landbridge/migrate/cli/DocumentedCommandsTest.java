package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the pages for operators tell them to type is understood. */
class DocumentedCommandsTest {

  private static final Pattern COMMAND = Pattern.compile("(?m)^ {4,}landbridge (.*)$");

  /** Less than the five seconds that {@code apply} takes by itself. */
  private static final Pattern HASTY = Pattern.compile("--soak [0-4]( |$)");

  @ParameterizedTest
  @ValueSource(strings = {"operations.md", "bridge.md", "fleet.md"})
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

  /** Whoever pastes the lines of a page does not read below them what to leave out. */
  @Test
  void linesToPasteWatchNoShorterThanUsual() throws Exception {
    List<Path> pages = new ArrayList<>(List.of(Path.of("../distribution/src/INSTALL.md")));
    for (String directory : List.of("../docs", "../docs/zh", "../docs/examples", "..")) {
      try (Stream<Path> files = Files.list(Path.of(directory))) {
        pages.addAll(files.filter(each -> each.toString().matches(".*\\.(md|sh)")).toList());
      }
    }
    List<String> hasty = new ArrayList<>();
    for (Path page : pages) {
      Files.readAllLines(page).stream()
          .filter(line -> isPasted(line) && HASTY.matcher(line).find())
          .forEach(line -> hasty.add(page + ": " + line));
    }

    assertThat(pages).hasSizeGreaterThan(50);
    assertThat(hasty).isEmpty();
    assertThat("    landbridge apply --plan plan.yaml --soak 1 --yes")
        .matches(line -> isPasted(line));
    assertThat(HASTY.matcher("landbridge apply --soak 1").find()).isTrue();
    assertThat(HASTY.matcher("landbridge apply --soak 30").find()).isFalse();
  }

  private static boolean isPasted(String line) {
    return line.startsWith("landbridge ") || line.startsWith("    landbridge ");
  }

  private static Terminal terminal() {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    return new Terminal(nowhere, nowhere, Map.of(), false, false);
  }
}
