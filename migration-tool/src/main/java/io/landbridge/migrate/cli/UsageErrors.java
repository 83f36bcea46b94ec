package io.landbridge.migrate.cli;

import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.HelpText;
import io.landbridge.migrate.cli.terminal.UsageException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.MutuallyExclusiveArgsException;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says what is wrong with a command line: what, where, and what to do. Values that may be secrets
 * are not repeated.
 */
final class UsageErrors {

  private final CommandSpec verb;
  private final String name;
  private final List<String> typed;

  private UsageErrors(CommandSpec verb, List<String> typed) {
    this.verb = verb;
    this.name = verb.qualifiedName();
    this.typed = typed;
  }

  /**
   * Turns the parser's complaint into an error of this command.
   *
   * @param failure what the parser found
   * @param typed the command line
   */
  static CommandException of(ParameterException failure, String... typed) {
    return new UsageErrors(failure.getCommandLine().getCommandSpec(), List.of(typed)).of(failure);
  }

  private CommandException of(ParameterException failure) {
    if (failure instanceof UsageException refused) {
      return CommandException.usage(refused.what(), name, refused.advice());
    }
    if (failure instanceof UnmatchedArgumentException unmatched) {
      String first = unmatched.getUnmatched().get(0);
      return unmatched.isUnknownOption() ? unknownOption(first) : unknownArgument(first);
    }
    if (failure instanceof MissingParameterException missing) {
      return missing(missing.getMissing());
    }
    if (failure instanceof OverwrittenOptionException twice) {
      return CommandException.usage(
          "%s is given more than once".formatted(nameOf(twice.getOverwritten())),
          name,
          "give it once");
    }
    if (failure instanceof MutuallyExclusiveArgsException) {
      return exclusive();
    }
    @Nullable ArgSpec argument = failure.getArgSpec();
    return argument == null ? unexplained() : unreadable(argument, failure.getValue());
  }

  private String allOptions() {
    return "'%s --help' lists all options".formatted(name);
  }

  /** What follows the name may be a secret: {@code --pasword=...}. */
  private CommandException unknownOption(String argument) {
    String option =
        argument.startsWith("--")
            ? argument.split("=", 2)[0]
            : argument.substring(0, Math.min(2, argument.length()));
    String what = "unknown option '%s'".formatted(option);
    Optional<String> below =
        verb.subcommands().values().stream()
            .filter(each -> each.getCommandSpec().findOption(option) != null)
            .map(CommandLine::getCommandName)
            .findFirst();
    if (below.isPresent()) {
      return CommandException.usage(
          what,
          name,
          "put options after the verb, as in '%s %s %s'".formatted(name, below.get(), option));
    }
    Optional<String> meant =
        NearestName.of(
            option,
            verb.options().stream()
                .filter(each -> !each.hidden())
                .flatMap(each -> Stream.of(each.names()))
                .filter(each -> each.startsWith("--"))
                .toList());
    return CommandException.usage(
        what,
        name,
        meant.map("if you mean %s, use that; "::formatted).orElse("")
            + (isOnlyForVerbs() ? allVerbs() : allOptions()));
  }

  private CommandException unknownArgument(String argument) {
    Optional<String> meant = NearestName.of(argument, verb.subcommands().keySet());
    if (meant.isPresent() || isOnlyForVerbs()) {
      return CommandException.usage(
          "unknown verb '%s'".formatted(argument),
          name,
          meant.map(each -> "if you mean '%s %s', use that; ".formatted(name, each)).orElse("")
              + allVerbs());
    }
    return CommandException.usage(
        "unexpected argument '%s'".formatted(argument),
        name,
        "leave it out, put several values of an option together with commas, or quote a value with"
            + " blanks; "
            + allOptions());
  }

  private String allVerbs() {
    return "'%s --help' lists all verbs".formatted(name);
  }

