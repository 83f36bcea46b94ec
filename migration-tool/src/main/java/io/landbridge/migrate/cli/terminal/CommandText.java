package io.landbridge.migrate.cli.terminal;

import io.landbridge.migrate.report.Invocation;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Commands as a shell reads them. */
public final class CommandText {

  private static final Set<String> CONNECTION =
      Set.of(
          "--server",
          "--profile",
          "--ca-file",
          "--client-certificate",
          "--client-key",
          "--username",
          "--password",
          "--password-file",
          "--token-file",
          "--max-requests-per-second",
          "--max-server-cpu");

  private static final Set<String> NAMESPACES = Set.of("--namespace");

  private static final Set<String> TARGET = Set.of("--plan", "--all");

  private static final String APPLICATION = "--application";

  private CommandText() {}

  /** The command that is carried out. */
  public static Invocation of(CommandSpec verb) {
    CommandLine root = verb.root().commandLine();
    List<OptionSpec> given = verb.commandLine().getParseResult().matchedOptions();
    return new Invocation(
        Stream.concat(
                Stream.of(root.getCommandName()),
                root.getParseResult().originalArgs().stream()
                    .filter(each -> !each.equals("--check"))
                    .map(Invocation::quoted))
            .collect(Collectors.joining(" ")),
        options(given, CONNECTION),
        options(given, target(given)),
        options(given, NAMESPACES));
  }

  /** Part of a plan is given by both; whoever compares takes one of them. */
  private static Set<String> target(List<OptionSpec> given) {
    return given.stream().anyMatch(each -> each.longestName().equals(APPLICATION))
        ? Set.of(APPLICATION)
        : TARGET;
  }

  private static String options(List<OptionSpec> given, Set<String> names) {
    return given.stream()
        .distinct()
        .filter(each -> names.contains(each.longestName()))
        .flatMap(CommandText::option)
        .map(each -> " " + each)
        .collect(Collectors.joining());
  }

  private static Stream<String> option(OptionSpec option) {
    boolean valued = option.arity().max() > 0 && !HelpText.refusesValue(option);
    return valued
        ? option.originalStringValues().stream()
            .map(value -> option.longestName() + " " + Invocation.quoted(value))
        : Stream.of(option.longestName());
  }
}
