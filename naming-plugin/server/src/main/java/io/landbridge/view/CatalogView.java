package io.landbridge.view;

import io.landbridge.command.Publication;
import io.landbridge.command.Publication.Stage;
import io.landbridge.model.ApplicationInstance;
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
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  private static final Logger LOG = LoggerFactory.getLogger(CatalogView.class);

  private static final Duration QUIET = Duration.ofMillis(5);
  private static final Duration MAX_DELAY = Duration.ofMillis(50);
  private static final Duration CHECK = Duration.ofSeconds(30);

  /** What changes all the time takes a twentieth of a processor, not all of it. */
  private static final int RESTS = 19;

  private final CatalogReader reader;
  private final Subscribers subscribers;
  private final ViewConfig config;
  private final LostInstances lost;
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
    this(reader, subscribers, config, System::nanoTime);
  }

  CatalogView(
      CatalogReader reader, Subscribers subscribers, ViewConfig config, LongSupplier nanos) {
    this.reader = reader;
    this.subscribers = subscribers;
    this.config = config;
    this.lost =
        new LostInstances(reader, application -> shown.find(application) != null, config, nanos);
    this.answers = new Answers(reader, lost, config.cacheBytes(), this::outrun);
    this.task =
        new CoalescedTask("landbridge-view", this::round, QUIET, MAX_DELAY, check(config), RESTS);
  }

  /** Often enough to let go of what is held about when its time is over. */
  private static Duration check(ViewConfig config) {
    Duration part = config.hold().dividedBy(10);
    return config.hold().isZero() || part.compareTo(CHECK) > 0 ? CHECK : part;
  }

  /** Starts following the catalog. */
  public void start() {
    follow();
    task.start();
    task.mark();
  }

  /** Takes note of changes from now on. */
  void follow() {
    reader.onLoss(lost);
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
    List<ShownApplication> applications = shown.all();
    return new ViewStats(
        applications.size(),
        answers.size(),
        answers.bytes(),
        answers.computed(),
        pushes.sum(),
        (int) applications.stream().filter(each -> each.held() > 0).count(),
        applications.stream().mapToInt(ShownApplication::held).sum(),
        lost.passed());
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
    dirty.addAll(lost.expire());
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
    List<ApplicationInstance> held = lost.held(key, terms.published());
    Set<String> populated = new HashSet<>(reader.groups(key));
    held.forEach(instance -> populated.add(instance.group()));
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
      Answer answer = answers.compute(service, application, next);
      answers.put(service, answer);
      Pushed now = new Pushed(answer.fingerprint(), strays);
      if (!now.equals(application.pushed(group))) {
        changed.put(group, now);
      }
    }
    // Until here whoever asked got the answers of before, which were at hand.
    application.enter(next);
    hold(application, held.size());
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

  private void hold(ShownApplication application, int instances) {
    int before = application.held();
    application.setHeld(instances);
    if (instances > 0 && before == 0) {
      LOG.warn(
          "{} lost {} instances that nobody has deregistered, more than {} % of all; they are shown"
              + " for {} more unless they come back",
          application.key(), instances, config.maxShrinkPercent(), config.hold());
    } else if (instances == 0 && before > 0) {
      LOG.info("{} is shown as the catalog has it again", application.key());
    }
  }

  private void hide(ShownApplication application) {
    shown.remove(application.key());
    lost.forget(application.key());
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
