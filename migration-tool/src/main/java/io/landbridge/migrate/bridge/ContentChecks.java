package io.landbridge.migrate.bridge;

import io.landbridge.migrate.bridge.BridgeCheck.Check;
import io.landbridge.migrate.bridge.LegacyContents.Seen;
import io.landbridge.model.Counted;
import io.landbridge.model.LogText;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.RegistrationLimits;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.legacy.ExportMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;

/** Looks at what the legacy cluster has and this one would have to take. For one thread. */
final class ContentChecks {

  private static final int MANY_INSTANCES = 50_000;
  private static final int MAX_NAMED = 10;
  private static final String LATER = "run the check again later";

  private final BridgeGround ground;
  private final CheckOutcomes outcomes;
  private final LegacyContents contents;

  ContentChecks(BridgeGround ground, CheckOutcomes outcomes, LegacyContents contents) {
    this.ground = ground;
    this.outcomes = outcomes;
    this.contents = contents;
  }

  void registrations() throws RegistryException {
    Seen all = contents.seen();
    if (!all.known()) {
      outcomes.warning(
          Check.REGISTRATIONS,
          "the legacy cluster has no list of all instances, so the instances were not checked",
          "run 'landbridge scan' on the legacy cluster and look for REFUSED_BY_NEWER,"
              + " REFUSED_BY_ALL_NEWER and MIXED_SERVICE");
      return;
    }
    List<String> newer = new ArrayList<>();
    List<String> checking = new ArrayList<>();
    for (ServerAddress server : ground.servers()) {
      String version = ground.server(server).version();
      newer.add("Nacos " + version);
      if (RegistrationLimits.areOf(version)) {
        checking.add("Nacos " + version);
      }
    }
    RefusedRegistrations refused =
        RefusedRegistrations.of(all.ephemeral(), contents.counted().persistent());
    int before = outcomes.size();
    if (refused.always().number() > 0) {
      outcomes.warning(
          Check.REGISTRATIONS,
          Counted.format(
              "%s would refuse %d registrations of clients that move here, whatever its settings:"
                  + " %s",
              newer.get(0), refused.always().number(), refused.always().example()),
          "correct these registrations before their clients move; until then the bridge shows"
              + " them");
    }
    if (refused.mixed().number() > 0) {
      outcomes.warning(
          Check.REGISTRATIONS,
          Counted.format(
              "%s would refuse some registrations of clients that move here: %d services have"
                  + " ephemeral and persistent instances, for example %s, and the kind that"
                  + " registers second is refused",
              newer.get(0), refused.mixed().number(), refused.mixed().example()),
          "register all instances of such a service as ephemeral, or all as persistent, before"
              + " their clients move");
    }
    if (!checking.isEmpty() && refused.checked().number() > 0) {
      outcomes.warning(
          Check.REGISTRATIONS,
          Counted.format(
              "%s would refuse %d registrations that clients have in the legacy cluster: %s",
              checking.get(0), refused.checked().number(), refused.checked().example()),
          "set nacos.core.param.check.enabled=false on the servers of this cluster before clients"
              + " move, or shorten the registrations");
    }
    if (outcomes.size() == before) {
      outcomes.ok(
          Check.REGISTRATIONS,
          "nothing is registered in the legacy cluster that the servers of this cluster are known"
              + " to refuse");
    }
  }

  void otherBridges() throws RegistryException {
    SortedMap<String, Integer> others = contents.seen().origins();
    others.remove(ground.origin());
    if (others.isEmpty()) {
      outcomes.ok(Check.OTHER_BRIDGES, "no other bridge exports into the legacy cluster");
      return;
    }
    others.forEach(
        (origin, instances) ->
            outcomes.warning(
                Check.OTHER_BRIDGES,
                Counted.format(
                    "another bridge, '%s', has exported %d instances to the legacy cluster",
                    origin, instances),
                "this bridge ignores these instances; make sure that no client registers in both"
                    + " new clusters"));
  }

