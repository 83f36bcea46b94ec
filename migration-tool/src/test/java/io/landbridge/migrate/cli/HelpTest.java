package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the help promises. */
class HelpTest {

  private final List<CommandLine> all = new ArrayList<>();

  HelpTest() {
    collect(Main.commandLine(Terminal.system()));
  }

  private void collect(CommandLine command) {
    all.add(command);
    command.getSubcommands().values().forEach(this::collect);
  }

  @Test
  void whatCannotBeUndoneBeginsWithThat() {
    assertThat(all)
        .filteredOn(each -> help(each).contains("annot be undone") && isLast(each))
        .extracting(CommandLine::getCommandName)
        .containsExactlyInAnyOrder("complete", "finish");
  }

  @Test
  void noPasswordIsOfferedThatWouldBeRefused() {
    assertThat(all).noneMatch(each -> each.getUsageMessage().contains("--password="));
    assertThat(all).anyMatch(each -> each.getUsageMessage().contains("[--password]"));
  }

  @Test
  void nothingIsAlwaysPossibleThatIsNot() {
    assertThat(all).noneMatch(each -> each.getUsageMessage().contains("lways possible"));
  }

  private static boolean isLast(CommandLine command) {
    return help(command).startsWith("Cannot be undone.");
  }

  private static String help(CommandLine command) {
    return String.join(" ", command.getCommandSpec().usageMessage().description());
  }
}
