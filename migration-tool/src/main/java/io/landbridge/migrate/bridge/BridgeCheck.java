package io.landbridge.migrate.bridge;

import io.landbridge.model.ClockOffset;
import io.landbridge.model.Counted;
import io.landbridge.model.LogText;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.RegistrationLimits;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyInstance;
import io.landbridge.registry.legacy.LegacyMember;
import io.landbridge.registry.legacy.LegacyMembers;
import io.landbridge.registry.legacy.LegacySnapshot;
import io.landbridge.registry.plugin.PluginGroup;
import io.landbridge.registry.plugin.PluginStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What has to be so before a bridge is begun. Changes nothing in either cluster. */
public final class BridgeCheck {

  private static final long CLOCKS_APART_MILLIS = 3_000;
  private static final long CLOCKS_MUCH_APART_MILLIS = 15_000;
  private static final int MANY_INSTANCES = 50_000;
  private static final int MAX_NAMED = 10;
  private static final String LATER = "run the check again later";

  private final BridgeGround ground;
  private final Consumer<String> progress;
  private final List<Outcome> outcomes = new ArrayList<>();
  private @Nullable Seen seen;
  private @Nullable LegacyCount counted;

  /**
   * Creates a BridgeCheck.
   *
   * @param ground the two clusters
   * @param progress gets a line of text per step
   */
  public BridgeCheck(BridgeGround ground, Consumer<String> progress) {
    this.ground = ground;
    this.progress = progress;
  }

  /** What is looked at. Part of the interface for scripts: never renamed. */
  public enum Check {
    /** The servers of this cluster are of 2.x or 3.x. */
    SERVERS,
    /** Every server of this cluster has the plugin, and it runs. */
    PLUGIN,
    /** The servers of the legacy cluster are of 1.x and can be reached. */
    LEGACY_SERVERS,
    /** No server is in both member lists, and no newer one in that of the legacy cluster. */
    MEMBER_LISTS,
    /** The user may read and write in the legacy cluster. */
    LEGACY_ACCESS,
    /** Whether this cluster would take the registrations of the legacy one from their clients. */
    REGISTRATIONS,
    /** Whether another cluster is bridged to the same legacy one. */
    OTHER_BRIDGES,
    /** The clocks agree. */
    CLOCKS,
    /** How much there is to carry. */
    CAPACITY,
    /** What has a namespace there has one here. */
    NAMESPACES,
    /** The configurations are here as well. */
    CONFIGURATION
  }

  /** How it is. */
  public enum Result {
    /** As it should be. */
    OK,
    /** Somebody should look at it. */
    WARNING,
    /** The bridge would not work, or do harm. */
    OBSTACLE
  }

  /**
   * What was found.
   *
   * @param check where
   * @param result how it is
   * @param what what was seen
   * @param advice what to do; empty when nothing
   */
  public record Outcome(Check check, Result result, String what, String advice) {

    /** Whether the bridge must not be begun. */
    public boolean isObstacle() {
      return result == Result.OBSTACLE;
    }
  }

  /**
   * Looks at everything.
   *
   * @throws RegistryException only if it is interrupted; whatever else fails is an outcome
   */
  public List<Outcome> run() throws RegistryException {
    Set<String> ours = new HashSet<>();
    for (ServerAddress server : ground.servers()) {
      step(Check.SERVERS, () -> server(server));
      step(Check.PLUGIN, () -> plugin(server, ours));
    }
    for (ServerAddress server : ground.legacyServers()) {
      step(Check.LEGACY_SERVERS, () -> ok(Check.LEGACY_SERVERS, legacyVersion(server)));
    }
    step(Check.MEMBER_LISTS, () -> memberLists(ours));
    step(Check.LEGACY_ACCESS, this::access);
    step(Check.REGISTRATIONS, this::registrations);
    step(Check.OTHER_BRIDGES, this::otherBridges);
    step(Check.CLOCKS, this::clocks);
    step(Check.CAPACITY, this::capacity);
    step(Check.NAMESPACES, this::namespaces);
    step(Check.CONFIGURATION, this::configurations);
    return List.copyOf(outcomes);
  }

  private interface Step {
    void look() throws RegistryException;
  }

  private void step(Check check, Step step) throws RegistryException {
    progress.accept("looks at " + check);
    try {
      step.look();
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      obstacle(check, e.what() + " at " + e.where(), advice(e));
    }
  }

