package io.landbridge.service.answer;

import io.landbridge.model.BridgePhase;
import java.util.List;

/**
 * How the bridge stands.
 *
 * @param phase how far it is
 * @param paused whether it stands still
 * @param servers the servers of the legacy cluster
 * @param username who logs in there; empty for nobody
 * @param since when that was last changed, milliseconds since 1970; 0 when there never was a bridge
 * @param epoch grows with every such change, and with every change of the active member
 * @param origin what marks this cluster's exports there; empty when there never was a bridge
 * @param active the address of the member that imports; empty for none
 * @param member the member that answers
 * @param firstSync when everything was imported for the first time, milliseconds since 1970; 0
 *     before that
 * @param imported what is in the catalog
 * @param absent how many of those are not alive in this member's registry, so that nothing but the
 *     import shows them, or shows them as healthy; counted in CUT_OVER alone
 * @param legacy what the legacy cluster had when it was read last; only the active member knows
 * @param export what this member has registered there
 * @param held how many instances are gone there and kept here, because too many went at once
 * @param comparison what became of the digests of all services; only the active member knows
 * @param differences how many things were not the same in both when everything was read last; only
 *     the active member knows
 * @param lasting how many of those stay, because the legacy cluster does not let the health of a
 *     persistent instance be set, has no services of such a name, or has one without a group or a
 *     name, of which nobody can ask; they keep nobody from cutting over
 * @param problems what keeps this member from getting on
 */
public record BridgeStatus(
    BridgePhase phase,
    boolean paused,
    List<String> servers,
    String username,
    long since,
    long epoch,
    String origin,
    String active,
    String member,
    long firstSync,
    Side imported,
    int absent,
    Legacy legacy,
    Export export,
    int held,
    Comparison comparison,
    int differences,
    int lasting,
    List<String> problems) {

  /**
   * What is somewhere.
   *
   * @param services services with instances
   * @param instances instances
   * @param namespaces the ids of the namespaces they are in, sorted: the server does not list one
   *     that nobody made
   */
  public record Side(int services, int instances, List<String> namespaces) {

    /** Copies the list. */
    public Side {
      namespaces = List.copyOf(namespaces);
    }
  }

  /**
   * What the legacy cluster had.
   *
   * @param services services with instances of its own clients
   * @param instances these instances
   * @param exported instances that were exported from here, by whichever member
   * @param others instances that other clusters exported there
   * @param readAt when everything was read last, milliseconds since 1970; 0 never
   * @param readMillis how long that took
   * @param lagMillis how old that is now; -1 when this member does not read
   */
  public record Legacy(
      int services,
      int instances,
      int exported,
      int others,
      long readAt,
      long readMillis,
      long lagMillis) {}

  /**
   * What this member exports.
   *
   * @param instances instances that are registered there for this member
   * @param waiting what is to be said there and was not yet
   */
  public record Export(int instances, int waiting) {}

  /**
   * What became of the digests of all services when everything was read last.
   *
   * @param services how many were compared
   * @param differing how many of them have another digest in the legacy cluster than here
   * @param equalSince since when none has, milliseconds since 1970; 0 while one has
   */
  public record Comparison(int services, int differing, long equalSince) {}

  /** Copies the lists. */
  public BridgeStatus {
    servers = List.copyOf(servers);
    problems = List.copyOf(problems);
  }
}
