package io.landbridge.migrate.report.fleet;

import io.landbridge.migrate.consumer.ClusterConsumers;
import io.landbridge.migrate.consumer.ClusterConsumers.Seen;
import io.landbridge.migrate.consumer.InterfaceDependents;
import io.landbridge.migrate.consumer.InterfaceDependents.Dependent;
import io.landbridge.migrate.consumer.InterfaceDependents.Offer;
import io.landbridge.migrate.consumer.ListeningProviders;
import io.landbridge.migrate.consumer.StarvedConsumers;
import io.landbridge.migrate.hazard.HazardFinding;
import io.landbridge.migrate.hazard.HazardKind;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.LossInventory;
import io.landbridge.migrate.inventory.SavingsEstimate;
import io.landbridge.migrate.journal.JournalEntry;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.report.fleet.FleetReport.Application;
import io.landbridge.migrate.report.fleet.FleetReport.Event;
import io.landbridge.migrate.report.fleet.FleetReport.Hazard;
import io.landbridge.migrate.report.fleet.FleetReport.Library;
import io.landbridge.migrate.report.fleet.FleetReport.State;
import io.landbridge.migrate.report.fleet.FleetReport.Totals;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.plugin.PluginApplication;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Puts a report together; a function of what it is given only. */
public final class FleetReportBuilder {

  private static final int MAX_EVENTS = 200;

  private final Plan plan;
  private final Inventory inventory;
  private final Map<List<String>, ApplicationInventory> present = new HashMap<>();
  private final List<HazardFinding> found;
  private final SortedMap<String, PluginApplication> states = new TreeMap<>();
  private final Set<String> completed;
  private final Set<Integer> doneWaves;

  /**
   * Creates a FleetReportBuilder.
   *
   * @param plan the plan
   * @param inventory what is registered now
   * @param found what a migration of that could stumble over
   * @param applications what the plugin knows
   * @param completed the applications that cannot be taken back, as {@code namespace/application}
   * @param doneWaves the waves that were done and well
   */
  public FleetReportBuilder(
      Plan plan,
      Inventory inventory,
      Collection<HazardFinding> found,
      Collection<PluginApplication> applications,
      Set<String> completed,
      Set<Integer> doneWaves) {
    this.plan = plan;
    this.inventory = inventory;
    Set<List<String>> concerned = new HashSet<>();
    plan.steps().forEach(each -> concerned.add(List.of(each.namespace(), each.application())));
    plan.waves().stream()
        .flatMap(wave -> wave.rules().stream())
        .forEach(each -> concerned.add(List.of(each.namespace(), each.application())));
    plan.withoutRule()
        .forEach(each -> concerned.add(List.of(each.namespace(), each.application())));
    inventory
        .applications()
        .forEach(each -> present.put(List.of(each.namespace(), each.application()), each));
    this.found =
        found.stream()
            .filter(each -> concerned.contains(List.of(each.namespace(), each.application())))
            .toList();
    applications.forEach(each -> states.put(each.key().toString(), each));
    this.completed = Set.copyOf(completed);
    this.doneWaves = Set.copyOf(doneWaves);
  }

  /**
   * The report.
   *
   * @param users who uses the applications
   * @param providers tells whether a client finds a provider: one that finds nobody at application
   *     level has not moved
   * @param journal what was done
   * @param now ISO 8601 in UTC
   */
  public FleetReport build(
      ClusterConsumers users,
      StarvedConsumers.Providers providers,
      Collection<JournalEntry> journal,
      String now)
      throws RegistryException {
    List<Seen> consumers =
        users.consumers().stream().filter(each -> !each.consumer().provides()).toList();
    List<Application> applications = new ArrayList<>();
    List<FleetReport.Wave> waves = new ArrayList<>();
    for (Plan.Wave wave : plan.waves()) {
      int translated = 0;
      for (Step step : wave.steps()) {
        Application application = application(wave.number(), step);
        translated += application.state().equals("TRANSLATED") ? 1 : 0;
        applications.add(application);
      }
      waves.add(
          new FleetReport.Wave(
              wave.number(),
              state(wave, translated),
              wave.steps().size(),
              translated,
              wave.rules().size(),
              wave.reason()));
    }
    List<Offer> offers =
        plan.steps().stream()
            .map(
                step ->
                    new Offer(
                        step.namespace(),
                        step.application(),
                        step.interfaces().stream().map(Plan::interfaceOf).toList()))
            .toList();
    List<Dependent> dependents =
        InterfaceDependents.of(
            new StarvedConsumers(providers).withoutVain(consumers, offers), offers);
    return new FleetReport(
        now,
        inventory.server(),
        inventory.serverVersion(),
        plan.hash(),
        plan.createdAt(),
        totals(applications, waves),
        savings(),
        waves,
        applications,
        libraries(consumers, dependents),
        ListeningProviders.of(users.consumers()),
        dependents,
        hazards(),
        timeline(journal),
        users.silent().stream()
            .map(each -> new FleetReport.Silent(each.member(), each.reason()))
            .toList());
  }

