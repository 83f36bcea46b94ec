package io.landbridge.migrate.cli.bridge;

import io.landbridge.migrate.bridge.BridgeGround;
import io.landbridge.migrate.bridge.RegisteredCount;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.ServerInfo;
import io.landbridge.registry.connect.LegacyConnector;
import io.landbridge.registry.connect.RegistryConnector;
import io.landbridge.registry.http.RequestRate;
import io.landbridge.registry.http.ServerClient;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyListener;
import io.landbridge.registry.legacy.LegacySettings;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginBridgeClient;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginGroup;
import io.landbridge.registry.plugin.PluginStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** This cluster and a legacy one, over their own APIs. */
final class BridgedClusters implements BridgeGround, AutoCloseable {

  private final ServerClient here;
  private final LegacySettings legacySettings;
  private final ServerClient there;
  private final LegacyCluster legacy;

  private BridgedClusters(
      ServerClient here, LegacySettings legacySettings, ServerClient there, LegacyCluster legacy) {
    this.here = here;
    this.legacySettings = legacySettings;
    this.there = there;
    this.legacy = legacy;
  }

  /**
   * Both are asked no faster than the options allow, together; how busy each may be counts for
   * each.
   */
  static BridgedClusters open(ServerOptions server, LegacyOptions legacy, Terminal terminal)
      throws RegistryException, CommandException {
    ConnectionSettings ours = server.connection(terminal);
    LegacySettings settings =
        LegacySettings.of(legacy.connection(ours.servers()).withTrust(ours.trust()));
    server.refuseIdleTrust(
        Stream.of(ours, settings.connection()).flatMap(each -> each.servers().stream()).toList());
    Optional<RequestRate> rate = server.rate(terminal);
    ServerClient here =
        ServerOptions.below(server.processors(terminal), limited(ServerOptions.client(ours), rate));
    ServerClient there =
        ServerOptions.below(
            server.processors(terminal),
            limited(ServerOptions.client(settings.connection()), rate));
    return new BridgedClusters(
        here, settings, there, LegacyConnector.open(there, settings, LegacyListener.NONE));
  }

  private static ServerClient limited(ServerClient client, Optional<RequestRate> rate) {
    return rate.map(client::at).orElse(client);
  }

  Registry registry() throws RegistryException {
    return RegistryConnector.connect(here);
  }

  @Override
  public List<ServerAddress> servers() {
    return here.servers();
  }

  @Override
  public ServerInfo server(ServerAddress server) throws RegistryException {
    return RegistryConnector.connect(here.only(server)).server();
  }

  @Override
  public PluginStatus plugin(ServerAddress server) throws RegistryException {
    return new PluginClient(here).status(server);
  }

  @Override
  public PluginGroup group(ServerAddress server) throws RegistryException {
    return new PluginClient(here).group(server);
  }

  @Override
  public String origin() throws RegistryException {
    return new PluginBridgeClient(here).status(here.servers().get(0)).origin();
  }

  /** The same; empty also where no plugin tells. */
  String knownOrigin() throws RegistryException {
    try {
      return origin();
    } catch (RegistryException e) {
      if (e.kind() != Kind.PLUGIN_MISSING && e.kind() != Kind.UNAVAILABLE) {
        throw e;
      }
      return "";
    }
  }

  @Override
  public Optional<List<NamespaceId>> namespaces() throws RegistryException {
    return RegistryConnector.connect(here).namespaces().map(Namespaces::ids);
  }

  @Override
  public boolean answers(NamespaceId namespace) throws RegistryException {
    try {
      RegistryConnector.connect(here).services(namespace);
      return true;
    } catch (RegistryException e) {
      if (e.kind() != Kind.REFUSED) {
        throw e;
      }
      return false;
    }
  }

  @Override
  public RegisteredCount registered(Map<ServiceKey, Set<String>> imported)
      throws RegistryException {
    return RegisteredCount.of(RegistryConnector.connect(here), applications(), imported);
  }

  /** What the plugin knows; nothing where there is none, or where it does not run. */
  private List<PluginApplication> applications() throws RegistryException {
    try {
      return new PluginClient(here).applications();
    } catch (RegistryException e) {
      if (e.kind() != Kind.PLUGIN_MISSING && e.kind() != Kind.UNAVAILABLE) {
        throw e;
      }
      return List.of();
    }
  }

  @Override
  public OptionalLong configurations(NamespaceId namespace) throws RegistryException {
    return RegistryConnector.connect(here).configurations(namespace);
  }

  @Override
  public List<ServerAddress> legacyServers() {
    return there.servers();
  }

  @Override
  public ServerInfo legacyServer(ServerAddress server) throws RegistryException {
    try (LegacyCluster one =
        LegacyConnector.open(there.only(server), legacySettings, LegacyListener.NONE)) {
      return one.server();
    }
  }

  @Override
  public LegacyCluster legacy() {
    return legacy;
  }

  @Override
  public OptionalLong legacyConfigurations(NamespaceId namespace) throws RegistryException {
    return RegistryConnector.connect(there).configurations(namespace);
  }

  @Override
  public long now() {
    return System.currentTimeMillis();
  }

  @Override
  public void close() {
    legacy.close();
  }
}
