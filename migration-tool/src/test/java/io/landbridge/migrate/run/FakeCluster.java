package io.landbridge.migrate.run;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.inventory.Landscape;
import io.landbridge.migrate.journal.JournalEntry;
import io.landbridge.migrate.journal.JournalSink;
import io.landbridge.migrate.lock.Notes;
import io.landbridge.migrate.lock.Pace;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.operation.Outcome.Result;
import io.landbridge.migrate.plan.Limits;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.PlanRequest;
import io.landbridge.migrate.plan.Planner;
import io.landbridge.migrate.plan.Precondition;
import io.landbridge.migrate.plan.RuleSettings;
import io.landbridge.migrate.rule.MalformedRuleException;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.migrate.verify.Comparison;
import io.landbridge.migrate.wave.Callers;
import io.landbridge.migrate.wave.MigrationTarget;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.Audience;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * A cluster in memory with the journal of whoever works on it, and a fate that kills him at a given
 * moment: before or after an effect or a line of the journal. The dead do nothing more.
 */
final class FakeCluster implements MigrationTarget, Notes, Pace, JournalSink {

  /** kill -9. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  final SortedSet<String> translated = new TreeSet<>();

  /** Of what is translated, whom it is shown to; everybody if it is not here. */
  final SortedMap<String, Audience> audiences = new TreeMap<>();

  final SortedMap<String, String> rules = new TreeMap<>();
  final SortedMap<String, String> notes = new TreeMap<>();
  final SortedMap<String, Integer> starved = new TreeMap<>();
  final SortedMap<ServiceKey, String> foreign = new TreeMap<>();

  /** What providers register at application level themselves. */
  final SortedMap<ServiceKey, List<RegisteredInstance>> own = new TreeMap<>();

  final SortedMap<String, Integer> unmoved = new TreeMap<>();
  final SortedMap<Precondition.Check, String> obstacles = new TreeMap<>();
  final SortedMap<String, SortedSet<String>> mappings = new TreeMap<>();
  final SortedMap<String, String> refusedRules = new TreeMap<>();
  final SortedSet<String> unwritable = new TreeSet<>();
  final SortedSet<String> unreadable = new TreeSet<>();
  final SortedSet<String> unknown = new TreeSet<>();
  final SortedSet<String> neverEqual = new TreeSet<>();
  final SortedSet<String> failing = new TreeSet<>();
  final List<JournalEntry> journal = new ArrayList<>();
  final List<String> effects = new ArrayList<>();
  final List<Registration> providers;
  final List<Registration> consumers;
  Callers callers = Callers.NONE;
  Runnable beforeRule = () -> {};
  Runnable afterPause = () -> {};

  /** How often everything was read. */
  int wholeReadings;

  /** From now on nobody answers, if set. */
  boolean away;

  private long now = 1_000_000;
  private long moments = Long.MAX_VALUE;
  private boolean dead;

  FakeCluster(List<Registration> providers, List<Registration> consumers) {
    this.providers = new ArrayList<>(providers);
    this.consumers = consumers;
  }

  /** A plan of all that is registered, with at most two applications in a wave. */
  Plan plan(List<Integer> proportions) {
    return Planner.plan(
        inventory(),
        new PlanRequest(
            each -> true,
            new TreeMap<>(),
            new TreeSet<>(),
            new Limits(2, 100),
            new RuleSettings("APPLICATION_FIRST", 90, 10, proportions),
            new TreeSet<>(),
            List.of(),
            "test",
            "now"));
  }

  /** The next one is killed after so many moments. */
  FakeCluster killAfter(long count) {
    moments = count;
    dead = false;
    return this;
  }

  private void moment() {
    if (dead || moments-- <= 0) {
      dead = true;
      throw new Killed();
    }
  }

  private <T> T effect(String what, Supplier<T> change) {
    moment();
    T result = change.get();
    effects.add(what);
    moment();
    return result;
  }

  @Override
  public Inventory inventory() {
    wholeReadings++;
    return inventory(providers);
  }

  @Override
  public Inventory inventory(Plan.Step step) {
    return inventory(
        providers.stream()
            .filter(each -> step.application().equals(each.metadata().get("application")))
            .toList());
  }

  private Inventory inventory(List<Registration> providers) {
    Landscape landscape = Registrations.untranslated(providers, consumers);
    return InventoryBuilder.of(
        new Landscape(
            landscape.server(),
            landscape.namespaces(),
            landscape.providers(),
            own,
            foreign,
            0,
            foreign.size(),
            consumers));
  }

  @Override
  public Operation translation(ApplicationKey key) {
    return translation(key, Audience.WHOLE);
  }

