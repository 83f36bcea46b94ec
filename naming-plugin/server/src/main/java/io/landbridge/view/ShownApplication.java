package io.landbridge.view;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ServiceKey;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What is kept on the heap of an application that is shown, whether or not anybody asks for it.
 *
 * <p>Its states are counted: an answer of an earlier state than the present one is out of date. The
 * thread that follows the catalog writes, any reads.
 */
final class ShownApplication {

  private final ApplicationKey key;

  /** Groups in which it was shown. */
  private final Set<String> groups = ConcurrentHashMap.newKeySet();

  /** By group, what the subscribers of this member were given. */
  private final Map<String, Pushed> pushed = new ConcurrentHashMap<>();

  /** How often a request got something else than was pushed last. */
  private final AtomicLong strays = new AtomicLong();

  private volatile State state;

  /** How many lost instances it is shown with, as of the last look. */
  private volatile int held;

  /**
   * One state.
   *
   * @param generation grows over all applications, so that what was of an application before it was
   *     switched off and on again is never taken for new
   * @param terms what decides which of its instances are shown
   */
  record State(long generation, Terms terms) {}

  /**
   * What decides which instances are shown.
   *
   * @param force whether foreign instances in the service are no obstacle
   * @param published the revisions whose documents consumers can read
   */
  record Terms(boolean force, Set<String> published) {}

  /**
   * What every subscriber has or is about to get.
   *
   * @param fingerprint the answer
   * @param strays how many strays there had been before it was computed; if there were more since,
   *     a subscriber may have got another answer later
   */
  record Pushed(long fingerprint, long strays) {}

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

  ServiceKey service(String group) {
    return new ServiceKey(key.namespace(), group, key.name().value());
  }

  Set<String> groups() {
    return groups;
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
  void answered(String group, Answer answer) {
    if (!answer.instances().isEmpty()) {
      groups.add(group);
    }
    Pushed last = pushed.get(group);
    if (last == null || last.fingerprint() != answer.fingerprint()) {
      strays.incrementAndGet();
    }
  }

  @Nullable Pushed pushed(String group) {
    return pushed.get(group);
  }

  void setPushed(String group, Pushed now) {
    pushed.put(group, now);
  }

  /** Nobody subscribes any more: what the next subscriber has got is unknown. */
  void forgetPushed(String group) {
    pushed.remove(group);
  }

  /** It is no longer shown in this group. */
  void leave(String group) {
    groups.remove(group);
    pushed.remove(group);
  }
}