  /** Whom to log in as is told by other options there. */
  private String advice(RegistryException failure) {
    boolean there =
        ground.legacyServers().stream()
            .anyMatch(each -> failure.where().startsWith(each.toString()));
    return there && failure.kind() == Kind.UNAUTHORISED
        ? "pass a user with read and write access to the legacy cluster with --legacy-username and"
            + " --legacy-password-file"
        : failure.advice();
  }

  private void ok(Check check, String what) {
    outcomes.add(new Outcome(check, Result.OK, what, ""));
  }

  private void warning(Check check, String what, String advice) {
    outcomes.add(new Outcome(check, Result.WARNING, what, advice));
  }

  private void obstacle(Check check, String what, String advice) {
    outcomes.add(new Outcome(check, Result.OBSTACLE, what, advice));
  }

  private void server(ServerAddress server) throws RegistryException {
    String version = ground.server(server).version();
    if (version.startsWith("1.")) {
      obstacle(
          Check.SERVERS,
          "%s is Nacos %s".formatted(server.hostAndPort(), version),
          "pass the servers of the new cluster with --server and the 1.x servers with --legacy");
    } else {
      ok(Check.SERVERS, "%s is Nacos %s".formatted(server.hostAndPort(), version));
    }
  }

  private void plugin(ServerAddress server, Set<String> ours) throws RegistryException {
    PluginStatus status = ground.plugin(server);
    ours.add(server.hostAndPort());
    ours.add(status.member());
    if (!status.isActive()) {
      obstacle(
          Check.PLUGIN,
          "the plugin of %s is %s%s"
              .formatted(server.hostAndPort(), status.state(), status.ready() ? "" : ", not ready"),
          "see 'landbridge doctor'");
      return;
    }
    PluginGroup group = ground.group(server);
    List<String> without = new ArrayList<>();
    for (PluginGroup.ListedMember member : group.members()) {
      ours.add(member.member());
      ours.addAll(member.list());
      if (!member.up() || !member.announced()) {
        without.add(member.member());
      }
    }
    if (without.isEmpty()) {
      ok(Check.PLUGIN, "active at %s".formatted(server.hostAndPort()));
    } else {
      obstacle(
          Check.PLUGIN,
          "%s reports members without the plugin: %s"
              .formatted(server.hostAndPort(), String.join(", ", without)),
          "install the plugin on every member; see 'landbridge doctor'");
    }
  }

  private String legacyVersion(ServerAddress server) throws RegistryException {
    return "%s is Nacos %s".formatted(server.hostAndPort(), ground.legacyServer(server).version());
  }

  private void memberLists(Set<String> ours) throws RegistryException {
    LegacyMembers members = ground.legacy().members();
    for (LegacyMember member : members.usable()) {
      String address = member.address().hostAndPort();
      if (ours.contains(address)) {
        mixed(address + " is in the member lists of both clusters");
      } else if (!member.version().startsWith("1.") && !member.version().equals("unknown")) {
        mixed(
            "%s, Nacos %s, is in the member list of the 1.x cluster"
                .formatted(address, member.version()));
      } else {
        member(member);
      }
    }
    if (!members.unusable().isEmpty()) {
      warning(
          Check.MEMBER_LISTS,
          Counted.format(
              "the member list of the 1.x cluster has %d entries without a usable address: %s",
              members.unusable().size(),
              members.unusable().stream().limit(MAX_NAMED).collect(Collectors.joining(", "))),
          "correct the member list of the 1.x cluster (conf/cluster.conf): what these members hold"
              + " alone is not read, and the bridge must reach every member");
    }
    if (outcomes.stream().noneMatch(each -> each.check() == Check.MEMBER_LISTS)) {
      ok(Check.MEMBER_LISTS, Counted.format("%d members, all of them 1.x", members.size()));
    }
  }

  private void mixed(String what) {
    obstacle(
        Check.MEMBER_LISTS,
        what,
        "a 1.x server and a newer server in one member list silently lose registrations: remove the"
            + " newer server from the list of the 1.x cluster first");
  }

