package io.landbridge.view;

import io.landbridge.command.Publication;
import io.landbridge.command.Publication.Stage;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.Translation;
import io.landbridge.view.ShownApplication.Pushed;
import io.landbridge.view.ShownApplication.State;
import io.landbridge.view.ShownApplication.Terms;
import io.landbridge.work.CoalescedTask;
import io.landbridge.work.CoalescedTask.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * The application-level view: for every application that is switched on, the instances derived from
 * interface-level registrations, each one only once the document it refers to is published.
 *
 * <p>On the heap is only which applications are shown, and, within a bound, the answers somebody
 * asked for. When an application changes, a thread of this class computes the answers of those
 * services again that have subscribers, and asks for a push where one differs from what they have;
 * an answer nobody subscribed to is computed when it is asked for again.
 */
public final class CatalogView implements DerivedView, AutoCloseable {

  private static final Duration QUIET = Duration.ofMillis(5);
  private static final Duration MAX_DELAY = Duration.ofMillis(50);
  private static final Duration CHECK = Duration.ofSeconds(30);

  private final CatalogReader reader;
  private final Subscribers subscribers;
  private final Answers answers;
  private final ShownApplications shown = new ShownApplications();
  private final CoalescedTask task;
  private final Set<ApplicationKey> dirty = ConcurrentHashMap.newKeySet();
  private final LongAdder pushes = new LongAdder();

  // Touched by the task's thread alone.
  private long generation;

  /**
   * Makes the view; it is empty before {@link #start}.
   *
   * @param reader this member's catalog
   * @param subscribers who is told about changes
   * @param config how much is kept
   */
  public CatalogView(CatalogReader reader, Subscribers subscribers, ViewConfig config) {
    this.reader = reader;
    this.subscribers = subscribers;
    this.answers = new Answers(reader, config.cacheBytes(), this::outrun);
    this.task = new CoalescedTask("landbridge-view", this::round, QUIET, MAX_DELAY, CHECK);
  }

  /** Starts following the catalog. */
  public void start() {
    follow();
    task.start();
    task.mark();
  }

  /** Takes note of changes from now on. */
  void follow() {
    reader.onChange(
        changed -> {
          dirty.addAll(changed);
          task.mark();
        });
    dirty.addAll(reader.applications());
  }

  @Override
  public boolean mayAdd(String service) {
    return shown.hasName(service);
  }

  @Override
  public List<DerivedInstance> additions(ServiceKey service, List<NativeInstance> natives) {
    ShownApplication application = shown.find(service);
    if (application == null) {
      return List.of();
    }
    // Spring Cloud uses the same service name; its clients would send HTTP to a Dubbo port.
    if (!application.state().terms().force()
        && natives.stream().anyMatch(NativeInstance::isForeign)) {
      return List.of();
    }
    List<DerivedInstance> instances = answers.get(service, application).instances();
    if (natives.isEmpty() || instances.isEmpty()) {
      return instances;
    }
    Set<String> taken = new HashSet<>();
    natives.forEach(each -> taken.add(each.ip() + ":" + each.port()));
    return instances.stream()
        .filter(each -> !taken.contains(each.ip() + ":" + each.port()))
        .toList();
  }

  /** What the view holds now. Safe for use from any thread. */
  public ViewStats stats() {
    return new ViewStats(
        shown.size(), answers.size(), answers.bytes(), answers.computed(), pushes.sum());
  }

  /** Drops every answer, as if others had needed the room. */
  void evict() {
    answers.clear();
  }

  @Override
  public void close() {
    task.close();
    shown.clear();
    answers.clear();
  }

  /** Takes in every change noted so far. For one thread at a time. */
  Outcome round() {
    RuntimeException failure = null;
    // Taken one by one: what is marked again while it is looked at is looked at again.
    for (ApplicationKey application : List.copyOf(dirty)) {
      dirty.remove(application);
      try {
        refresh(application);
      } catch (RuntimeException e) {
        dirty.add(application);
        failure = e;
      }
    }
    answers.tidy();
    if (failure != null) {
      throw failure;
    }
    return Outcome.DONE;
  }

  private void refresh(ApplicationKey key) {
    Terms terms = terms(key);
    ShownApplication known = shown.find(key);
    if (terms.published().isEmpty()) {
      if (known != null) {
        hide(known);
      }
      return;
    }
    State next = new State(++generation, terms);
    ShownApplication application = known != null ? known : new ShownApplication(key, next);
    Set<String> populated = reader.groups(key);
    application.groups().addAll(populated);
    // Before the catalog is read: a request that read it earlier may be answered later.
    long strays = application.strays();
    Map<String, Pushed> changed = new HashMap<>();
    for (String group : application.groups()) {
      ServiceKey service = application.service(group);
      if (!subscribers.any(service)) {
        application.forgetPushed(group);
        continue;
      }
      Answer answer = answers.compute(service, next);
      answers.put(service, answer);
      Pushed now = new Pushed(answer.fingerprint(), strays);
      if (!now.equals(application.pushed(group))) {
        changed.put(group, now);
      }
    }
    // Until here whoever asked got the answers of before, which were at hand.
    application.enter(next);
    if (known == null) {
      shown.put(key, application);
    }
    changed.forEach(application::setPushed);
    changed.keySet().forEach(group -> push(application.service(group)));
    application.groups().stream()
        .filter(group -> !populated.contains(group))
        .forEach(application::leave);
    if (application.strays() != strays) {
      outrun(application);
    }
  }

  private void hide(ShownApplication application) {
    shown.remove(application.key());
    for (String group : application.groups()) {
      ServiceKey service = application.service(group);
      answers.forget(service);
      if (subscribers.any(service)) {
        push(service);
      }
    }
  }

  private void push(ServiceKey service) {
    pushes.increment();
    subscribers.push(service);
  }

  /** A request was answered from before a change that was taken in meanwhile. */
  private void outrun(ShownApplication application) {
    dirty.add(application.key());
    task.mark();
  }

  private Terms terms(ApplicationKey application) {
    Translation translation = reader.translation(application);
    if (!translation.enabled()) {
      return new Terms(false, Set.of());
    }
    return new Terms(
        translation.force(),
        reader.publications(application).stream()
            .filter(each -> each.id().kind() == Publication.Kind.DOCUMENT)
            .filter(each -> each.stage() != Stage.INTENDED)
            .map(each -> each.id().name())
            .collect(Collectors.toUnmodifiableSet()));
  }
}