  private Totals totals(List<Application> applications, List<FleetReport.Wave> waves) {
    return new Totals(
        applications.size(),
        (int) applications.stream().filter(each -> each.state().equals("TRANSLATED")).count(),
        (int) applications.stream().filter(Application::completed).count(),
        waves.size(),
        (int) waves.stream().filter(each -> each.state() == State.DONE).count(),
        waves.stream().mapToInt(FleetReport.Wave::consumers).sum(),
        waves.stream()
            .filter(each -> each.state() == State.DONE)
            .mapToInt(FleetReport.Wave::consumers)
            .sum());
  }

  private FleetReport.Savings savings() {
    int now = 0;
    int own = 0;
    int running = 0;
    int expected = 0;
    for (Step step : plan.steps()) {
      ApplicationInventory present = present(step);
      if (present != null) {
        now += present.registrations();
        own += present.nativeInstances();
        running += present.running();
        expected += expected(step, present.running());
      }
    }
    return new FleetReport.Savings(
        plan.savings().instancesBefore(),
        now,
        plan.savings().instancesAfter(),
        running,
        expected,
        own,
        (long) expected * SavingsEstimate.CHANGES,
        (long) (now + own) * SavingsEstimate.CHANGES,
        inventory.savings());
  }

  /** Of an application that registered no interface when the plan was made none is expected. */
  private static int expected(Step step, int running) {
    int processes = step.savings().instancesAfter();
    return processes == 0
        ? 0
        : (int) Math.round((double) step.savings().instancesBefore() * running / processes);
  }

  private State state(Plan.Wave wave, int translated) {
    if (doneWaves.contains(wave.number()) && translated == wave.steps().size()) {
      return State.DONE;
    }
    return translated == 0 ? State.PENDING : State.UNDER_WAY;
  }

  private Application application(int wave, Step step) {
    String key = step.key().toString();
    PluginApplication known = states.get(key);
    ApplicationInventory present = present(step);
    return new Application(
        step.namespace(),
        step.application(),
        wave,
        known == null ? "GONE" : known.state().name(),
        completed.contains(key),
        present == null ? 0 : present.registrations(),
        (present == null ? 0 : inventory.losses(present).size())
            + (int)
                found.stream()
                    .filter(each -> each.namespace().equals(step.namespace()))
                    .filter(each -> each.application().equals(step.application()))
                    .count(),
        known == null ? List.of() : known.problems());
  }

  private @Nullable ApplicationInventory present(Step step) {
    return present.get(List.of(step.namespace(), step.application()));
  }

  private static List<Library> libraries(Collection<Seen> consumers, List<Dependent> dependents) {
    SortedMap<List<String>, SortedSet<String>> clients = new TreeMap<>(byText());
    for (Seen seen : consumers) {
      var each = seen.consumer();
      clients
          .computeIfAbsent(List.of(each.client(), each.protocol()), none -> new TreeSet<>())
          .add(each.ip() + ":" + each.port());
    }
    List<Library> libraries = new ArrayList<>();
    clients.forEach(
        (library, addresses) ->
            libraries.add(
                new Library(
                    library.get(0),
                    library.get(1),
                    addresses.size(),
                    (int)
                        dependents.stream()
                            .filter(each -> each.client().equals(library.get(0)))
                            .filter(each -> each.protocol().equals(library.get(1)))
                            .count())));
    return libraries;
  }

  private static Comparator<List<String>> byText() {
    return Comparator.comparing(each -> String.join("\n", each));
  }

  private List<Hazard> hazards() {
    Map<String, List<LossInventory>> byKind = new TreeMap<>();
    for (Step step : plan.steps()) {
      ApplicationInventory present = present(step);
      if (present != null) {
        inventory
            .losses(present)
            .forEach(
                loss -> byKind.computeIfAbsent(loss.kind(), none -> new ArrayList<>()).add(loss));
      }
    }
    List<Hazard> hazards = new ArrayList<>();
    byKind.forEach(
        (kind, losses) -> {
          LossInventory first = losses.get(0);
          hazards.add(
              new Hazard(
                  first.severity(),
                  kind,
                  losses.size(),
                  first.service() + " at " + first.address(),
                  first.detail(),
                  first.advice()));
        });
    SortedMap<HazardKind, List<HazardFinding>> findings = new TreeMap<>();
    found.forEach(
        each -> findings.computeIfAbsent(each.kind(), none -> new ArrayList<>()).add(each));
    findings.forEach(
        (kind, all) ->
            hazards.add(
                new Hazard(
                    kind.severity(),
                    kind.name(),
                    all.stream().mapToInt(HazardFinding::count).sum(),
                    all.get(0).application(),
                    all.get(0).evidence().get(0),
                    kind.advice())));
    hazards.sort(Comparator.comparing(Hazard::severity).thenComparing(Hazard::kind));
    return hazards;
  }

  private static List<Event> timeline(Collection<JournalEntry> journal) {
    List<Event> events = new ArrayList<>();
    for (JournalEntry each : journal) {
      switch (each.event()) {
        case RUN, WAVE_BEGUN, CONTROL, WAVE_DONE, STOPPED, FAILED, FINISHED ->
            events.add(
                new Event(
                    each.at(),
                    each.event().name(),
                    each.wave(),
                    each.application().isEmpty()
                        ? each.detail()
                        : each.application() + ": " + each.detail()));
        case INTENT, DONE -> {
          // What came of these is in what follows, or in the state of the application.
        }
      }
    }
    return events.subList(Math.max(0, events.size() - MAX_EVENTS), events.size());
  }
}
