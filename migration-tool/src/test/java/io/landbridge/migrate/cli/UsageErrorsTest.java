package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.MaxValuesExceededException;
import picocli.CommandLine.MissingTypeConverterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** No sentence of the parser reaches an operator. */
class UsageErrorsTest {

  /** Words that only the parser uses. */
  private static final String PARSER =
      "(?is).*(unmatched|missing required|possible solutions|invalid value for|error: error"
          + "|should be|specify|\\bexpected|convert|parameter|<|null).*";

  private record Run(int exitCode, String out, String err) {}

  private static Run run(String line) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        Main.run(
            new Terminal(new PrintWriter(out), new PrintWriter(err), Map.of(), false, false),
            line.isEmpty() ? new String[0] : line.split(" "));
    return new Run(exitCode, out.toString(), err.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|no verb given: landbridge: give a verb; 'landbridge --help' lists all verbs",
        "control|no verb given: landbridge control: give a verb; 'landbridge control --help' lists"
            + " all verbs",
        "scna|unknown verb 'scna': landbridge: if you mean 'landbridge scan', use that; 'landbridge"
            + " --help' lists all verbs",
        "launch|unknown verb 'launch': landbridge: 'landbridge --help' lists all verbs",
        "bridge stauts|unknown verb 'stauts': landbridge bridge: if you mean 'landbridge bridge"
            + " status', use that; 'landbridge bridge --help' lists all verbs",
        "verify lst|unknown verb 'lst': landbridge verify: if you mean 'landbridge verify list',"
            + " use that; 'landbridge verify --help' lists all verbs",
        "--server h scan|unknown option '--server': landbridge: put options after the verb, as in"
            + " 'landbridge scan --server'",
        "scan --sever h|unknown option '--sever': landbridge scan: if you mean --server, use that;"
            + " 'landbridge scan --help' lists all options",
        "scan --pasword=hunter2|unknown option '--pasword': landbridge scan: if you mean"
            + " --password, use that; 'landbridge scan --help' lists all options",
        "scan -phunter2|unknown option '-p': landbridge scan: 'landbridge scan --help' lists all"
            + " options",
        "scan shop|unexpected argument 'shop': landbridge scan: leave it out, put several values of"
            + " an option together with commas, or quote a value with blanks; 'landbridge scan"
            + " --help' lists all options",
        "restore a b|unexpected argument 'b': landbridge restore: leave it out, put several values"
            + " of an option together with commas, or quote a value with blanks; 'landbridge"
            + " restore --help' lists all options",
        "apply|none of --application, --all and --plan is given: landbridge apply: give"
            + " --application APP, --all or --plan FILE",
        "rollback --yes|none of --application, --all and --plan is given: landbridge rollback: give"
            + " --application APP, --all or --plan FILE",
        "install|--nacos-home is missing: landbridge install: give --nacos-home DIR; 'landbridge"
            + " install --help' lists all options",
        "restore|FILE is missing: landbridge restore: give FILE; 'landbridge restore --help' lists"
            + " all options",
        "scan --server|--server has no value: landbridge scan: give --server URL[,URL...]",
        "scan --server --interfaces|--server has no value: landbridge scan: give --server"
            + " URL[,URL...]",
        "apply --all=1|invalid value '1': --all: give --all without a value",
        "plan --out a --out b|--out is given more than once: landbridge plan: give it once",
        "plan --out a --all --application b|--application and --all exclude each other: landbridge"
            + " plan: give one of them",
        "install --nacos-home d --set landbridge.enabled|invalid value 'landbridge.enabled': --set:"
            + " give --set KEY=VALUE",
        "scan -o xml|invalid value 'xml': --output: give table, json or yaml",
        "apply --all --soak long|invalid value 'long': --soak: give a whole number up to"
            + " 2147483647",
        "apply --all --soak 99999999999|invalid value '99999999999': --soak: give a whole number up"
            + " to 2147483647",
        "control throttle fast|invalid value 'fast': SECONDS: give a whole number up to 2147483647",
        "apply --all --soak 1|--soak would be ignored, because it has no effect without a plan:"
            + " landbridge apply: give --plan too, or leave it out",
      })
  void whatWhereAndWhatToDo(String line, String message) {
    Run run = run(line);

    assertThat(run.err()).isEqualTo("landbridge: error: " + message + "\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
  }

  /** One line for each kind of exception that the parser has. */
  private static final Map<String, String> KINDS =
      Map.of(
          "UnmatchedArgumentException", "scna",
          "MissingParameterException", "apply",
          "MutuallyExclusiveArgsException", "plan --out a --all --application b",
          "OverwrittenOptionException", "plan --out a --out b",
          "ParameterException", "scan -o xml");

  @Test
  void everyKindOfExceptionOfTheParserIsKnown() {
    Set<String> raised = new TreeSet<>();
    for (String line : KINDS.values()) {
      try {
        command().parseArgs(line.split(" "));
      } catch (ParameterException e) {
        raised.add(e.getClass().getSimpleName());
      }
    }
    assertThat(raised).isEqualTo(new TreeSet<>(KINDS.keySet()));
    // No option of this command has a type that the parser does not know, or a number of values.
    raised.add(MissingTypeConverterException.class.getSimpleName());
    raised.add(MaxValuesExceededException.class.getSimpleName());
    assertThat(raised)
        .containsAll(
            Stream.of(CommandLine.class.getDeclaredClasses())
                .filter(ParameterException.class::isAssignableFrom)
                .map(Class::getSimpleName)
                .collect(Collectors.toSet()));
  }

  @Test
  void unknownFaultsOfTheParserAreNotRepeated() {
    CommandSpec scan = command().getSubcommands().get("scan").getCommandSpec();

    for (ParameterException each :
        List.of(
            new MissingTypeConverterException(scan.commandLine(), "No converter"),
            new MaxValuesExceededException(scan.commandLine(), "too many"),
            new ParameterException(scan.commandLine(), "something"))) {
      assertThat(UsageErrors.of(each))
          .hasMessage(
              "the command line cannot be read: landbridge scan: 'landbridge scan --help' lists all"
                  + " options");
    }
  }

  /** Each option of each verb, without its value, with one it does not take, and misspelled. */
  @Test
  void noOptionOfAnyVerbLetsTheParserSpeak() {
    List<String> lines = new ArrayList<>();
    all(
        command(),
        each -> {
          String verb = each.getCommandSpec().qualifiedName().replaceFirst("^landbridge ?", "");
          lines.add(verb + " --nothing-like-that");
          lines.add(verb + " one two three");
          each.getCommandSpec()
              .options()
              .forEach(
                  option -> {
                    lines.add(verb + " " + option.longestName());
                    lines.add(verb + " " + option.longestName() + "=\u0000");
                    lines.add(verb + " " + option.longestName() + "x");
                  });
        });

    assertThat(lines).hasSizeGreaterThan(500);
    CommandLine command = command();
    int refused = 0;
    for (String line : lines) {
      String[] typed = line.strip().split(" ");
      try {
        command.parseArgs(typed);
      } catch (ParameterException e) {
        refused++;
        String message = UsageErrors.of(e, typed).getMessage();
        assertThat(message).as(line).doesNotMatch(PARSER);
        assertThat(message.split(": ")).as(line).hasSizeGreaterThanOrEqualTo(3);
      }
    }
    assertThat(refused).isGreaterThan(lines.size() / 2);
  }

  private static void all(CommandLine from, Consumer<CommandLine> each) {
    each.accept(from);
    from.getSubcommands().values().forEach(below -> all(below, each));
  }

  private static CommandLine command() {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return Main.commandLine(new Terminal(nowhere, nowhere, Map.of(), false, false));
  }
}
