package io.landbridge.migrate.report.result;

import io.landbridge.registry.plugin.PluginBridge;
import io.landbridge.registry.plugin.PluginBridgeDifference;
import java.util.List;

/**
 * What {@code bridge status} prints. The counts of the legacy cluster, what is held and what
 * differs are as the active member knows them.
 *
 * @param phase how far the bridge is
 * @param paused whether it stands still
 * @param servers the servers of the legacy cluster
 * @param username who logs in there; empty for nobody
 * @param since when that was last changed, in milliseconds since 1970; 0 for never
 * @param epoch grows with every change of that and of the active member
 * @param origin what marks this cluster's exports there; empty when there never was a bridge
 * @param active the member that imports; empty for none
 * @param firstSync when everything was imported for the first time; 0 before that
 * @param imported what is stored of the legacy cluster
 * @param legacy what its own clients have there
 * @param legacyExported how many instances there are exported from here
 * @param legacyOthers how many other clusters exported there
 * @param lagMillis how old the last reading of it is; -1 when nobody reads
 * @param held instances that are kept because too many went there at once
 * @param comparison what became of the digests of all services
 * @param differences how many things are not the same in both clusters
 * @param lasting how many of those stay, because the legacy cluster does not let them be put right;
 *     they keep nobody from cutting over
 * @param unread services and namespaces of the legacy cluster that nobody can read, as far as they
 *     are among the differences that were asked for
 * @param members one per server asked
 */
public record BridgeStatusResult(
    String phase,
    boolean paused,
    List<String> servers,
    String username,
    long since,
    long epoch,
    String origin,
    String active,
    long firstSync,
    Side imported,
    Side legacy,
    int legacyExported,
    int legacyOthers,
    long lagMillis,
    int held,
    Comparison comparison,
    int differences,
    int lasting,
    List<String> unread,
    List<Member> members) {

  /** Copies the lists. */
  public BridgeStatusResult {
    servers = List.copyOf(servers);
    unread = List.copyOf(unread);
    members = List.copyOf(members);
  }

  /**
   * From what the active member and all servers told, and what the active one told of differences.
   */
  public static BridgeStatusResult of(
      PluginBridge active, List<PluginBridge> all, List<PluginBridgeDifference> differences) {
    return new BridgeStatusResult(
        active.phase().name(),
        active.paused(),
        active.servers(),
        active.username(),
        active.since(),
        active.epoch(),
        active.origin(),
        active.active(),
        active.firstSync(),
        new Side(active.importedServices(), active.importedInstances()),
        new Side(active.legacyServices(), active.legacyInstances()),
        active.legacyExported(),
        active.legacyOthers(),
        active.lagMillis(),
        active.held(),
        new Comparison(active.compared(), active.differing(), active.equalSince()),
        active.differences(),
        active.lasting(),
        differences.stream().filter(each -> each.ip().isEmpty()).map(each -> name(each)).toList(),
        all.stream().map(Member::of).toList());
  }

  private static String name(PluginBridgeDifference difference) {
    return difference.concernsNamespace()
        ? "namespace '%s'".formatted(difference.namespace())
        : "service '%s' of group '%s' in namespace '%s'"
            .formatted(difference.service(), difference.group(), difference.namespace());
  }

  /** Whether a member has a problem or the bridge stands still. */
  public boolean isTroubled() {
    return held > 0 || members.stream().anyMatch(each -> !each.problems().isEmpty());
  }

  /**
   * How much is somewhere.
   *
   * @param services services with instances
   * @param instances instances
   */
  public record Side(int services, int instances) {}

  /**
   * What became of the digests of all services when both clusters were compared last.
   *
   * @param services how many were compared
   * @param differing how many of them are not the same in both
   * @param equalSince since when none differs, in milliseconds since 1970; 0 while one does
   */
  public record Comparison(int services, int differing, long equalSince) {}

  /**
   * The part one member has in it.
   *
   * @param server where it was asked
   * @param epoch which change it knows of
   * @param exported what it has registered in the legacy cluster
   * @param waiting what it has to say there and did not yet
   * @param problems what keeps it from getting on
   */
  public record Member(
      String server, long epoch, int exported, int waiting, List<String> problems) {

    /** Copies the list. */
    public Member {
      problems = List.copyOf(problems);
    }

    private static Member of(PluginBridge bridge) {
      return new Member(
          bridge.asked().toString(),
          bridge.epoch(),
          bridge.exported(),
          bridge.waiting(),
          bridge.problems());
    }
  }
}
