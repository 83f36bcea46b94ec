package io.landbridge.migrate.wave;

import io.landbridge.dubbo.ServiceRange;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Call;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.LogText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A consumer that may be of Dubbo 3, and what it calls of some applications: without a rule it goes
 * to the application level with all its calls as soon as it finds one address there.
 *
 * @param namespace its namespace
 * @param application its name, whatever that is
 * @param services what it calls, {@code interface[:version]}, as rules name it
 * @param clients how many addresses of it were seen
 */
record Mover(String namespace, String application, List<String> services, int clients) {

  private static final String DUBBO_3 = "3.";

  Mover {
    services = List.copyOf(services);
  }

  /** The same for some of its services. */
  Mover of(Collection<String> some) {
    return new Mover(
        namespace, application, services.stream().filter(some::contains).toList(), clients);
  }

  /** The applications of some; of those whose name no application has, nothing is known. */
  static SortedSet<ApplicationKey> keys(Collection<Mover> movers) {
    SortedSet<ApplicationKey> keys = new TreeSet<>();
    for (Mover each : movers) {
      try {
        keys.add(ApplicationKey.of(each.namespace(), each.application()));
      } catch (IllegalArgumentException e) {
        // No rule can be for it, and it is named as such.
      }
    }
    return keys;
  }

  /** For people. */
  @Override
  public String toString() {
    return "'%s' in namespace %s (clients: %d; %s)"
        .formatted(LogText.of(application), namespace, clients, Parity.text(services));
  }

  /**
   * The movers among the callers of some applications, sorted; not those that are known to be of
   * another Dubbo only.
   *
   * @param now what is registered
   * @param callers who calls these applications beside those that announce themselves
   */
  static List<Mover> of(Inventory now, Callers callers, Collection<Step> steps) {
    List<Call> calls = new ArrayList<>(now.calls());
    calls.addAll(callers.calls());
    SortedMap<String, SortedMap<String, Draft>> drafts = new TreeMap<>();
    for (Call call : calls) {
      Draft draft =
          drafts
              .computeIfAbsent(call.namespace(), none -> new TreeMap<>())
              .computeIfAbsent(call.consumer(), none -> new Draft());
      draft.releases.addAll(call.releases());
      if (isOffered(call, steps)) {
        draft.services.add(ServiceRange.of(call.service()).withoutGroup());
        draft.clients = Math.max(draft.clients, call.clients());
      }
    }
    for (ApplicationInventory each : now.applications()) {
      Draft draft = drafts.getOrDefault(each.namespace(), new TreeMap<>()).get(each.application());
      if (draft != null) {
        draft.releases.addAll(each.releases());
      }
    }
    List<Mover> movers = new ArrayList<>();
    drafts.forEach(
        (namespace, consumers) ->
            consumers.forEach(
                (name, draft) -> {
                  if (!draft.services.isEmpty() && draft.mayBeDubbo3()) {
                    movers.add(
                        new Mover(namespace, name, List.copyOf(draft.services), draft.clients));
                  }
                }));
    return movers;
  }

  private static boolean isOffered(Call call, Collection<Step> steps) {
    return !call.service().isEmpty()
        && steps.stream()
            .filter(step -> step.namespace().equals(call.namespace()))
            .flatMap(step -> step.interfaces().stream())
            .anyMatch(
                each -> Thresholds.covers(ServiceRange.of(call.service()).withoutGroup(), each));
  }

  private static final class Draft {

    private final SortedSet<String> releases = new TreeSet<>();
    private final SortedSet<String> services = new TreeSet<>();
    private int clients;

    boolean mayBeDubbo3() {
      return releases.isEmpty() || releases.stream().anyMatch(each -> each.startsWith(DUBBO_3));
    }
  }
}
