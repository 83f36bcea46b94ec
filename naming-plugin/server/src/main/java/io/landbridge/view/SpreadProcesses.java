package io.landbridge.view;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Endpoint;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.RevisionUse;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The processes of one application whose levels are in different Nacos groups, as those of Dubbo
 * 3.0 are where the registry has a group: their interfaces are in that group, and their application
 * is always in {@code DEFAULT_GROUP}. Such a process registers its interfaces itself, where it
 * wants them to be found, so that nothing of them is derived where its application is: no consumer
 * there found it before. Immutable.
 */
final class SpreadProcesses {

  /** Of an application all of whose processes are in one group. */
  static final SpreadProcesses NONE = new SpreadProcesses(Map.of());

  /** By address: the groups in which interfaces are registered there. */
  private final Map<String, Set<String>> groups;

  private SpreadProcesses(Map<String, Set<String>> groups) {
    this.groups = groups;
  }

  /**
   * Reads the catalog, if the application is in several groups and at both levels.
   *
   * @param held instances that are shown although the catalog has lost them
   */
  static SpreadProcesses of(
      CatalogReader reader, ApplicationKey application, Collection<ApplicationInstance> held) {
    Set<String> all = new HashSet<>(reader.groups(application));
    held.forEach(instance -> all.add(instance.group()));
    boolean registered =
        reader.revisions(application).values().stream().anyMatch(use -> use.registered() > 0)
            || held.stream().anyMatch(RevisionUse::isRegistered);
    if (all.size() < 2 || !registered) {
      return NONE;
    }
    Map<String, Set<String>> groups = new HashMap<>();
    for (String group : all) {
      reader.visit(
          new ServiceKey(application.namespace(), group, application.name().value()),
          owned -> add(owned.instance(), groups));
    }
    held.forEach(instance -> add(instance, groups));
    return groups.isEmpty() ? NONE : new SpreadProcesses(groups);
  }

  private static void add(ApplicationInstance instance, Map<String, Set<String>> groups) {
    if (!RevisionUse.isRegistered(instance)) {
      for (Endpoint endpoint : instance.endpoints()) {
        groups
            .computeIfAbsent(instance.ip() + ":" + endpoint.port(), none -> new HashSet<>())
            .add(instance.group());
      }
    }
  }

  /** Whether the interfaces of a process that registered its application are in another group. */
  boolean has(ApplicationInstance instance) {
    return !groups.isEmpty()
        && RevisionUse.isRegistered(instance)
        && (isElsewhere(instance, instance.port())
            || instance.endpoints().stream()
                .anyMatch(endpoint -> isElsewhere(instance, endpoint.port())));
  }

  private boolean isElsewhere(ApplicationInstance instance, int port) {
    return groups.getOrDefault(instance.ip() + ":" + port, Set.of()).stream()
        .anyMatch(group -> !group.equals(instance.group()));
  }
}
