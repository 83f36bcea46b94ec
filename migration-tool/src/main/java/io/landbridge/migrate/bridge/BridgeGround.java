package io.landbridge.migrate.bridge;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.ServerInfo;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.plugin.PluginGroup;
import io.landbridge.registry.plugin.PluginStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The two clusters a bridge is to join. */
public interface BridgeGround {

  /** The servers of this cluster that were given. */
  List<ServerAddress> servers();

  /** What a server of this cluster is. */
  ServerInfo server(ServerAddress server) throws RegistryException;

  /** Its plugin. */
  PluginStatus plugin(ServerAddress server) throws RegistryException;

  /** The plugin's group as it sees it. */
  PluginGroup group(ServerAddress server) throws RegistryException;

  /** What marks this cluster's exports in a legacy one; empty when it never had a bridge. */
  String origin() throws RegistryException;

  /** This cluster's namespaces, when it tells. */
  Optional<List<NamespaceId>> namespaces() throws RegistryException;

  /** Whether this cluster answers questions about a namespace, whether or not anything is in it. */
  boolean answers(NamespaceId namespace) throws RegistryException;

  /**
   * How many instances clients have registered in this cluster, for a bridge to export.
   *
   * @param imported the addresses of the legacy cluster's own instances by service; empty without a
   *     bridge
   */
  RegisteredCount registered(Map<ServiceKey, Set<String>> imported) throws RegistryException;

  /** How many configurations this cluster has in a namespace, when it tells. */
  OptionalLong configurations(NamespaceId namespace) throws RegistryException;

  /** The servers of the legacy cluster that were given. */
  List<ServerAddress> legacyServers();

  /** What a server of the legacy cluster is. */
  ServerInfo legacyServer(ServerAddress server) throws RegistryException;

  /** The legacy cluster. */
  LegacyCluster legacy();

  /** How many configurations the legacy cluster has in a namespace, when it tells. */
  OptionalLong legacyConfigurations(NamespaceId namespace) throws RegistryException;

  /** This machine's clock in milliseconds since 1970. */
  long now();
}
