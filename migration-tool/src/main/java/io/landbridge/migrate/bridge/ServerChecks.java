package io.landbridge.migrate.bridge;

import io.landbridge.migrate.bridge.BridgeCheck.Check;
import io.landbridge.model.ClockOffset;
import io.landbridge.model.Counted;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.legacy.LegacyMember;
import io.landbridge.registry.legacy.LegacyMembers;
import io.landbridge.registry.legacy.LegacySnapshot;
import io.landbridge.registry.plugin.PluginGroup;
import io.landbridge.registry.plugin.PluginStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Looks at the servers of both clusters. For one thread. */
final class ServerChecks {

  private static final long CLOCKS_APART_MILLIS = 3_000;
  private static final long CLOCKS_MUCH_APART_MILLIS = 15_000;
  private static final int MAX_NAMED = 10;

  private final BridgeGround ground;
  private final CheckOutcomes outcomes;

  ServerChecks(BridgeGround ground, CheckOutcomes outcomes) {
    this.ground = ground;
    this.outcomes = outcomes;
  }

  void server(ServerAddress server) throws RegistryException {
    String version = ground.server(server).version();
    if (version.startsWith("1.")) {
      outcomes.obstacle(
          Check.SERVERS,
          "%s is Nacos %s".formatted(server.hostAndPort(), version),
          "pass the servers of the new cluster with --server and the 1.x servers with --legacy");
    } else {
      outcomes.ok(Check.SERVERS, "%s is Nacos %s".formatted(server.hostAndPort(), version));
    }
  }

  void plugin(ServerAddress server, Set<String> ours) throws RegistryException {
    PluginStatus status = ground.plugin(server);
    ours.add(server.hostAndPort());
    ours.add(status.member());
    if (!status.isActive()) {
      outcomes.obstacle(
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
      outcomes.ok(Check.PLUGIN, "active at %s".formatted(server.hostAndPort()));
    } else {
      outcomes.obstacle(
          Check.PLUGIN,
          "%s reports members without the plugin: %s"
              .formatted(server.hostAndPort(), String.join(", ", without)),
          "install the plugin on every member; see 'landbridge doctor'");
    }
  }

  String legacyVersion(ServerAddress server) throws RegistryException {
    return "%s is Nacos %s".formatted(server.hostAndPort(), ground.legacyServer(server).version());
  }

  void memberLists(Set<String> ours) throws RegistryException {
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
      outcomes.warning(
          Check.MEMBER_LISTS,
          Counted.format(
              "the member list of the 1.x cluster has %d entries without a usable address: %s",
              members.unusable().size(),
              members.unusable().stream().limit(MAX_NAMED).collect(Collectors.joining(", "))),
          "correct the member list of the 1.x cluster (conf/cluster.conf): what these members hold"
              + " alone is not read, and the bridge must reach every member");
    }
    if (outcomes.hasNone(Check.MEMBER_LISTS)) {
      outcomes.ok(
          Check.MEMBER_LISTS, Counted.format("%d members, all of them 1.x", members.size()));
    }
  }

  private void mixed(String what) {
    outcomes.obstacle(
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
        outcomes.warning(
            Check.MEMBER_LISTS,
            "%s is in the member list of the 1.x cluster and does not answer (%s)"
                .formatted(address, e.what()),
            "start the server, or remove it from the member list; the bridge must reach every"
                + " member");
      }
    }
  }

  /** A beat of what nobody has registered changes nothing, and needs the right to write. */
  void access() throws RegistryException {
    ground.legacy().services(NamespaceId.PUBLIC);
    String version = ground.legacy().server().version();
    if (version.matches("1\\.[0-2]\\..*")) {
      outcomes.warning(
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
    outcomes.ok(Check.LEGACY_ACCESS, "reading and writing are allowed in the default namespace");
  }

  void clocks() throws RegistryException {
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
      outcomes.obstacle(Check.CLOCKS, what, "synchronize the clocks with NTP");
    } else if (Math.abs(ahead) > CLOCKS_APART_MILLIS) {
      outcomes.warning(Check.CLOCKS, what, "synchronize the clocks with NTP");
    } else {
      outcomes.ok(Check.CLOCKS, what);
    }
  }
}
