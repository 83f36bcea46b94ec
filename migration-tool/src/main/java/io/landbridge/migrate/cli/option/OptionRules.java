package io.landbridge.migrate.cli.option;

import io.landbridge.migrate.cli.terminal.UsageException;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.ParseResult;

/**
 * Which options mean something only together with another one, and which mean nothing beside one.
 * Whoever gives an option that would be passed over in silence expects what does not happen.
 */
public final class OptionRules {

  private static final List<String> WITH_A_PLAN =
      List.of(
          "--wave",
          "--journal",
          "--soak",
          "--throttle",
          "--pause-file",
          "--before-wave",
          "--after-wave",
          "--hook-argument",
          "--hook-timeout");

  private static final List<Rule> RULES =
      Stream.of(
              WITH_A_PLAN.stream()
                  .map(
                      each ->
                          new Needs(each, List.of("--plan"), "it has no effect without a plan")),
              Stream.of("--hook-argument", "--hook-timeout")
                  .map(
                      each ->
                          new Needs(
                              each,
                              List.of("--before-wave", "--after-wave"),
                              "no hook program is given")),
              Stream.of(
                      "--guard-url",
                      "--guard-for",
                      "--guard-username",
                      "--guard-password-file",
                      "--guard-token-file",
                      "--guard-ca-file")
                  .map(each -> new Needs(each, List.of("--guard"), "there is no guard")),
              Stream.of(new Needs("--guard", List.of("--guard-url"), "it has no server to ask")),
              Stream.of("--count", "--for")
                  .map(
                      each ->
                          new Needs(
                              each, List.of("--watch"), "a single comparison needs no limit")),
              Stream.of("--legacy-username", "--legacy-password-file")
                  .map(each -> new Needs(each, List.of("--legacy"), "no legacy cluster is given")),
              Stream.of(
                  new Excludes(
                      "--namespace",
                      "--plan",
                      "the plan names its namespaces",
                      List.of("--application"))),
              Stream.of("--application", "--all", "--wave", "--namespace", "--watch")
                  .map(
                      each ->
                          new Excludes(
                              each,
                              "--resume",
                              "the recorded verify says what to compare",
                              List.of())),
              Stream.of("--rule-for", "--rule-step", "--threshold", "--delay", "--proportion")
                  .map(each -> new Excludes(each, "--no-rules", "no rule is planned", List.of())))
          .flatMap(each -> each)
          .map(Rule.class::cast)
          .toList();

  private OptionRules() {}

  /**
   * Refuses what would be passed over.
   *
   * @throws UsageException says which option, why, and what to do
   */
  public static void check(ParseResult parsed) {
    ParseResult verb = parsed;
    while (verb.hasSubcommand()) {
      verb = verb.subcommand();
    }
    if (verb.isUsageHelpRequested() || verb.isVersionHelpRequested()) {
      return;
    }
    for (Rule rule : RULES) {
      if (verb.hasMatchedOption(rule.option()) && rule.isBroken(verb)) {
        throw new UsageException(
            verb.commandSpec(),
            "%s would be ignored, because %s".formatted(rule.option(), rule.why()),
            rule.advice());
      }
    }
  }

  /** What holds for an option that was given. */
  private sealed interface Rule {

    String option();

    String why();

    boolean isBroken(ParseResult verb);

    String advice();
  }

  /** It needs one of some others, if the verb has these. */
  private record Needs(String option, List<String> others, String why) implements Rule {

    @Override
    public boolean isBroken(ParseResult verb) {
      return others.stream().noneMatch(verb::hasMatchedOption);
    }

    @Override
    public String advice() {
      return "give " + String.join(" or ", others) + " too, or leave it out";
    }
  }

  /** It has no effect beside another one, unless one of some more gives it something to do. */
  private record Excludes(String option, String other, String why, List<String> unless)
      implements Rule {

    @Override
    public boolean isBroken(ParseResult verb) {
      return verb.hasMatchedOption(other) && unless.stream().noneMatch(verb::hasMatchedOption);
    }

    @Override
    public String advice() {
      return "leave out one of " + option + " and " + other;
    }
  }
}
