package io.landbridge.migrate.cli;

import io.landbridge.migrate.cli.terminal.HelpText;
import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Writes what {@code --help} says as manual pages, and the completion for shells; run by the build.
 */
public final class ManualPages {

  private final CommandSpec root;
  private final String version;

  private ManualPages(CommandLine command, String version) {
    this.root = command.getCommandSpec();
    this.version = version;
  }

  /**
   * Writes them below {@code man/man1} and {@code bash-completion/completions}.
   *
   * @param args the directory, and the version of the command
   * @throws IOException if they cannot be written
   */
  public static void main(String[] args) throws IOException {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    write(
        Path.of(args[0]),
        args[1],
        Main.commandLine(new Terminal(nowhere, nowhere, Map.of(), false, false)));
  }

  static void write(Path share, String version, CommandLine command) throws IOException {
    Path pages = Files.createDirectories(share.resolve("man/man1"));
    new ManualPages(command, version).write(command, pages);
    Path completions = Files.createDirectories(share.resolve("bash-completion/completions"));
    Files.writeString(
        completions.resolve(command.getCommandName()),
        AutoComplete.bash(command.getCommandName(), command),
        StandardCharsets.UTF_8);
  }

  private void write(CommandLine command, Path directory) throws IOException {
    Files.writeString(
        directory.resolve(name(command.getCommandSpec()) + ".1"),
        page(command),
        StandardCharsets.UTF_8);
    for (CommandLine each : verbs(command)) {
      write(each, directory);
    }
  }

  private static Set<CommandLine> verbs(CommandLine command) {
    return new LinkedHashSet<>(command.getSubcommands().values());
  }

  private static String name(CommandSpec command) {
    return command.qualifiedName("-");
  }

  private String page(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    StringBuilder page = new StringBuilder();
    page.append(
        ".TH \"%s\" 1 \"\" \"%s %s\"\n"
            .formatted(name(spec).toUpperCase(Locale.ROOT), root.name(), version));
    section(page, "NAME");
    line(page, name(spec) + " - " + firstSentence(description(command)));
    section(page, "SYNOPSIS");
    page.append(".nf\n");
    command.getHelp().synopsis(0).lines().forEach(each -> line(page, each));
    page.append(".fi\n");
    section(page, "DESCRIPTION");
    line(page, description(command));
    section(page, "OPTIONS");
    spec.positionalParameters().stream()
        .filter(each -> !each.hidden())
        .forEach(each -> entry(page, italic(each.paramLabel()), each));
    spec.options().stream()
        .filter(each -> !each.hidden())
        .forEach(each -> entry(page, names(each), each));
    if (!verbs(command).isEmpty()) {
      section(page, "COMMANDS");
      for (CommandLine each : verbs(command)) {
        page.append(".TP\n");
        page.append(bold(name(each.getCommandSpec()))).append("(1)\n");
        line(page, description(each));
      }
    }
    section(page, "EXIT STATUS");
    line(page, String.join(" ", root.usageMessage().footer()).strip());
    CommandSpec parent = spec.parent();
    if (parent != null) {
      section(page, "SEE ALSO");
      page.append(bold(name(parent))).append("(1)\n");
    }
    return page.toString();
  }

  private static void entry(StringBuilder page, String head, ArgSpec argument) {
    page.append(".TP\n").append(head).append('\n');
    line(page, String.join(" ", argument.description()));
  }

  private static String names(OptionSpec option) {
    List<String> names = Arrays.stream(option.names()).map(ManualPages::bold).toList();
    boolean valued = option.arity().max() > 0 && !HelpText.refusesValue(option);
    return String.join(", ", names) + (valued ? " " + italic(option.paramLabel()) : "");
  }

  private static String description(CommandLine command) {
    return command.getHelp().description().replaceAll("\\s+", " ").strip();
  }

  private static String firstSentence(String text) {
    int end = text.indexOf(". ");
    return (end < 0 ? text : text.substring(0, end)).replaceFirst("\\.$", "");
  }

  private static void section(StringBuilder page, String name) {
    page.append(".SH \"").append(name).append("\"\n");
  }

  /** A line of text; one that looks like a request to the formatter would be taken for one. */
  private static void line(StringBuilder page, String text) {
    boolean request = text.startsWith(".") || text.startsWith("'");
    page.append(request ? "\\&" : "").append(escaped(text)).append('\n');
  }

  private static String bold(String text) {
    return "\\fB" + escaped(text) + "\\fR";
  }

  private static String italic(String text) {
    return "\\fI" + escaped(text) + "\\fR";
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-");
  }
}
