package io.landbridge.view;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.RevisionUse;
import io.landbridge.view.ShownApplication.Pushed;
import io.landbridge.view.ShownApplication.State;
import io.landbridge.view.ShownApplication.Terms;
import io.landbridge.view.derived.Caller;
import io.landbridge.view.derived.DerivedInstance;
import io.landbridge.view.derived.DerivedView;
import io.landbridge.view.derived.NativeInstance;
import io.landbridge.view.derived.Side;
import io.landbridge.view.derived.Subscribers;
import io.landbridge.work.CoalescedTask;
import io.landbridge.work.CoalescedTask.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Both views of every application that is switched on: in its own service the instances derived
 * from interface-level registrations, each one only once consumers can read the document it refers
 * to, and in the services of its interfaces those whose providers registered the application alone.
 *
 * <p>On the heap is only which applications are shown and where, and, within a bound, the answers
 * somebody asked for. When an application changes, a thread of this class computes the answers of
 * those services again that have subscribers, and asks for a push where one differs from what they
 * have; an answer nobody subscribed to is computed when it is asked for again.
 */
public final class CatalogView implements DerivedView, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CatalogView.class);

  private static final Duration QUIET = Duration.ofMillis(5);
  private static final Duration MAX_DELAY = Duration.ofMillis(50);

  /** What changes all the time takes a twentieth of a processor, not all of it. */
  private static final int RESTS = 19;

  private final CatalogReader reader;
  private final Subscribers subscribers;
  private final ViewConfig config;
  private final LostInstances lost;
  private final EarlierInstances earlier;
  private final AwaitedDocuments awaited;
  private final Answers answers;
  private final ShownApplications shown = new ShownApplications();
  private final Audiences audiences = new Audiences(shown);
  private final Obstructions obstructions = new Obstructions();
  private final ShownStates states;
  private final PushGate gate;
  private final CoalescedTask task;
  private final Set<ApplicationKey> dirty = ConcurrentHashMap.newKeySet();

  /** Whose terms changed since they were read. */
  private final Set<ApplicationKey> unread = ConcurrentHashMap.newKeySet();

  private final List<Consumer<ApplicationKey>> listeners = new CopyOnWriteArrayList<>();

  /** Whether subscribers may have been answered without this view. */
  private volatile boolean untold;

  /** Whether a round is under way. */
  private volatile boolean busy;

  /**
   * Makes the view; it is empty before {@link #start}.
   *
   * @param reader this member's catalog
   * @param subscribers who is told about changes
   * @param documents which documents this member serves
   * @param config how much is kept
   */
  public CatalogView(
      CatalogReader reader,
      Subscribers subscribers,
      PublishedDocuments documents,
      ViewConfig config) {
    this(reader, subscribers, documents, config, System::nanoTime);
  }

  CatalogView(
      CatalogReader reader,
      Subscribers subscribers,
      PublishedDocuments documents,
      ViewConfig config,
      LongSupplier nanos) {
    this.reader = reader;
    this.subscribers = subscribers;
    this.config = config;
    this.lost =
        new LostInstances(reader, application -> shown.find(application) != null, config, nanos);
    this.earlier = new EarlierInstances(reader, this::shownTerms, nanos);
    this.awaited = new AwaitedDocuments(documents, nanos);
    this.answers = new Answers(reader, lost, earlier, config.cacheBytes(), this::outrun);
    this.states = new ShownStates(reader, lost, awaited);
    this.gate = new PushGate(subscribers);
    this.task =
        new CoalescedTask("landbridge-view", this::round, QUIET, MAX_DELAY, config.look(), RESTS);
  }

  private Optional<Terms> shownTerms(ApplicationKey application) {
    return Optional.ofNullable(shown.find(application)).map(known -> known.state().terms());
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
    reader.onLoss(earlier);
    reader.onChange(
        (applications, terms) -> {
          unread.addAll(terms);
          dirty.addAll(applications);
          task.mark();
        });
    SortedSet<ApplicationKey> all = reader.applications();
    unread.addAll(all);
    dirty.addAll(all);
  }

  /**
   * Stops adding anything to anything, or begins again, from the next answer on, and pushes every
   * service with subscribers for which that makes a difference. Meanwhile the catalog is followed
   * as ever, so that what is shown afterwards is what there is then. From any thread.
   */
  public void suspend(boolean wanted) {
    if (gate.suspend(wanted)) {
      pushEverything();
    }
  }

  /**
   * The server's answers have this view's instances from now on. Whoever asked before got none of
   * them, and what was pushed before had none, so every service with subscribers is pushed. From
   * any thread.
   */
  public void begin() {
    untold = true;
    task.mark();
  }

  private void pushEverything() {
    for (ShownApplication application : shown.all()) {
      for (ServiceKey service : application.services(application.state().names())) {
        gate.pushAnyway(service);
      }
    }
  }

  /** This member serves a document from now on. Quick; from any thread. */
  public void served(String revision) {
    if (awaited.isAwaited(revision)) {
      task.mark();
    }
  }

  /**
   * Whether this member shows an application as it is in the catalog: what was folded of it once
   * its documents can be read, and what registered itself at the level of interfaces. Safe for use
   * from any thread.
   */
  public boolean isShown(ApplicationKey application) {
    Map<MetadataRevision, RevisionUse> uses = reader.revisions(application);
    ShownApplication known = shown.find(application);
    if (known == null) {
      return uses.isEmpty();
    }
    return known.state().shows(uses);
  }

  /**
   * Registers interest in applications being shown in another state than before.
   *
   * @param listener called after each change, on the thread of the view; quick
   */
  public void onShown(Consumer<ApplicationKey> listener) {
    listeners.add(listener);
  }

  @Override
  public boolean mayAdd(String service) {
    return !gate.isSuspended() && shown.hasName(service);
  }

  @Override
  public Side side(ServiceKey service, Supplier<Optional<Caller>> asks) {
    return gate.isSuspended() ? Side.SHOWN : audiences.side(service, asks);
  }

  @Override
  public boolean dependsOnCaller(ServiceKey service) {
    return !gate.isSuspended() && audiences.dependsOnCaller(service);
  }

  /** The services with an instance of an application that not everybody is shown. Reads no disk. */
  Set<ServiceKey> servicesOfSome() {
    return audiences.services();
  }

  @Override
  public List<DerivedInstance> additions(ServiceKey service, List<NativeInstance> natives) {
    return additions(service, natives, Side.SHOWN);
  }

  @Override
  public List<DerivedInstance> additions(
      ServiceKey service, List<NativeInstance> natives, Side side) {
    List<ShownApplication> applications = gate.isSuspended() ? List.of() : shown.in(service);
    if (applications.isEmpty()) {
      return List.of();
    }
    List<DerivedInstance> all = new ArrayList<>();
    int contributors = 0;
    for (ShownApplication application : applications) {
      if (side == Side.WITHHELD && !application.state().terms().audience().isWhole()) {
        continue;
      }
      if (!obstructions.isObstructed(service, application, natives)) {
        List<DerivedInstance> some = answers.get(service, application).instances();
        contributors += some.isEmpty() ? 0 : 1;
        all.addAll(some);
      }
    }
    List<DerivedInstance> instances = contributors > 1 ? ConflictingInstances.settle(all) : all;
    return ConflictingInstances.beside(natives, instances);
  }

  @Override
  public SortedSet<ServiceKey> services(NamespaceId namespace) {
    return gate.isSuspended() ? Collections.emptySortedSet() : shown.services(namespace);
  }

  /** What the view holds now. Safe for use from any thread. */
  public ViewStats stats() {
    Collection<ShownApplication> applications = shown.all();
    return new ViewStats(
        (int) applications.stream().filter(each -> !each.state().names().isEmpty()).count(),
        answers.size(),
        answers.bytes(),
        answers.computed(),
        gate.pushes(),
        (int) applications.stream().filter(each -> each.held() > 0).count(),
        applications.stream().mapToInt(ShownApplication::held).sum(),
        lost.passed(),
        earlier.size(),
        obstructions.size());
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

  /**
   * Whether every change that was noted is shown, and no document is waited for. Safe for use from
   * any thread.
   */
  boolean isSettled() {
    // In this order: a round has begun before it takes anything out.
    return dirty.isEmpty() && !busy && awaited.isEmpty();
  }

  /** Takes in every change noted so far. For one thread at a time. */
  Outcome round() {
    busy = true;
    try {
      return takeIn();
    } finally {
      busy = false;
    }
  }

  private Outcome takeIn() {
    dirty.addAll(lost.expire());
    earlier.expire();
    List<ApplicationKey> readable = awaited.due();
    unread.addAll(readable);
    dirty.addAll(readable);
    RuntimeException failure = null;
    // Taken one by one: what is marked again while it is looked at is looked at again.
    for (ApplicationKey application : List.copyOf(dirty)) {
      dirty.remove(application);
      try {
        refresh(application);
      } catch (RuntimeException e) {
        unread.add(application);
        dirty.add(application);
        failure = e;
      }
    }
    answers.tidy();
    if (untold) {
      untold = false;
      try {
        pushEverything();
      } catch (RuntimeException e) {
        untold = true;
        throw e;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return Outcome.DONE;
  }

  private void refresh(ApplicationKey key) {
    ShownApplication known = shown.find(key);
    // Taken out before they are read: what changes meanwhile is read again.
    boolean news = unread.remove(key);
    if (known == null && !news) {
      // Not switched on, and instances alone make no difference to that.
      return;
    }
    Terms before = known == null ? null : known.state().terms();
    Terms terms = before == null || news ? states.terms(key, before) : before;
    if (terms == null) {
      if (known != null) {
        hide(known);
      }
      return;
    }
    List<ApplicationInstance> held = lost.held(key, terms);
    State next = states.next(key, terms, held, known);
    ShownApplication application = known != null ? known : new ShownApplication(key, next);
    Set<String> names = known != null ? known.state().names() : Set.of();
    Set<String> populated = new HashSet<>(reader.groups(key));
    held.forEach(instance -> populated.add(instance.group()));
    application.groups().addAll(populated);
    List<ApplicationInstance> outside = new ArrayList<>(held);
    outside.addAll(earlier.shown(key, terms));
    Set<ServiceKey> showing = states.showing(application, next, populated, outside);
    // Before the catalog is read: a request that read it earlier may be answered later.
    long strays = application.strays();
    Set<ServiceKey> subscribed = new LinkedHashSet<>();
    Set<String> either = new HashSet<>(names);
    either.addAll(next.names());
    List<ServiceKey> services = application.services(either);
    for (ServiceKey service : services) {
      if (subscribers.any(service)) {
        subscribed.add(service);
      } else {
        application.forgetPushed(service);
      }
    }
    Map<ServiceKey, Pushed> changed = new HashMap<>();
    answers
        .compute(subscribed, application, next)
        .forEach(
            (service, answer) -> {
              answers.put(application, service, answer);
              Pushed now =
                  new Pushed(answer.fingerprint(), strays, terms.force(), terms.audience());
              if (!now.equals(application.pushed(service))) {
                changed.put(service, now);
              }
            });
    // Until here whoever asked got the answers of before, which were at hand.
    application.enter(next);
    hold(application, held.size());
    shown.put(application, names, next.names());
    shown.name(application, showing);
    changed.forEach(application::setPushed);
    changed.keySet().forEach(gate::push);
    application.groups().stream()
        .filter(group -> !populated.contains(group))
        .forEach(application::leave);
    names.stream().filter(name -> !next.names().contains(name)).forEach(application::leaveServices);
    // Whoever came meanwhile may have been answered, and pushed to, with what was shown before.
    boolean late =
        services.stream().anyMatch(each -> !subscribed.contains(each) && subscribers.any(each));
    if (late || application.strays() != strays) {
      outrun(application);
    }
    listeners.forEach(each -> each.accept(key));
  }

  private void hold(ShownApplication application, int instances) {
    int before = application.held();
    application.setHeld(instances);
    if (instances > 0 && before == 0) {
      LOG.warn(
          "{} lost {} instances that were not deregistered, more than {} % of all; holding them for"
              + " {} unless they return",
          application.key(), instances, config.maxShrinkPercent(), config.hold());
    } else if (instances == 0 && before > 0) {
      LOG.info("{} is shown from the catalog again", application.key());
    }
  }

  private void hide(ShownApplication application) {
    shown.remove(application);
    obstructions.forget(application);
    lost.forget(application.key());
    awaited.forget(application.key());
    for (ServiceKey service : application.services(application.state().names())) {
      answers.forget(application, service);
      if (subscribers.any(service)) {
        gate.push(service);
      }
    }
  }

  /** A request was answered from before a change that was taken in meanwhile. */
  private void outrun(ShownApplication application) {
    dirty.add(application.key());
    task.mark();
  }
}