  private void member(LegacyMember member) throws RegistryException {
    String address = member.address().hostAndPort();
    try {
      legacyVersion(member.address());
    } catch (RegistryException e) {
      if (e.kind() == Kind.REFUSED) {
        mixed(e.what() + " (" + address + ")");
      } else if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      } else {
        warning(
            Check.MEMBER_LISTS,
            "%s is in the member list of the 1.x cluster and does not answer (%s)"
                .formatted(address, e.what()),
            "start the server, or remove it from the member list; the bridge must reach every"
                + " member");
      }
    }
  }

  /** A beat of what nobody has registered changes nothing, and needs the right to write. */
  private void access() throws RegistryException {
    ground.legacy().services(NamespaceId.PUBLIC);
    String version = ground.legacy().server().version();
    if (version.matches("1\\.[0-2]\\..*")) {
      warning(
          Check.LEGACY_ACCESS,
          "reading works; writing cannot be tested on Nacos " + version,
          "make sure that the user has write access to every namespace");
      return;
    }
    ground
        .legacy()
        .beat(
            new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "landbridge-check"),
            new RegisteredInstance("127.0.0.1", 1, "DEFAULT", 1, true, true, true, Map.of()));
    ok(Check.LEGACY_ACCESS, "reading and writing are allowed in the default namespace");
  }

  private void registrations() throws RegistryException {
    Seen all = seen();
    if (!all.known()) {
      warning(
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
    RefusedRegistrations refused = RefusedRegistrations.of(all.ephemeral(), counted().persistent());
    int before = outcomes.size();
    if (refused.always().number() > 0) {
      warning(
          Check.REGISTRATIONS,
          Counted.format(
              "%s would refuse %d registrations of clients that move here, whatever its settings:"
                  + " %s",
              newer.get(0), refused.always().number(), refused.always().example()),
          "correct these registrations before their clients move; until then the bridge shows"
              + " them");
    }
    if (refused.mixed().number() > 0) {
      warning(
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
      warning(
          Check.REGISTRATIONS,
          Counted.format(
              "%s would refuse %d registrations that clients have in the legacy cluster: %s",
              checking.get(0), refused.checked().number(), refused.checked().example()),
          "set nacos.core.param.check.enabled=false on the servers of this cluster before clients"
              + " move, or shorten the registrations");
    }
    if (outcomes.size() == before) {
      ok(
          Check.REGISTRATIONS,
          "nothing is registered in the legacy cluster that the servers of this cluster are known"
              + " to refuse");
    }
  }

  /**
   * The ephemeral instances of the legacy cluster, read once.
   *
   * @param known whether it lists them
   * @param ephemeral the instances by service
   */
  private record Seen(boolean known, SortedMap<ServiceKey, List<RegisteredInstance>> ephemeral) {

    /** Whose exports there are, with their number. */
    SortedMap<String, Integer> origins() {
      SortedMap<String, Integer> origins = new TreeMap<>();
      ephemeral.values().stream()
          .flatMap(List::stream)
          .flatMap(each -> ExportMark.originOf(each.metadata()).stream())
          .forEach(name -> origins.merge(name, 1, Integer::sum));
      return origins;
    }
  }

  private Seen seen() throws RegistryException {
    if (seen == null) {
      Optional<LegacySnapshot> snapshot = ground.legacy().snapshot();
      SortedMap<ServiceKey, List<RegisteredInstance>> ephemeral = new TreeMap<>();
      snapshot
          .map(LegacySnapshot::services)
          .orElse(new TreeMap<>())
          .forEach(
              (service, instances) ->
                  ephemeral.put(service, instances.stream().map(LegacyInstance::seen).toList()));
      seen = new Seen(snapshot.isPresent(), ephemeral);
    }
    return seen;
  }

  private void otherBridges() throws RegistryException {
    SortedMap<String, Integer> others = seen().origins();
    others.remove(ground.origin());
    if (others.isEmpty()) {
      ok(Check.OTHER_BRIDGES, "no other bridge exports into the legacy cluster");
      return;
    }
    others.forEach(
        (origin, instances) ->
            warning(
                Check.OTHER_BRIDGES,
                Counted.format(
                    "another bridge, '%s', has exported %d instances to the legacy cluster",
                    origin, instances),
                "this bridge ignores these instances; make sure that no client registers in both"
                    + " new clusters"));
  }

  private void clocks() throws RegistryException {
    for (ServerAddress server : ground.servers()) {
      clock(server.hostAndPort(), ground.group(server).now() - ground.now());
    }
    Optional<LegacySnapshot> snapshot = ground.legacy().snapshot();
    if (snapshot.isPresent() && snapshot.get().readAt() > 0) {
      clock("the legacy cluster", snapshot.get().readAt() - ground.now());
    }
  }

  private void clock(String whose, long ahead) {
    String what = "%s is %s".formatted(whose, ClockOffset.text(ahead, "this machine"));
    if (Math.abs(ahead) > CLOCKS_MUCH_APART_MILLIS) {
      obstacle(Check.CLOCKS, what, "synchronize the clocks with NTP");
    } else if (Math.abs(ahead) > CLOCKS_APART_MILLIS) {
      warning(Check.CLOCKS, what, "synchronize the clocks with NTP");
    } else {
      ok(Check.CLOCKS, what);
    }
  }

  private void capacity() throws RegistryException {
    int leftOut = 0;
    Namespaces namespaces = ground.legacy().namespaces();
    for (var each : namespaces.unusable().entrySet()) {
      if (leftOut++ < MAX_NAMED) {
        warning(
            Check.CAPACITY,
            "namespace '%s' is skipped with everything in it".formatted(each.getKey()),
            each.getValue());
      }
    }
    LegacyCount there = counted();
    long services = there.services();
    long instances = there.instances();
    for (RegisteredService each : there.skipped()) {
      // Named one by one, as far as there are a few: they are rare, and each has to go.
      if (leftOut++ < MAX_NAMED) {
        warning(
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
    if (leftOut > MAX_NAMED) {
      warning(
          Check.CAPACITY,
          Counted.format("%d more namespaces and services are skipped", leftOut - MAX_NAMED),
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
      warning(
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
      warning(Check.CAPACITY, what, "test the bridge with this number of instances first");
    } else {
      ok(Check.CAPACITY, what);
    }
    if (here.refused() > 0) {
      warning(
          Check.CAPACITY,
          Counted.format(
              "%d instances are not exported, because 1.x cannot have their services, for example %s",
              here.refused(), LogText.of(here.example())),
          "no 1.x client can look for these services; 'landbridge bridge diff' lists them as"
              + " permanent differences, which block nothing");
    }
  }

  private LegacyCount counted() throws RegistryException {
    if (counted == null) {
      counted =
          LegacyCount.of(ground.legacy(), ground.legacy().snapshot(), !knownOrigin().isEmpty());
    }
    return counted;
  }

  /** Where no plugin answers, nothing is imported, and that is said elsewhere. */
  private String knownOrigin() throws RegistryException {
    try {
      return ground.origin();
    } catch (RegistryException e) {
      if (e.kind() != Kind.PLUGIN_MISSING && e.kind() != Kind.UNAVAILABLE) {
        throw e;
      }
      return "";
    }
  }

  private void namespaces() throws RegistryException {
    Optional<List<NamespaceId>> here = ground.namespaces();
    List<NamespaceId> listed = here.orElse(List.of());
    // Namespaces that only exports of this cluster use in the legacy one are in use here already.
    Set<NamespaceId> exportedOnly = counted().exportedOnly();
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
        obstacle(Check.NAMESPACES, what, advice);
      } else {
        warning(Check.NAMESPACES, what, advice);
      }
    }
    if (here.isEmpty()) {
      warning(
          Check.NAMESPACES,
          "this cluster does not list its namespaces",
          "make sure that this cluster has all namespaces of the legacy cluster");
      return;
    }
    if (!missing.creatable().isEmpty()) {
      warning(
          Check.NAMESPACES,
          "missing in this cluster: " + String.join(", ", missing.creatable()),
          "create these namespaces with the same ids, so that the console shows them");
    }
    if (!missing.nameable().isEmpty()) {
      warning(
          Check.NAMESPACES,
          "missing in this cluster, where nobody can create them: "
              + String.join(", ", missing.nameable()),
          "clients can use these namespaces, but the console does not show them: move the clients"
              + " to a namespace id of letters, digits, - and _");
    }
    if (outcomes.size() == before) {
      ok(Check.NAMESPACES, "this cluster has all namespaces");
    }
  }

  private void configurations() throws RegistryException {
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
      warning(
          Check.CONFIGURATION,
          "fewer configurations than in the legacy cluster: " + String.join(", ", few),
          "share the database or migrate the configurations: the bridge transfers registrations"
              + " only");
    } else if (unknown) {
      warning(
          Check.CONFIGURATION,
          "the configurations of some namespaces could not be counted",
          "share the database or migrate the configurations; " + LATER);
    } else {
      ok(Check.CONFIGURATION, "at least as many configurations as in the legacy cluster");
    }
  }
}
