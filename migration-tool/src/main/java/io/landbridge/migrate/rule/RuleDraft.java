package io.landbridge.migrate.rule;

import static io.landbridge.migrate.rule.RuleEntry.DELAY;
import static io.landbridge.migrate.rule.RuleEntry.PROPORTION;
import static io.landbridge.migrate.rule.RuleEntry.REACH;
import static io.landbridge.migrate.rule.RuleEntry.SERVICE_KEY;
import static io.landbridge.migrate.rule.RuleEntry.STEP;
import static io.landbridge.migrate.rule.RuleEntry.THRESHOLD;
import static io.landbridge.migrate.rule.RuleEntry.number;
import static io.landbridge.migrate.rule.RuleEntry.requireNumbers;
import static io.landbridge.migrate.rule.RuleEntry.step;
import static io.landbridge.migrate.rule.RuleEntry.valueOf;

import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.dubbo.ServiceRange;
import io.landbridge.model.LogText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One rule while it is read or changed. Not safe for use from several threads. */
final class RuleDraft {

  static final String INTERFACES = "interfaces";
  private static final String APPLICATIONS = "applications";
  private static final int MAX_CHARS = 256 * 1024;

  final Map<Object, @Nullable Object> root;
  private final SortedSet<String> ours;
  final List<@Nullable Object> others = new ArrayList<>();
  final SortedMap<String, Object> entries = new TreeMap<>();

  /** By application that offers services, the step that others wrote; empty for none. */
  final SortedMap<String, String> applications = new TreeMap<>();

  private final SortedSet<String> taken = new TreeSet<>();
  final List<String> conflicts = new ArrayList<>();
  final List<String> completed = new ArrayList<>();

  RuleDraft(Optional<String> existing, String consumer) throws MalformedRuleException {
    String text = existing.orElse("");
    if (text.length() > MAX_CHARS) {
      throw new MalformedRuleException("it is longer than %d characters".formatted(MAX_CHARS));
    }
    this.root = RuleYaml.read(text);
    this.ours = RuleText.ours(existing);
    String owner = valueOf(root, "key", consumer);
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
      String key = valueOf(each, SERVICE_KEY, "");
      if (each != null && ours.contains(key)) {
        requireNumbers(key, each);
        entries.put(key, each);
      } else {
        others.add(each);
        taken.add(key);
      }
    }
    if (root.get(APPLICATIONS) instanceof List<?> list) {
      list.forEach(each -> applications.put(valueOf(each, SERVICE_KEY, ""), step(each)));
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
    entry.put(THRESHOLD, rule.threshold());
    entry.put(PROPORTION, Math.max(rule.proportion(), RuleEntry.proportion(before)));
    entry.put(DELAY, rule.delaySeconds());
    entries.put(rule.serviceKey(), entry);
  }

  int proportion(Collection<String> services) {
    return services.stream()
        .filter(each -> !taken.contains(each))
        .mapToInt(each -> RuleEntry.proportion(entries.get(each)))
        .min()
        .orElse(0);
  }

  /** The longest delay of our entries for some services. */
  int delaySeconds(Collection<String> services) {
    int longest = 0;
    for (String each : services) {
      longest = Math.max(longest, number(entries.get(each), DELAY, 0));
    }
    return longest;
  }

  /** What others wrote, see {@link RuleText#others}. */
  List<String> others() {
    List<String> texts = new ArrayList<>();
    root.forEach(
        (name, value) -> {
          if (!"key".equals(name) && !INTERFACES.equals(name)) {
            boolean nested = value instanceof Map || value instanceof Collection;
            texts.add(name + ": " + (nested ? "..." : String.valueOf(value)));
          }
        });
    others.forEach(
        each -> texts.add(valueOf(each, SERVICE_KEY, "?") + ": " + valueOf(each, STEP, "no step")));
    return texts;
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
      if (!entries.containsKey(service) && valueOf(each, SERVICE_KEY, "").equals(service)) {
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
    back.put(DELAY, delay);
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
    entries.put(service, back(service, number(entry, DELAY, 0)));
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

  static String anyVersion(String service) {
    return ServiceRange.of(service).interfaceName() + ":" + ServiceRange.ANY;
  }

  static boolean sharesRule(String one, String other) {
    return !one.equals(other) && NacosSpelling.ruleId(one).equals(NacosSpelling.ruleId(other));
  }
}
