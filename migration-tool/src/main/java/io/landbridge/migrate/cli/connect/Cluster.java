package io.landbridge.migrate.cli.connect;

import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.lock.Notes;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Patience;
import io.landbridge.migrate.operation.ShowApplication;
import io.landbridge.migrate.operation.TranslateApplication;
import io.landbridge.migrate.operation.TranslationSwitch;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.ServerFacts;
import io.landbridge.registry.ServerMembers;
import io.landbridge.registry.connect.RegistryConnector;
import io.landbridge.registry.connect.ServerFactsReader;
import io.landbridge.registry.http.ProcessorLimit;
import io.landbridge.registry.http.ServerClient;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginBridgeClient;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The cluster a command works on; the one place that joins ports with adapters. */
public final class Cluster {

  private static final Duration POLL = Duration.ofMillis(250);

  private final ServerClient client;
  private final Terminal terminal;
  private final Consumer<String> progress;
  private final PluginClient plugin;
  private final PluginBridgeClient bridge;
  private final ClusterReading reading;
  private String version = "";

  /** Sends nothing yet, but to servers that must expose how busy they are. */
  public Cluster(ServerOptions options, Terminal terminal, Consumer<String> progress)
      throws CommandException {
    this(options.client(terminal), terminal, progress);
  }

  private Cluster(ServerClient client, Terminal terminal, Consumer<String> progress) {
    this.client = client;
    this.terminal = terminal;
    this.progress = progress;
    this.plugin = new PluginClient(client);
    this.bridge = new PluginBridgeClient(client);
    this.reading = new ClusterReading(this, client, terminal, progress);
  }

  /** Connects to a server that answers, and says so. */
  public Registry registry() throws RegistryException {
    Registry registry = RegistryConnector.connect(client);
    version = registry.server().version();
    progress.accept(
        "connected to Nacos %s at %s"
            .formatted(registry.server().version(), registry.server().address()));
    return registry;
  }

  /** The version of the server that the {@link #registry} was made for; empty before. */
  String version() {
    return version;
  }

  /** What is registered, and what the plugin's members know of it. */
  public ClusterReading reading() {
    return reading;
  }

  /** What the plugin of its members must be able to do. */
  public PluginRequirements require() {
    return new PluginRequirements(this, terminal, progress);
  }

  /** How many requests were sent so far. */
  public long requests() {
    return client.requests();
  }

  /** How busy the servers said they were, as far as they had to say it. */
  public Optional<ProcessorLimit.Readings> processors() {
    return client.readings();
  }

  /** The servers given. */
  public List<ServerAddress> servers() {
    return client.servers();
  }

  /** The plugin of any server that answers. */
  public PluginClient plugin() {
    return plugin;
  }

  /** The plugin of one server alone. */
  public PluginClient plugin(ServerAddress server) {
    return new PluginClient(client.only(server));
  }

  /**
   * What servers tell of themselves; of one that cannot be asked, only where it is.
   *
   * @throws RegistryException if it is interrupted
   */
  public List<ServerFacts> facts(List<ServerAddress> members) throws RegistryException {
    ServerFactsReader reader = new ServerFactsReader(client);
    List<ServerFacts> facts = new ArrayList<>();
    for (ServerAddress each : members) {
      progress.accept("asking " + each + " for its version");
      facts.add(reader.readOrUnknown(each));
    }
    return facts;
  }

  /** The member list as a server has it; empty where it does not tell whoever asks. */
  public Optional<ServerMembers> listed(ServerAddress member) throws RegistryException {
    try {
      return Optional.of(RegistryConnector.connect(client.only(member)).members(member));
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      progress.accept("%s does not list the members: %s".formatted(member, e.what()));
      return Optional.empty();
    }
  }

  /** The configuration center, to be tried. */
  public ClusterConfigurations configurations() {
    return new ClusterConfigurations(client);
  }

  /** The bridge of the plugin. */
  public PluginBridgeClient bridge() {
    return bridge;
  }

  /** Whether a server did not answer, rather than answered something. */
  static boolean isAway(RegistryException failure) {
    return failure.kind() == Kind.UNREACHABLE || failure.kind() == Kind.UNAVAILABLE;
  }

  /** What the command keeps in this cluster. */
  public Notes notes() {
    return new PluginNotes(plugin);
  }

  /** The cluster as a plan is carried out on it. */
  public ClusterTarget target(
      Registry registry, Plan plan, Function<ApplicationKey, Operation> translation)
      throws RegistryException {
    return new ClusterTarget(this, registry, plan, translation, clockAhead());
  }

  /** How far the cluster's clock is ahead of this machine's, in milliseconds. */
  long clockAhead() throws RegistryException {
    long before = System.currentTimeMillis();
    long there = groupOfAny().now();
    long here = (before + System.currentTimeMillis()) / 2;
    return there == 0 ? 0 : there - here;
  }

  /** The group as the first server sees it that answers. */
  private PluginGroup groupOfAny() throws RegistryException {
    @Nullable RegistryException failure = null;
    for (ServerAddress server : servers()) {
      try {
        return plugin.group(server);
      } catch (RegistryException e) {
        if (!isAway(e)) {
          throw e;
        }
        failure = e;
      }
    }
    throw Objects.requireNonNull(failure, "a cluster has at least one server");
  }

  /** The switch of an application, which waits so long at most. */
  public Operation translation(ApplicationKey key, Duration timeout, boolean force) {
    return translation(key, timeout, force, Optional.empty());
  }

  /** The same where it is known why the plugin would refuse to switch an application on. */
  public Operation translation(
      ApplicationKey key, Duration timeout, boolean force, Optional<String> obstacle) {
    return new TranslateApplication(
        key, translationSwitch(), new Patience(timeout, POLL), force, obstacle);
  }

  /** Shows a translated application to these consumers alone, at once. */
  public Operation showing(ApplicationKey key, Audience audience) {
    return new ShowApplication(key, translationSwitch(), audience);
  }

  private TranslationSwitch translationSwitch() {
    return new TranslationSwitch() {
      @Override
      public PluginApplication look(ApplicationKey application) throws RegistryException {
        return plugin.application(application);
      }

      @Override
      public PluginApplication turn(ApplicationKey application, boolean on, boolean forced)
          throws RegistryException {
        return plugin.switchTranslation(application, on, forced);
      }

      @Override
      public PluginApplication show(ApplicationKey application, Audience audience, boolean forced)
          throws RegistryException {
        return plugin.showTo(application, audience, forced);
      }
    };
  }
}