  private boolean isOnlyForVerbs() {
    return verb.userObject() instanceof Runnable && !verb.subcommands().isEmpty();
  }

  private CommandException missing(List<ArgSpec> missing) {
    Optional<ArgSpec> withoutValue = missing.stream().filter(this::isTyped).findFirst();
    if (missing.size() == 1 && withoutValue.isPresent()) {
      return CommandException.usage(
          "%s has no value".formatted(nameOf(withoutValue.get())),
          name,
          "give " + example(withoutValue.get()));
    }
    boolean isChoice = missing.stream().allMatch(each -> each.group() != null);
    return isChoice && missing.size() > 1
        ? CommandException.usage(
            "none of %s is given".formatted(list(missing, UsageErrors::nameOf, "and")),
            name,
            "give " + list(missing, UsageErrors::example, "or"))
        : CommandException.usage(
            "%s is missing".formatted(list(missing, UsageErrors::nameOf, "and")),
            name,
            "give %s; %s".formatted(list(missing, UsageErrors::example, "and"), allOptions()));
  }

  private boolean isTyped(ArgSpec argument) {
    return argument instanceof OptionSpec option
        && Stream.of(option.names())
            .anyMatch(
                each ->
                    typed.stream()
                        .anyMatch(word -> word.equals(each) || word.startsWith(each + "=")));
  }

  private CommandException exclusive() {
    for (ArgGroupSpec group : verb.argGroups()) {
      List<OptionSpec> given = group.allOptionsNested().stream().filter(this::isTyped).toList();
      if (group.exclusive() && given.size() > 1) {
        return CommandException.usage(
            "%s exclude each other".formatted(list(given, UsageErrors::nameOf, "and")),
            name,
            "give one of them");
      }
    }
    return unexplained();
  }

  private CommandException unexplained() {
    return CommandException.usage("the command line cannot be read", name, allOptions());
  }

  private CommandException unreadable(ArgSpec argument, @Nullable String value) {
    return CommandException.usage(
        value == null ? "invalid value" : "invalid value '%s'".formatted(value),
        nameOf(argument),
        "give " + form(argument));
  }

  private static String form(ArgSpec argument) {
    Class<?>[] types = argument.auxiliaryTypes();
    Class<?> type = types.length == 0 ? argument.type() : types[0];
    if (Map.class.isAssignableFrom(argument.type())) {
      return example(argument);
    }
    if (type.isEnum()) {
      return joined(
          Arrays.stream(type.getEnumConstants())
              .map(each -> String.valueOf(each).toLowerCase(Locale.ROOT))
              .toList(),
          "or");
    }
    if (type == int.class || type == Integer.class) {
      return "a whole number up to " + Integer.MAX_VALUE;
    }
    if (type == long.class || type == Long.class) {
      return "a whole number";
    }
    if (type == double.class || type == Double.class) {
      return "a number";
    }
    if (type == boolean.class || type == Boolean.class) {
      return nameOf(argument) + " without a value";
    }
    return Path.class.isAssignableFrom(type) ? "the name of a file" : example(argument);
  }

  private static String nameOf(ArgSpec argument) {
    return argument instanceof OptionSpec option
        ? option.longestName()
        : ((PositionalParamSpec) argument).paramLabel();
  }

  private static String example(ArgSpec argument) {
    return argument instanceof OptionSpec option
            && option.arity().max() > 0
            && !HelpText.refusesValue(option)
        ? option.longestName() + " " + option.paramLabel()
        : nameOf(argument);
  }

  private static String list(
      Collection<? extends ArgSpec> arguments, Function<ArgSpec, String> shown, String last) {
    return joined(arguments.stream().map(shown).toList(), last);
  }

  private static String joined(List<String> texts, String last) {
    int end = texts.size() - 1;
    return end < 1
        ? String.join("", texts)
        : String.join(", ", texts.subList(0, end)) + " " + last + " " + texts.get(end);
  }
}