  void capacity() throws RegistryException {
    int leftOut = 0;
    Namespaces namespaces = ground.legacy().namespaces();
    for (var each : namespaces.unusable().entrySet()) {
      if (leftOut++ < MAX_NAMED) {
        outcomes.warning(
            Check.CAPACITY,
            "namespace '%s' is skipped with everything in it".formatted(each.getKey()),
            each.getValue());
      }
    }
    LegacyCount there = contents.counted();
    long services = there.services();
    long instances = there.instances();
    for (RegisteredService each : there.skipped()) {
      // Named one by one, as far as there are a few: they are rare, and each has to go.
      if (leftOut++ < MAX_NAMED) {
        outcomes.warning(
            Check.CAPACITY,
            Counted.format(
                "service '%s' of group '%s' in namespace %s with %d instances is skipped",
                LogText.of(each.key().name()),
                LogText.of(each.key().group()),
                each.key().namespace(),
                each.instances()),
            each.refusal().orElse(""));
      }
    }
    for (var each : there.tooLarge().entrySet()) {
      if (leftOut++ < MAX_NAMED) {
        outcomes.warning(
            Check.CAPACITY, "instance %s is skipped".formatted(each.getKey()), each.getValue());
      }
    }
    if (leftOut > MAX_NAMED) {
      outcomes.warning(
          Check.CAPACITY,
          Counted.format(
              "%d more namespaces, services and instances are skipped", leftOut - MAX_NAMED),
          "treat them in the same way; 'landbridge scan' of the legacy cluster lists all");
    }
    RegisteredCount here;
    try {
      here = ground.registered(there.own());
    } catch (RegistryException e) {
      if (e.kind() != Kind.UNAVAILABLE) {
        throw e;
      }
      // With landbridge.bridge.in-place it answers nobody before the bridge is there.
      outcomes.warning(
          Check.CAPACITY,
          Counted.format(
              "%d instances of %d services to import; the number of exports is unknown (%s)",
              instances, services, e.what()),
          "ignore this if the server has landbridge.bridge.in-place=true; otherwise " + LATER);
      return;
    }
    String elsewhere =
        here.everywhere()
            ? ""
            : "; in namespaces that nobody created, only Dubbo applications are counted";
    String what =
        Counted.format(
            "%d instances of %d services to import, about %d beats/s once their clients use this"
                + " cluster; %d instances of %d namespaces to export, about %d requests/s to the legacy"
                + " cluster%s",
            instances,
            services,
            instances / ExportMark.NATIVE_INTERVAL.toSeconds(),
            here.exported(),
            here.namespaces(),
            here.exported() / ExportMark.of("check").beatInterval().toSeconds(),
            elsewhere);
    if (instances + here.exported() > MANY_INSTANCES) {
      outcomes.warning(Check.CAPACITY, what, "test the bridge with this number of instances first");
    } else {
      outcomes.ok(Check.CAPACITY, what);
    }
    if (here.refused() > 0) {
      outcomes.warning(
          Check.CAPACITY,
          Counted.format(
              "%d instances are not exported, because 1.x cannot have their services, for example %s",
              here.refused(), LogText.of(here.example())),
          "no 1.x client can look for these services; 'landbridge bridge diff' lists them as"
              + " permanent differences, which block nothing");
    }
  }

  void namespaces() throws RegistryException {
    Optional<List<NamespaceId>> here = ground.namespaces();
    List<NamespaceId> listed = here.orElse(List.of());
    // Namespaces that only exports of this cluster use in the legacy one are in use here already.
    Set<NamespaceId> exportedOnly = contents.counted().exportedOnly();
    MissingNamespaces missing =
        MissingNamespaces.of(
            ground,
            ground.legacy().namespaces().ids().stream()
                .filter(each -> !listed.contains(each))
                .filter(each -> !exportedOnly.contains(each))
                .toList());
    int before = outcomes.size();
    if (!missing.refused().isEmpty()) {
      String what =
          "clients of the servers of this cluster cannot name these namespaces: "
              + String.join(", ", missing.refused());
      String advice =
          "move the clients of these namespaces to another namespace id before they move to this"
              + " cluster: its servers refuse these ids";
      if (missing.certain()) {
        outcomes.obstacle(Check.NAMESPACES, what, advice);
      } else {
        outcomes.warning(Check.NAMESPACES, what, advice);
      }
    }
    if (here.isEmpty()) {
      outcomes.warning(
          Check.NAMESPACES,
          "this cluster does not list its namespaces",
          "make sure that this cluster has all namespaces of the legacy cluster");
      return;
    }
    if (!missing.creatable().isEmpty()) {
      outcomes.warning(
          Check.NAMESPACES,
          "missing in this cluster: " + String.join(", ", missing.creatable()),
          "create these namespaces with the same ids, so that the console shows them");
    }
    if (!missing.nameable().isEmpty()) {
      outcomes.warning(
          Check.NAMESPACES,
          "missing in this cluster, where nobody can create them: "
              + String.join(", ", missing.nameable()),
          "clients can use these namespaces, but the console does not show them: move the clients"
              + " to a namespace id of letters, digits, - and _");
    }
    if (outcomes.size() == before) {
      outcomes.ok(Check.NAMESPACES, "this cluster has all namespaces");
    }
  }

  void configurations() throws RegistryException {
    List<String> few = new ArrayList<>();
    boolean unknown = false;
    for (NamespaceId namespace : ground.legacy().namespaces().ids()) {
      OptionalLong there = ground.legacyConfigurations(namespace);
      OptionalLong here = ground.configurations(namespace);
      if (there.isEmpty() || here.isEmpty()) {
        unknown = true;
      } else if (here.getAsLong() < there.getAsLong()) {
        few.add("%s (%d of %d)".formatted(namespace, here.getAsLong(), there.getAsLong()));
      }
    }
    if (!few.isEmpty()) {
      outcomes.warning(
          Check.CONFIGURATION,
          "fewer configurations than in the legacy cluster: " + String.join(", ", few),
          "share the database or migrate the configurations: the bridge transfers registrations"
              + " only");
    } else if (unknown) {
      outcomes.warning(
          Check.CONFIGURATION,
          "the configurations of some namespaces could not be counted",
          "share the database or migrate the configurations; " + LATER);
    } else {
      outcomes.ok(Check.CONFIGURATION, "at least as many configurations as in the legacy cluster");
    }
  }
}
