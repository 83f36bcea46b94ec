package io.landbridge.view;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.RevisionUse;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What is kept on the heap of an application that is switched on, whether or not anybody asks for
 * it.
 *
 * <p>Its states are counted: an answer of an earlier state than the present one is out of date. The
 * thread that follows the catalog writes, any reads.
 */
final class ShownApplication {

  private final ApplicationKey key;

  /** Groups in which it was shown. */
  private final Set<String> groups = ConcurrentHashMap.newKeySet();

  /** By service, what the subscribers of this member were given. */
  private final Map<ServiceKey, Pushed> pushed = new ConcurrentHashMap<>();

  /** How often a request got something else than was pushed last. */
  private final AtomicLong strays = new AtomicLong();

  private volatile State state;

  /** The services in which it has an instance to show, as of the last look. */
  private volatile Set<ServiceKey> showing = Set.of();

  /** How many lost instances it is shown with, as of the last look. */
  private volatile int held;

  /**
   * One state.
   *
   * @param generation grows over all applications, so that what was of an application before it was
   *     switched off and on again is never taken for new
   * @param terms what decides which of its instances are shown
   * @param registered the revisions of the instances whose providers registered the application
   *     themselves
   * @param names of the services in which it is shown, in each of its groups
   */
  record State(long generation, Terms terms, Set<MetadataRevision> registered, Set<String> names) {

    /** Whether the instances of all these revisions are shown, each at the level it is not at. */
    boolean shows(Map<MetadataRevision, RevisionUse> uses) {
      return uses.entrySet().stream()
          .allMatch(
              each ->
                  (each.getValue().folded() == 0
                          || terms.published().contains(each.getKey().value()))
                      && (each.getValue().registered() == 0 || registered.contains(each.getKey())));
    }
  }

  /**
   * What decides which instances are shown.
   *
   * @param force whether foreign instances in the service are no obstacle
   * @param audience which consumer processes are shown them
   * @param published the revisions whose documents consumers of this member can read
   */
  record Terms(boolean force, Audience audience, Set<String> published) {

    /** Whether an instance is shown at the level its provider did not register it at. */
    boolean show(ApplicationInstance instance) {
      return RevisionUse.isRegistered(instance) || published.contains(instance.revision().value());
    }

    /** How many instances of a revision are shown. */
    int shown(MetadataRevision revision, RevisionUse use) {
      return published.contains(revision.value()) ? use.instances() : use.registered();
    }
  }

  /**
   * What every subscriber has or is about to get.
   *
   * @param fingerprint the answer
   * @param strays how many strays there had been before it was computed; if there were more since,
   *     a subscriber may have got another answer later
   * @param force whether it was shown beside foreign instances, too, if there are any
   * @param audience which subscribers got it; the others got what there is without it
   */
  record Pushed(long fingerprint, long strays, boolean force, Audience audience) {}

  ShownApplication(ApplicationKey key, State state) {
    this.key = key;
    this.state = state;
  }

  ApplicationKey key() {
    return key;
  }

  State state() {
    return state;
  }

  void enter(State next) {
    state = next;
  }

  /** The application-level service in a group. */
  ServiceKey service(String group) {
    return service(group, key.name().value());
  }

  /** One of the services it is shown in. */
  ServiceKey service(String group, String name) {
    return new ServiceKey(key.namespace(), group, name);
  }

  /** The services of these names, in each group it was shown in. */
  List<ServiceKey> services(Collection<String> names) {
    return groups.stream()
        .flatMap(group -> names.stream().map(name -> service(group, name)))
        .toList();
  }

  /** Whether a service is the application-level one, not one of an interface. */
  boolean isOwn(ServiceKey service) {
    return service.name().equals(key.name().value());
  }

  Set<String> groups() {
    return groups;
  }

  Set<ServiceKey> showing() {
    return showing;
  }

  void setShowing(Set<ServiceKey> now) {
    showing = Set.copyOf(now);
  }

  int held() {
    return held;
  }

  void setHeld(int instances) {
    held = instances;
  }

  long strays() {
    return strays.get();
  }

  /** A request is given this answer, which was read for it. */
  void answered(ServiceKey service, Answer answer) {
    if (!answer.instances().isEmpty()) {
      groups.add(service.group());
    }
    Pushed last = pushed.get(service);
    if (last == null || last.fingerprint() != answer.fingerprint()) {
      strays.incrementAndGet();
    }
  }

  @Nullable Pushed pushed(ServiceKey service) {
    return pushed.get(service);
  }

  void setPushed(ServiceKey service, Pushed now) {
    pushed.put(service, now);
  }

  /** Nobody subscribes any more: what the next subscriber has got is unknown. */
  void forgetPushed(ServiceKey service) {
    pushed.remove(service);
  }

  /** It is no longer shown in this group. */
  void leave(String group) {
    groups.remove(group);
    pushed.keySet().removeIf(service -> service.group().equals(group));
  }

  /** It is no longer shown in services of this name. */
  void leaveServices(String name) {
    pushed.keySet().removeIf(service -> service.name().equals(name));
  }
}
