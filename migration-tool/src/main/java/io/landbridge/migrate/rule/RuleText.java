package io.landbridge.migrate.rule;

import static io.landbridge.migrate.rule.RuleEntry.step;
import static io.landbridge.migrate.rule.RuleEntry.valueOf;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The MigrationRule of one consumer, {@code APPLICATION.migration} in the group {@code
 * DUBBO_SERVICEDISCOVERY_MIGRATION}. We write entries under {@code interfaces} and nothing else;
 * which ones are ours is said in a comment before all else, see {@link RuleMark}. What others wrote
 * stays, but for its comments and layout: what was written is read back and compared before it is
 * given out, so that no text in it can become structure.
 *
 * @param text the YAML
 * @param conflicts services that somebody else has an entry for, which therefore were left alone
 * @param completed services whose consumer uses the application level alone already, which
 *     therefore were left alone
 */
public record RuleText(String text, List<String> conflicts, List<String> completed) {

  /** Copies the list. */
  public RuleText {
    conflicts = List.copyOf(conflicts);
    completed = List.copyOf(completed);
  }

  private static RuleText unchanged(String text) {
    return new RuleText(text, List.of(), List.of());
  }

  /**
   * Tells a consumer what to do for some services; what it was told for others stays. Nobody is
   * told less than before: what is there may be further, by a run from elsewhere. Whom {@link
   * #back} took back begins anew.
   *
   * @param existing what is there now
   * @param consumer the consumer's application
   * @param rules what it is told; for none what is there stays as it is
   * @throws MalformedRuleException if what is there is no rule
   */
  public static RuleText with(
      Optional<String> existing, String consumer, Collection<ServiceRule> rules)
      throws MalformedRuleException {
    RuleDraft draft = new RuleDraft(existing, consumer);
    if (rules.isEmpty()) {
      return unchanged(existing.orElse(""));
    }
    rules.forEach(draft::tell);
    draft.tellWhoeverTakesAnyVersion();
    return draft.finish();
  }

  /**
   * Holds a consumer at the interface level for some services until it is told to move: a consumer
   * of Dubbo 3 without an entry goes to the application level with all its calls as soon as it
   * finds one address there. What it was told before stays, whoever told it.
   *
   * @param existing what is there now
   * @param consumer the consumer's application
   * @param services {@code interface[:version]}
   * @throws MalformedRuleException if what is there is no rule
   */
  public static RuleText held(
      Optional<String> existing, String consumer, Collection<String> services)
      throws MalformedRuleException {
    RuleDraft draft = new RuleDraft(existing, consumer);
    boolean any = false;
    for (String each : new TreeSet<>(services)) {
      any |= draft.hold(each);
    }
    any |= draft.tellWhoeverTakesAnyVersion();
    return any
        ? draft.finish()
        : new RuleText(existing.orElse(""), draft.conflicts, draft.completed);
  }

  /**
   * The services of some that this rule does not keep at the interface level, sorted: those whose
   * entry, or where there is none the rule itself, or its entry for any application, says something
   * else than FORCE_INTERFACE, to who names the version or to who takes any.
   *
   * @throws MalformedRuleException if what is there is no rule
   */
  public static SortedSet<String> notKept(
      Optional<String> existing, String consumer, Collection<String> services)
      throws MalformedRuleException {
    RuleDraft draft = new RuleDraft(existing, consumer);
    return services.stream()
        .filter(each -> !draft.isKept(each) || !draft.isKept(RuleDraft.anyVersion(each)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * The services of some that somebody else has sent to the application level alone, sorted: by an
   * entry for the service, or where that says no step by entries for the applications that offer
   * it, or where there are none by what the rule says of all services.
   *
   * @param providers the applications that a consumer is told to find each service at; it takes
   *     what the rule says of any one of them
   * @throws MalformedRuleException if what is there is no rule
   */
  public static SortedSet<String> forced(
      Optional<String> existing,
      String consumer,
      Collection<String> services,
      Function<String, Set<String>> providers)
      throws MalformedRuleException {
    RuleDraft draft = new RuleDraft(existing, consumer);
    return services.stream()
        .filter(each -> !draft.entries.containsKey(each))
        .filter(
            each ->
                draft
                    .stepsOf(each, providers.apply(each)::contains)
                    .contains(ServiceRule.FORCE_APPLICATION))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Whether somebody else has sent the consumer to the application level alone for any service.
   *
   * @throws MalformedRuleException if what is there is no rule
   */
  public static boolean mayForce(Optional<String> existing, String consumer)
      throws MalformedRuleException {
    RuleDraft draft = new RuleDraft(existing, consumer);
    return step(draft.root).equals(ServiceRule.FORCE_APPLICATION)
        || draft.applications.containsValue(ServiceRule.FORCE_APPLICATION)
        || draft.others.stream().anyMatch(each -> step(each).equals(ServiceRule.FORCE_APPLICATION));
  }

  /**
   * Takes a consumer back to the interface level for some services, as far as their entries are
   * ours. They are told so, not forgotten: without an entry a consumer of Dubbo 3 would go to the
   * application level by itself.
   *
   * @param existing what is there now; empty gives an empty text, for there is nothing to take back
   * @param services {@code interface[:version]}
   * @throws MalformedRuleException if what is there is no rule
   */
  public static RuleText back(
      Optional<String> existing, String consumer, Collection<String> services)
      throws MalformedRuleException {
    if (existing.isEmpty()) {
      return unchanged("");
    }
    RuleDraft draft = new RuleDraft(existing, consumer);
    boolean any = false;
    for (String each : new TreeSet<>(services)) {
      any |= draft.takeBack(each);
    }
    any |= draft.tellWhoeverTakesAnyVersion();
    return any ? draft.finish() : new RuleText(existing.get(), draft.conflicts, draft.completed);
  }

  /**
   * The share of calls that a consumer is told to send to the application level, in percent: the
   * lowest of some services, but for those that somebody else has an entry for; 0 for one without
   * an entry, or if there is nothing of ours.
   *
   * @throws MalformedRuleException if what is there is no rule
   */
  public static int proportion(
      Optional<String> existing, String consumer, Collection<String> services)
      throws MalformedRuleException {
    return new RuleDraft(existing, consumer).proportion(services);
  }

  /**
   * The application that a rule is for.
   *
   * @param named what the id of the configuration says, in which a {@code /} is a {@code -}
   */
  public static String owner(Optional<String> existing, String named) {
    try {
      String key = valueOf(RuleYaml.read(existing.orElse("")), "key", named);
      return RuleDraft.sharesRule(key, named) ? key : named;
    } catch (MalformedRuleException e) {
      return named;
    }
  }

  /** The services whose entries are ours, sorted; none where there is no rule of ours. */
  public static SortedSet<String> ours(Optional<String> existing) {
    return RuleMark.read(existing.orElse(""));
  }

  /**
   * What others wrote into a rule, as {@code service: step}, and {@code field: value} for what they
   * say of all services; none where all of it is ours.
   *
   * @throws MalformedRuleException if what is there is no rule
   */
  public static List<String> others(Optional<String> existing, String consumer)
      throws MalformedRuleException {
    return new RuleDraft(existing, consumer).others();
  }

  /**
   * How long the consumer waits at most before it does what our entries for some services say.
   *
   * @param services {@code interface[:version]}
   * @throws MalformedRuleException if what is there is no rule
   */
  public static int delaySeconds(
      Optional<String> existing, String consumer, Collection<String> services)
      throws MalformedRuleException {
    return new RuleDraft(existing, consumer).delaySeconds(services);
  }
}