  private Operation translation(ApplicationKey key, Audience audience) {
    return new Operation() {
      @Override
      public Operation showingTo(Audience other) {
        return translation(key, other);
      }

      @Override
      public ApplicationKey target() {
        return key;
      }

      @Override
      public Outcome preview(Direction direction) throws RegistryException {
        if (unknown.contains(key.name().value())) {
          throw new RegistryException(
              RegistryException.Kind.NOT_FOUND, "not known", "somewhere", "look");
        }
        if (unreadable.contains(key.name().value())) {
          throw refused();
        }
        boolean is = translated.contains(key.name().value());
        boolean done = direction == Direction.APPLY ? is && audience().includes(audience) : !is;
        return outcome(done ? Result.UNCHANGED : Result.WOULD_CHANGE);
      }

      @Override
      public Outcome run(Direction direction) {
        if (failing.contains(key.name().value())) {
          return Outcome.failed(key, "no document");
        }
        String to = audience.isWhole() ? "" : " to " + audience.text();
        effect(
            direction + " " + key.name() + to,
            () -> {
              audiences.put(key.name().value(), audience);
              return direction == Direction.APPLY
                  ? translated.add(key.name().value())
                  : translated.remove(key.name().value());
            });
        return outcome(Result.CHANGED);
      }

      private Audience audience() {
        return audiences.getOrDefault(key.name().value(), Audience.WHOLE);
      }

      private Outcome outcome(Result result) {
        Outcome outcome =
            new Outcome(
                key.namespace().value(), key.name().value(), result, "before", "after", List.of());
        return audience().equals(Audience.NOBODY) ? outcome.ofHidden() : outcome;
      }
    };
  }

  @Override
  public Optional<String> obstacle(Precondition.Check check) {
    return Optional.ofNullable(obstacles.get(check));
  }

  @Override
  public SortedMap<String, Integer> unmoved(Collection<Plan.Step> steps) {
    return new TreeMap<>(unmoved);
  }

  @Override
  public Callers callers(Collection<Plan.Step> steps) {
    return callers;
  }

  @Override
  public Optional<String> refusesRuleOf(ApplicationKey consumer) {
    return Optional.ofNullable(refusedRules.get(consumer.name().value()));
  }

  @Override
  public List<Comparison> verify(Collection<ApplicationKey> applications) throws RegistryException {
    answer();
    return applications.stream()
        .map(
            key -> {
              String name = key.name().value();
              boolean equal = translated.contains(name) && !neverEqual.contains(name);
              return new Comparison(
                  "public",
                  name,
                  equal,
                  false,
                  1,
                  equal
                      ? List.of()
                      : List.of(
                          new Comparison.Finding(
                              "demo.S" + name, "dubbo", "10.0.0.1:20880", "not shown")),
                  List.of(),
                  List.of(),
                  List.of(),
                  List.of());
            })
        .toList();
  }

  static ApplicationKey key(String application) {
    return new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName(application));
  }

  @Override
  public List<ApplicationKey> ruled(NamespaceId namespace) {
    return rules.keySet().stream()
        .map(each -> new ApplicationKey(namespace, new ApplicationName(each)))
        .toList();
  }

  @Override
  public SortedSet<String> mapped(NamespaceId namespace, String interfaceName) {
    return mappings.getOrDefault(interfaceName, new TreeSet<>());
  }

  @Override
  public Optional<String> rule(ApplicationKey consumer) throws RegistryException {
    if (unreadable.contains(consumer.name().value())) {
      throw refused();
    }
    return Optional.ofNullable(rules.get(consumer.name().value()));
  }

  @Override
  public boolean replaceRule(ApplicationKey consumer, Optional<String> expected, String content)
      throws RegistryException {
    if (unwritable.contains(consumer.name().value())) {
      throw refused();
    }
    beforeRule.run();
    return effect(
        (isHold(consumer, expected, content) ? "HOLD " : "RULE ") + consumer.name(),
        () -> replace(rules, consumer.name().value(), expected, content));
  }

  private static RegistryException refused() {
    return new RegistryException(
        RegistryException.Kind.REFUSED, "not allowed", "somewhere", "allow it");
  }

  /** Whether all that is new in a rule keeps its consumer at the interface level. */
  private static boolean isHold(
      ApplicationKey consumer, Optional<String> expected, String content) {
    SortedSet<String> added = RuleText.ours(Optional.of(content));
    added.removeAll(RuleText.ours(expected));
    try {
      return !added.isEmpty()
          && RuleText.notKept(Optional.of(content), consumer.name().value(), added).isEmpty();
    } catch (MalformedRuleException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public SortedMap<String, Integer> starved(Collection<ApplicationKey> applications) {
    return new TreeMap<>(starved);
  }

  @Override
  public Optional<String> read(String id) throws RegistryException {
    answer();
    return Optional.ofNullable(notes.get(id));
  }

  @Override
  public boolean replace(String id, Optional<String> expected, String content)
      throws RegistryException {
    answer();
    moment();
    return replace(notes, id, expected, content);
  }

  private static boolean replace(
      Map<String, String> map, String id, Optional<String> expected, String content) {
    if (!Optional.ofNullable(map.get(id)).equals(expected)) {
      return false;
    }
    map.put(id, content);
    return true;
  }

  @Override
  public List<JournalEntry> entries() {
    return List.copyOf(journal);
  }

  @Override
  public void append(JournalEntry entry) {
    moment();
    journal.add(entry);
    moment();
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public void pause(Duration time) {
    now += Math.max(1, time.toMillis());
    afterPause.run();
  }

  private void answer() throws RegistryException {
    if (away) {
      throw new RegistryException(
          RegistryException.Kind.UNREACHABLE, "no answer", "somewhere", "start it");
    }
  }
}
