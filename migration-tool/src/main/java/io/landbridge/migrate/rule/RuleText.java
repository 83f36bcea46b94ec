package io.landbridge.migrate.rule;

import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.dubbo.ServiceRange;
import io.landbridge.model.LogText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

  private static final String INTERFACES = "interfaces";
  private static final String APPLICATIONS = "applications";
  private static final String SERVICE_KEY = "serviceKey";
  private static final String STEP = "step";
  private static final int MAX_CHARS = 256 * 1024;
  private static final int ALL_CALLS = 100;

  /** Copies the list. */
  public RuleText {
    conflicts = List.copyOf(conflicts);
    completed = List.copyOf(completed);
  }

  private static String anyVersion(String service) {
    return ServiceRange.of(service).interfaceName() + ":" + ServiceRange.ANY;
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
    Draft draft = new Draft(existing, consumer);
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
    Draft draft = new Draft(existing, consumer);
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
    Draft draft = new Draft(existing, consumer);
    return services.stream()
        .filter(each -> !draft.isKept(each) || !draft.isKept(anyVersion(each)))
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
    Draft draft = new Draft(existing, consumer);
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
    Draft draft = new Draft(existing, consumer);
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
    Draft draft = new Draft(existing, consumer);
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
    return new Draft(existing, consumer).proportion(services);
  }

  private static boolean sharesRule(String one, String other) {
    return !one.equals(other) && NacosSpelling.ruleId(one).equals(NacosSpelling.ruleId(other));
  }

  /**
   * The application that a rule is for.
   *
   * @param named what the id of the configuration says, in which a {@code /} is a {@code -}
   */
  public static String owner(Optional<String> existing, String named) {
    try {
      String key = text(RuleYaml.read(existing.orElse("")), "key", named);
      return sharesRule(key, named) ? key : named;
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
    Draft draft = new Draft(existing, consumer);
    List<String> others = new ArrayList<>();
    draft.root.forEach(
        (name, value) -> {
          if (!"key".equals(name) && !INTERFACES.equals(name)) {
            boolean nested = value instanceof Map || value instanceof Collection;
            others.add(name + ": " + (nested ? "..." : String.valueOf(value)));
          }
        });
    draft.others.forEach(
        each -> others.add(text(each, SERVICE_KEY, "?") + ": " + text(each, STEP, "no step")));
    return others;
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
    Draft draft = new Draft(existing, consumer);
    int longest = 0;
    for (String each : services) {
      longest = Math.max(longest, number(draft.entries.get(each), "delay", 0));
    }
    return longest;
  }

  private static String text(@Nullable Object entry, String field, String otherwise) {
    @Nullable Object value = entry instanceof Map<?, ?> fields ? fields.get(field) : null;
    return value == null ? otherwise : value.toString();
  }

  private static int number(@Nullable Object entry, String field, int otherwise) {
    @Nullable Object value = entry instanceof Map<?, ?> fields ? fields.get(field) : null;
    return value instanceof Number number ? number.intValue() : otherwise;
  }

  /** How far entries let a consumer go. */
  private static final Comparator<Object> REACH =
      Comparator.<Object>comparingInt(
              entry -> step(entry).equals(ServiceRule.FORCE_APPLICATION) ? 1 : 0)
          .thenComparingInt(RuleText::proportion)
          .thenComparing(entry -> -Double.parseDouble(text(entry, "threshold", "0")));

  /** Where it is not said Dubbo takes all calls. */
  private static int proportion(@Nullable Object entry) {
    return entry == null || step(entry).equals(ServiceRule.FORCE_INTERFACE)
        ? 0
        : Math.max(0, Math.min(ALL_CALLS, number(entry, "proportion", ALL_CALLS)));
  }

  private static String step(@Nullable Object entry) {
    return text(entry, STEP, "");
  }

  /** One rule while it is changed. */
  private static final class Draft {

    private final Map<Object, @Nullable Object> root;
    private final SortedSet<String> ours;
    private final List<@Nullable Object> others = new ArrayList<>();
    private final SortedMap<String, Object> entries = new TreeMap<>();

    /** By application that offers services, the step that others wrote; empty for none. */
    private final SortedMap<String, String> applications = new TreeMap<>();

    private final SortedSet<String> taken = new TreeSet<>();
    private final List<String> conflicts = new ArrayList<>();
    private final List<String> completed = new ArrayList<>();

    Draft(Optional<String> existing, String consumer) throws MalformedRuleException {
      String text = existing.orElse("");
      if (text.length() > MAX_CHARS) {
        throw new MalformedRuleException("it is longer than %d characters".formatted(MAX_CHARS));
      }
      this.root = RuleYaml.read(text);
      this.ours = RuleText.ours(existing);
      String owner = text(root, "key", consumer);
      if (sharesRule(owner, consumer)) {
        throw new MalformedRuleException(
            ("it is the rule of application '%s': Dubbo writes '/' as '-', so that both have one"
                    + " configuration id; change the dubbo.application.name of one of them")
                .formatted(LogText.of(owner)));
      }
      if (root.get("key") == null) {
        root.put("key", consumer);
      }
      @Nullable Object present = root.get(INTERFACES);
      if (present != null && !(present instanceof List)) {
        throw new MalformedRuleException("'interfaces' is not a list");
      }
      for (@Nullable Object each : present instanceof List<?> list ? list : List.of()) {
        String key = text(each, SERVICE_KEY, "");
        if (each != null && ours.contains(key)) {
          entries.put(key, each);
        } else {
          others.add(each);
          taken.add(key);
        }
      }
      if (root.get(APPLICATIONS) instanceof List<?> list) {
        list.forEach(each -> applications.put(text(each, SERVICE_KEY, ""), step(each)));
      }
    }

    void tell(ServiceRule rule) {
      if (taken.contains(rule.serviceKey())) {
        conflicts.add(rule.serviceKey());
        return;
      }
      @Nullable Object before = entries.get(rule.serviceKey());
      if (step(before).equals(ServiceRule.FORCE_APPLICATION)
          && !rule.step().equals(ServiceRule.FORCE_APPLICATION)) {
        completed.add(rule.serviceKey());
        return;
      }
      ours.add(rule.serviceKey());
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put(SERVICE_KEY, rule.serviceKey());
      entry.put(STEP, rule.step());
      entry.put("threshold", rule.threshold());
      entry.put("proportion", Math.max(rule.proportion(), RuleText.proportion(before)));
      entry.put("delay", rule.delaySeconds());
      entries.put(rule.serviceKey(), entry);
    }

    int proportion(Collection<String> services) {
      return services.stream()
          .filter(each -> !taken.contains(each))
          .mapToInt(each -> RuleText.proportion(entries.get(each)))
          .min()
          .orElse(0);
    }

    /**
     * What a consumer may do for a service: what the entry of the service says, or where that says
     * nothing what the entry of any of the applications says that offer it, or what is said of all;
     * empty text where nothing is said. Of several entries for one name Dubbo takes the last.
     *
     * @param offers whether an application may be one of those
     */
    Set<String> stepsOf(String service, Predicate<String> offers) {
      @Nullable Object entry = entries.get(service);
      for (@Nullable Object each : others) {
        if (!entries.containsKey(service) && text(each, SERVICE_KEY, "").equals(service)) {
          entry = each;
        }
      }
      if (!step(entry).isEmpty()) {
        return Set.of(step(entry));
      }
      Set<String> steps = new TreeSet<>();
      applications.forEach(
          (application, step) -> {
            if (!step.isEmpty() && offers.test(application)) {
              steps.add(step);
            }
          });
      return steps.isEmpty() ? Set.of(step(root)) : steps;
    }

    /** Without a delay: whoever is at the interface level has its addresses already. */
    boolean hold(String service) {
      if (taken.contains(service)) {
        conflicts.add(service);
        return false;
      }
      if (entries.containsKey(service)) {
        return false;
      }
      ours.add(service);
      entries.put(service, back(service, 0));
      return true;
    }

    private static Map<String, Object> back(String service, int delay) {
      Map<String, Object> back = new LinkedHashMap<>();
      back.put(SERVICE_KEY, service);
      back.put(STEP, ServiceRule.FORCE_INTERFACE);
      back.put("delay", delay);
      return back;
    }

    boolean takeBack(String service) {
      Object entry = entries.get(service);
      if (entry == null) {
        if (taken.contains(service)) {
          conflicts.add(service);
        }
        return false;
      }
      entries.put(service, back(service, number(entry, "delay", 0)));
      return true;
    }

    /** Whoever may offer the service. */
    boolean isKept(String service) {
      return Stream.of(Set.<String>of(), applications.keySet())
          .flatMap(some -> stepsOf(service, some::contains).stream())
          .allMatch(ServiceRule.FORCE_INTERFACE::equals);
    }

    /**
     * Has an entry for {@code *} say the least of what ours say of the versions of an interface: a
     * consumer of any version calls the providers of all of them.
     *
     * @return whether one was changed
     */
    boolean tellWhoeverTakesAnyVersion() {
      SortedMap<String, Object> least = new TreeMap<>();
      entries.forEach(
          (service, entry) -> {
            String any = anyVersion(service);
            if (!service.equals(any)) {
              least.merge(any, entry, (one, other) -> REACH.compare(one, other) <= 0 ? one : other);
            }
          });
      boolean changed = false;
      for (Map.Entry<String, Object> each : least.entrySet()) {
        String any = each.getKey();
        if (taken.contains(any)) {
          continue;
        }
        Map<Object, @Nullable Object> entry = new LinkedHashMap<>((Map<?, ?>) each.getValue());
        entry.put(SERVICE_KEY, any);
        changed |= !entry.equals(entries.put(any, entry));
        ours.add(any);
      }
      return changed;
    }

    RuleText finish() throws MalformedRuleException {
      List<@Nullable Object> list = new ArrayList<>(others);
      list.addAll(entries.values());
      root.put(INTERFACES, list);
      String text = RuleMark.line(ours) + RuleYaml.write(root);
      if (text.length() > MAX_CHARS) {
        throw new MalformedRuleException(
            "it would be longer than %d characters".formatted(MAX_CHARS));
      }
      if (!RuleYaml.read(text).equals(root) || !RuleMark.read(text).equals(ours)) {
        throw new MalformedRuleException("rewriting would change its content");
      }
      return new RuleText(text, conflicts, completed);
    }
  }
}
