package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Every verb has a page that says what its help says, and that a formatter understands. */
class ManualPagesTest {

  /** Requests of the man macros that every formatter knows. */
  private static final Pattern REQUEST = Pattern.compile("\\.(TH \".*|SH \"[A-Z ]+\"|TP|nf|fi)");

  private static final Pattern ESCAPE = Pattern.compile("\\\\(?!f[BIR]|[-e&])");

  @TempDir private Path share;
  private CommandLine command;

  @BeforeEach
  void write() throws IOException {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    command = Main.commandLine(new Terminal(nowhere, nowhere, Map.of(), false, false));
    ManualPages.write(share, "1.2.3", command);
  }

  private List<CommandLine> all(CommandLine from) {
    List<CommandLine> all = new ArrayList<>(List.of(from));
    from.getSubcommands().values().forEach(each -> all.addAll(all(each)));
    return all;
  }

  private String page(CommandLine of) throws IOException {
    return Files.readString(
        share.resolve("man/man1/%s.1".formatted(of.getCommandSpec().qualifiedName("-"))));
  }

  @Test
  void everyVerbHasOneThatNamesItsOptions() throws IOException {
    for (CommandLine each : all(command)) {
      String page = page(each);
      assertThat(page)
          .contains(".SH \"NAME\"", ".SH \"SYNOPSIS\"", ".SH \"OPTIONS\"", ".SH \"EXIT STATUS\"")
          .contains("1.2.3")
          .doesNotContain("${");
      for (OptionSpec option : each.getCommandSpec().options()) {
        assertThat(page).contains("\\fB%s\\fR".formatted(option.longestName().replace("-", "\\-")));
      }
    }
    assertThat(page(command))
        .contains("\\fBlandbridge\\-bridge\\fR(1)", "\\fBlandbridge\\-completion\\fR(1)");
    try (Stream<Path> pages = Files.list(share.resolve("man/man1"))) {
      assertThat(pages).hasSize(all(command).size()).hasSizeGreaterThan(20);
    }
  }

  @Test
  void aFormatterUnderstandsThem() throws IOException {
    for (CommandLine each : all(command)) {
      assertThat(page(each).lines())
          .allSatisfy(
              line -> {
                if (line.startsWith(".") || line.startsWith("'")) {
                  assertThat(line).matches(REQUEST);
                }
                assertThat(line).isNotBlank().doesNotContainPattern(ESCAPE);
              });
      assertThat(Pattern.compile("(?m)^\\.nf$").matcher(page(each)).results()).hasSize(1);
      assertThat(Pattern.compile("(?m)^\\.fi$").matcher(page(each)).results()).hasSize(1);
    }
  }

  @Test
  void theCompletionKnowsTheVerbs() throws IOException {
    assertThat(share.resolve("bash-completion/completions/landbridge"))
        .content()
        .contains("complete -F", "doctor", "cut-over");
  }
}
