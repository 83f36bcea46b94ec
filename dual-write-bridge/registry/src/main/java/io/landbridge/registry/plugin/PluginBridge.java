package io.landbridge.registry.plugin;

import io.landbridge.model.BridgePhase;
import io.landbridge.registry.ServerAddress;
import java.util.List;
import java.util.Objects;

/**
 * How the bridge to a legacy cluster stands, as one member knows it.
 *
 * @param asked the server that answered
 * @param phase how far it is
 * @param paused whether it stands still
 * @param servers the servers of the legacy cluster
 * @param username who logs in there; empty for nobody
 * @param since when that was last changed, in milliseconds since 1970; 0 when there never was one
 * @param epoch grows with every change of that and of the active member
 * @param origin what marks this cluster's exports there; empty when there never was a bridge
 * @param active the member that imports; empty for none
 * @param firstSync when everything was imported for the first time; 0 before that
 * @param importedServices services with imported instances
 * @param importedInstances imported instances
 * @param absent those of them that are not alive in the registry of the member that answers
 * @param legacyServices services with instances of the legacy cluster's own clients, when read last
 * @param legacyInstances these instances
 * @param legacyExported instances there that were exported from here, by whichever member
 * @param legacyOthers instances there that other clusters exported
 * @param lagMillis how old that reading is; -1 when the member that answers does not read
 * @param exported what the member that answers has registered there
 * @param waiting what it has to say there and did not yet
 * @param held instances that are gone there and kept here because too many went at once
 * @param compared services whose content was compared when it was read last
 * @param differing those of them that are not the same in both clusters
 * @param equalSince since when none is, in milliseconds since 1970; 0 while one is
 * @param differences how many things are not the same; only the active member knows
 * @param lasting how many of those stay and keep nobody from cutting over
 * @param problems what keeps the member that answers from getting on
 */
public record PluginBridge(
    ServerAddress asked,
    BridgePhase phase,
    boolean paused,
    List<String> servers,
    String username,
    long since,
    long epoch,
    String origin,
    String active,
    long firstSync,
    int importedServices,
    int importedInstances,
    int absent,
    int legacyServices,
    int legacyInstances,
    int legacyExported,
    int legacyOthers,
    long lagMillis,
    int exported,
    int waiting,
    int held,
    int compared,
    int differing,
    long equalSince,
    int differences,
    int lasting,
    List<String> problems) {

  /** Checks that no part is missing and copies the lists. */
  public PluginBridge {
    Objects.requireNonNull(asked, "asked");
    Objects.requireNonNull(phase, "phase");
    Objects.requireNonNull(username, "username");
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(active, "active");
    servers = List.copyOf(servers);
    problems = List.copyOf(problems);
  }
}
