package io.landbridge.host.nacos3;

import static com.alibaba.nacos.api.common.Constants.ServiceChangedType.ADD_SERVICE;
import static com.alibaba.nacos.api.common.Constants.ServiceChangedType.DELETE_SERVICE;

import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.naming.utils.NamingUtils;
import com.alibaba.nacos.common.utils.FuzzyGroupKeyPattern;
import com.alibaba.nacos.naming.core.v2.event.service.ServiceEvent;
import com.alibaba.nacos.naming.core.v2.index.NamingFuzzyWatchContextService;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.push.NamingFuzzyWatchChangeNotifier;
import io.landbridge.host.registry.NacosServices;
import io.landbridge.host.view.DerivedServices;
import io.landbridge.model.ServiceKey;
import io.landbridge.view.derived.Subscribers;
import io.landbridge.work.CoalescedTask;
import io.landbridge.work.CoalescedTask.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The server's record of which client watches which pattern of names, and which services each
 * pattern matches, with the services that exist as a view. They are put among the server's own
 * matches, so that its limit for them, what it tells a client that begins to watch and what it
 * tells again later hold for them, too.
 *
 * <p>The server's record is not made for several threads that add to one pattern; here they take
 * turns. Safe for use from any thread.
 */
final class DerivedFuzzyWatches extends NamingFuzzyWatchContextService
    implements Subscribers, AutoCloseable {

  /** As short as pushes wait for more of them; the server waits longer before it sends. */
  private static final Duration QUIET = Duration.ofMillis(50);

  private static final Duration LONGEST_DELAY = Duration.ofMillis(500);
  private static final Duration PERIOD = Duration.ofMinutes(1);

  private final DerivedServices derived;
  private final Predicate<Service> isRegistered;
  private final Supplier<NamingFuzzyWatchChangeNotifier> notifier;
  private final CoalescedTask task;

  /** The namespaces in which a service changed that somebody watched. */
  private final Set<String> watched = ConcurrentHashMap.newKeySet();

  /** The services of views, by namespace, as they were last told. */
  private final Map<String, Set<Service>> told = new HashMap<>();

  /**
   * Makes the record, and starts the thread that follows the view.
   *
   * @param derived the services of views
   * @param isRegistered whether somebody has registered in a service
   * @param notifier tells those who watch; asked for when there is something to tell
   */
  DerivedFuzzyWatches(
      DerivedServices derived,
      Predicate<Service> isRegistered,
      Supplier<NamingFuzzyWatchChangeNotifier> notifier) {
    this.derived = derived;
    this.isRegistered = isRegistered;
    this.notifier = notifier;
    this.task =
        new CoalescedTask("landbridge-fuzzy-watches", this::round, QUIET, LONGEST_DELAY, PERIOD);
    task.start();
  }

  @Override
  public boolean any(ServiceKey service) {
    return !getFuzzyWatchedClients(NacosServices.service(service)).isEmpty();
  }

  @Override
  public void push(ServiceKey service) {
    watched.add(service.namespace().value());
    task.mark();
  }

  private Outcome round() {
    watched.forEach(this::follow);
    return Outcome.DONE;
  }

  /** Tells those who watch what has come and gone since they were last told. */
  private synchronized void follow(String namespace) {
    Set<Service> now = derived.shown(namespace);
    Set<Service> before = told.getOrDefault(namespace, Set.of());
    if (now.isEmpty()) {
      told.remove(namespace);
    } else {
      told.put(namespace, now);
    }
    now.stream().filter(each -> !before.contains(each)).forEach(each -> tell(each, ADD_SERVICE));
    before.stream()
        .filter(each -> !now.contains(each) && !isRegistered.test(each))
        .forEach(each -> tell(each, DELETE_SERVICE));
  }

  /** Comes back to {@link #syncServiceContext}, and goes on where a pattern is concerned. */
  private void tell(Service service, String change) {
    notifier.get().onEvent(new ServiceEvent.ServiceChangedEvent(service, change));
  }

  @Override
  public synchronized void syncFuzzyWatcherContext(String pattern, String client)
      throws NacosException {
    String namespace = FuzzyGroupKeyPattern.getNamespaceFromPattern(pattern);
    // While others are told, this one is not known yet: it is told all at once.
    attempt(() -> follow(namespace));
    super.syncFuzzyWatcherContext(pattern, client);
    attempt(() -> addTo(pattern, told.getOrDefault(namespace, Set.of())));
  }

  /** What fails leaves a client with what the server has told it alone. */
  private void attempt(Runnable what) {
    derived.orElse(
        false,
        () -> {
          what.run();
          return true;
        });
  }

  /** Puts what a pattern matches among what the server has found for it. */
  private void addTo(String pattern, Set<Service> services) {
    Set<String> known = super.matchServiceKeys(pattern);
    for (Service each : services) {
      if (reachToUpLimit(pattern)) {
        return;
      }
      if (!known.contains(key(each)) && matches(pattern, each)) {
        super.syncServiceContext(each, ADD_SERVICE);
      }
    }
  }

  private static String key(Service service) {
    return NamingUtils.getServiceKey(service.getNamespace(), service.getGroup(), service.getName());
  }

  private static boolean matches(String pattern, Service service) {
    return FuzzyGroupKeyPattern.matchPattern(
        pattern, service.getName(), service.getGroup(), service.getNamespace());
  }

  /** {@inheritDoc} What nobody is registered in any more has not gone if it is shown. */
  @Override
  public synchronized boolean syncServiceContext(Service service, String change) {
    boolean isShown = told.getOrDefault(service.getNamespace(), Set.of()).contains(service);
    return !(isShown && change.equals(DELETE_SERVICE)) && super.syncServiceContext(service, change);
  }

  @Override
  public synchronized Set<String> matchServiceKeys(String pattern) {
    return super.matchServiceKeys(pattern);
  }

  @Override
  public void close() {
    task.close();
  }
}
