package io.landbridge.migrate.cli;

import io.landbridge.migrate.consumer.ClusterConsumers;
import io.landbridge.migrate.consumer.ConsumerReader;
import io.landbridge.migrate.consumer.ListeningConsumers;
import io.landbridge.migrate.consumer.SubscribedCalls;
import io.landbridge.migrate.inventory.ConfigurationReader;
import io.landbridge.migrate.inventory.Configurations;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.inventory.Landscape;
import io.landbridge.migrate.inventory.LandscapeReader;
import io.landbridge.migrate.inventory.LandscapeSink;
import io.landbridge.migrate.inventory.LossInventory;
import io.landbridge.migrate.inventory.UnknownNamespaceException;
import io.landbridge.migrate.lock.Notes;
import io.landbridge.migrate.member.AskedMember;
import io.landbridge.migrate.member.EveryMember;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Patience;
import io.landbridge.migrate.operation.TranslateApplication;
import io.landbridge.migrate.operation.TranslationSwitch;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.ServerFacts;
import io.landbridge.registry.ServerMembers;
import io.landbridge.registry.connect.RegistryConnector;
import io.landbridge.registry.connect.ServerFactsReader;
import io.landbridge.registry.http.ListenedConfigurations;
import io.landbridge.registry.http.ProcessorLimit;
import io.landbridge.registry.http.ServerClient;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginBridgeClient;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginConsumerQuery;
import io.landbridge.registry.plugin.PluginGroup;
import io.landbridge.registry.plugin.PluginLoss;
import io.landbridge.registry.plugin.PluginStatus;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The cluster a command works on; the one place that joins ports with adapters. */
final class Cluster {

  private static final Duration POLL = Duration.ofMillis(250);

  /** They do not load plugins like ours. */
  private static final Pattern TOO_OLD = Pattern.compile("1\\..*|2\\.[01]\\..*");

  private static final int MAX_WARNINGS = 20;

  private static final Set<String> ACTIVE = Set.of("ACTIVE");
  private static final Set<String> RUNNING = Set.of("ACTIVE", "SUSPENDED");

  private final ServerClient client;
  private final Terminal terminal;
  private final Consumer<String> progress;
  private final PluginClient plugin;
  private final PluginBridgeClient bridge;
  private String version = "";

  Cluster(ServerOptions options, Terminal terminal, Consumer<String> progress)
      throws CommandException {
    this(options.client(terminal), terminal, progress);
  }

  private Cluster(ServerClient client, Terminal terminal, Consumer<String> progress) {
    this.client = client;
    this.terminal = terminal;
    this.progress = progress;
    this.plugin = new PluginClient(client);
    this.bridge = new PluginBridgeClient(client);
  }

  Registry registry() throws RegistryException {
    Registry registry = RegistryConnector.connect(client);
    version = registry.server().version();
    progress.accept(
        "connected to Nacos %s at %s"
            .formatted(registry.server().version(), registry.server().address()));
    return registry;
  }

  /** How many requests were sent so far. */
  long requests() {
    return client.requests();
  }

  /** How busy the servers said they were, as far as they had to say it. */
  Optional<ProcessorLimit.Readings> processors() {
    return client.readings();
  }

  /**
   * Everything that is registered in some namespaces, held in memory, to conclude from it what is
   * not there.
   */
  Landscape landscape(Registry registry, Set<NamespaceId> namespaces)
      throws RegistryException, CommandException {
    return read(registry, reader -> reader.complete().read(namespaces, each -> true));
  }

  Inventory inventory(Registry registry, Set<NamespaceId> namespaces)
      throws RegistryException, CommandException {
    return inventory(registry, namespaces, new LandscapeSink() {});
  }

  /** The inventory of some namespaces, which may be larger than memory; the sink sees it, too. */
  Inventory inventory(Registry registry, Set<NamespaceId> namespaces, LandscapeSink also)
      throws RegistryException, CommandException {
    try {
      return read(registry, reader -> InventoryBuilder.read(reader, namespaces, also));
    } catch (UncheckedIOException e) {
      throw noRoom(e);
    }
  }

  /** What does not fit into memory does not fit onto the disk either. */
  static RegistryException noRoom(UncheckedIOException failure) {
    return new RegistryException(
        RegistryException.Kind.UNAVAILABLE,
        "the temporary file for registrations failed (%s)".formatted(failure.getMessage()),
        System.getProperty("java.io.tmpdir", "/tmp"),
        "free disk space, or choose another directory with"
            + " LANDBRIDGE_JAVA_OPTS=-Djava.io.tmpdir=DIRECTORY");
  }

  private interface Reading<T> {
    T read(LandscapeReader reader) throws RegistryException, UnknownNamespaceException;
  }

  private <T> T read(Registry registry, Reading<T> reading)
      throws RegistryException, CommandException {
    try {
      return reading.read(new LandscapeReader(registry, progress, this::used));
    } catch (UnknownNamespaceException e) {
      throw CommandException.precondition(
          String.valueOf(e.getMessage()),
          registry.server().address().toString(),
          "check --namespace; the option takes the namespace id, not the display name");
    }
  }

  /**
   * The namespaces the plugin has seen something in; a server of 3.x does not tell of those that
   * nobody has made, and no server of those in which nothing but imports of a bridge is.
   */
  private Set<NamespaceId> used() throws RegistryException {
    try {
      Set<NamespaceId> seen =
          plugin.applications().stream()
              .map(each -> each.key().namespace())
              .collect(Collectors.toCollection(TreeSet::new));
      // Where nothing can be translated there is no application in the catalog.
      new EveryMember(plugin, progress)
          .ask(
              servers(),
              (server, member) ->
                  plugin.losses(server).stream()
                      .flatMap(each -> NamespaceId.read(each.namespace()).stream())
                      .forEach(seen::add));
      seen.addAll(shownByBridge());
      return seen;
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      // Whoever needs the plugin asks it for something else, too, and says what is wrong with it.
      progress.accept("undeclared namespaces cannot be listed: " + e.what());
      return Set.of();
    }
  }

  /** The namespaces of a legacy cluster's instances that are shown here: every member knows all. */
  private List<NamespaceId> shownByBridge() throws RegistryException {
    for (ServerAddress server : servers()) {
      try {
        return bridge.shown(server).ids();
      } catch (RegistryException e) {
        if (e.kind() == Kind.INTERRUPTED) {
          throw e;
        }
        progress.accept("namespaces of imported instances cannot be listed: " + e.what());
      }
    }
    return List.of();
  }

  /** Says what was not read, whoever reads: a few, and how many more. */
  void warnOfUnread(Collection<LossInventory> losses, String consequence) {
    losses.stream()
        .limit(MAX_WARNINGS)
        .forEach(
            each ->
                terminal.warn(
                    "%s: %s".formatted(each.kind(), each.detail()), each.where(), consequence));
    if (losses.size() > MAX_WARNINGS) {
      terminal.warn(
          "%d more of this kind".formatted(losses.size() - MAX_WARNINGS),
          client.servers().get(0).toString(),
          "see 'landbridge scan'");
    }
  }

  /** Adds who calls what, as far as {@link #subscribers} are told. */
  Inventory withSubscribers(Inventory inventory) throws RegistryException {
    Optional<ClusterConsumers> told = subscribers();
    if (told.isEmpty()) {
      return inventory;
    }
    ListeningConsumers listening =
        listening(
            told.get().consumers().stream()
                .filter(each -> inventory.namespaces().contains(each.consumer().namespace()))
                .toList());
    return withSubscribers(inventory, told.get()).withCalls(listening.calls());
  }

  /** Who those are of some consumers that do not say it. */
  ListeningConsumers listening(List<ClusterConsumers.Seen> consumers) throws RegistryException {
    return ListeningConsumers.of(
        consumers,
        ip ->
            ListenedConfigurations.of(client, version, ip).stream()
                .map(
                    each ->
                        new ListeningConsumers.Listened(
                            each.dataId(), each.group(), each.namespace()))
                .toList());
  }

  /** Adds who calls what, as these have subscribed to it. */
  static Inventory withSubscribers(Inventory inventory, ClusterConsumers told) {
    return inventory.withCalls(
        SubscribedCalls.of(
            told.consumers().stream()
                .filter(each -> inventory.namespaces().contains(each.consumer().namespace()))
                .toList()));
  }

  /**
   * Who has subscribed to what as the plugin's members know it; empty where there is no plugin, and
   * for who is no administrator, whom alone it tells.
   */
  Optional<ClusterConsumers> subscribers() throws RegistryException {
    try {
      return Optional.of(
          new ConsumerReader(plugin, progress)
              .of(servers(), new PluginConsumerQuery("", "", "", "")));
    } catch (RegistryException e) {
      if (e.kind() == Kind.UNAUTHORISED) {
        warnOfSilence("calls between applications", e);
        return Optional.empty();
      }
      return without(e, Optional.empty());
    }
  }

  /**
   * Adds what members tell of instances that registered their application alone, as far as there is
   * a plugin that tells; warns of members that do not.
   */
  Inventory withLosses(Inventory inventory) throws RegistryException {
    return withLosses(inventory, Set.of());
  }

  /**
   * The same.
   *
   * @param named who was said not to answer already, as a member list calls them
   */
  Inventory withLosses(Inventory inventory, Set<String> named) throws RegistryException {
    List<LossInventory> told = new ArrayList<>();
    try {
      for (AskedMember each :
          new EveryMember(plugin, progress)
              .ask(
                  servers(),
                  (server, member) ->
                      plugin.losses(server).stream().map(Cluster::loss).forEach(told::add))) {
        if (!each.answered() && !named.contains(each.member())) {
          terminal.warn(
              "a member does not report its losses (%s)".formatted(each.reason()),
              each.member(),
              "continuing without this information");
        }
      }
      return inventory.withLosses(told);
    } catch (RegistryException e) {
      if (e.kind() == Kind.UNAUTHORISED) {
        warnOfSilence("losses of application-level instances", e);
        return inventory;
      }
      return without(e, inventory);
    }
  }

  static LossInventory loss(PluginLoss loss) {
    return LossInventory.told(
        loss.kind(), loss.namespace(), loss.group(), loss.service(), loss.address(), loss.detail());
  }

  /** Who may read services need not be an administrator, whom alone the plugin answers. */
  private void warnOfSilence(String what, RegistryException refusal) {
    terminal.warn(
        what + " is missing; " + refusal.what(),
        refusal.where(),
        "only administrators may read the plugin's data");
  }

  /** Rules and mappings of the namespaces of an inventory; warns of those that are not read. */
  Configurations rulesAndMappings(Registry registry, Inventory inventory) throws RegistryException {
    Configurations configurations = ConfigurationReader.read(registry, inventory.namespaces());
    configurations
        .unread()
        .forEach(
            each ->
                terminal.warn(
                    "not read: " + each,
                    inventory.server(),
                    "the hazards that depend on it are left out"));
    return configurations;
  }

  /** Who uses these applications, at either level. */
  ClusterConsumers consumers(List<Plan.Step> steps) throws RegistryException {
    return new ConsumerReader(plugin, line -> {})
        .of(
            servers(),
            steps.stream()
                .map(step -> new PluginConsumerQuery(step.namespace(), "", "", step.application()))
                .toList());
  }

  private <T> T without(RegistryException failure, T rest) throws RegistryException {
    if (failure.kind() != Kind.PLUGIN_MISSING && failure.kind() != Kind.UNAVAILABLE) {
      throw failure;
    }
    progress.accept("no information from the plugin: " + failure.what());
    return rest;
  }

  /** The {@link #members}; none, too, for who is no administrator. */
  List<String> membersIfTold() throws RegistryException {
    try {
      return members();
    } catch (RegistryException e) {
      if (e.kind() != Kind.UNAUTHORISED) {
        throw e;
      }
      warnOfSilence("the member list of the cluster", e);
      return List.of();
    }
  }

  /** The members as the plugin of a server that answers knows them; empty where there is none. */
  List<String> members() throws RegistryException {
    for (ServerAddress server : servers()) {
      try {
        return plugin.group(server).members().stream()
            .map(PluginGroup.ListedMember::member)
            .sorted()
            .toList();
      } catch (RegistryException e) {
        if (e.kind() != Kind.UNREACHABLE) {
          without(e, List.of());
        }
      }
    }
    return List.of();
  }

  List<ServerAddress> servers() {
    return client.servers();
  }

  PluginClient plugin() {
    return plugin;
  }

  /** The plugin of one server alone. */
  PluginClient plugin(ServerAddress server) {
    return new PluginClient(client.only(server));
  }

  /** The configuration centre, to be tried. */
  /**
   * What servers tell of themselves; of one that cannot be asked, only where it is.
   *
   * @throws RegistryException if it is interrupted
   */
  List<ServerFacts> facts(List<ServerAddress> members) throws RegistryException {
    ServerFactsReader reader = new ServerFactsReader(client);
    List<ServerFacts> facts = new ArrayList<>();
    for (ServerAddress each : members) {
      progress.accept("asking " + each + " for its version");
      facts.add(reader.readOrUnknown(each));
    }
    return facts;
  }

  /** The member list as a server has it; empty where it does not tell whoever asks. */
  Optional<ServerMembers> listed(ServerAddress member) throws RegistryException {
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

  ClusterConfigurations configurations() {
    return new ClusterConfigurations(client);
  }

  PluginBridgeClient bridge() {
    return bridge;
  }

  /**
   * Refuses to go on unless the plugin of every member shows what is switched on, also of those
   * that are not given: clients ask any of them.
   */
  void requireActiveCluster() throws RegistryException, CommandException {
    Set<String> asked = requirePlugin(ACTIVE);
    ServerAddress first = servers().get(0);
    for (PluginGroup.ListedMember each : plugin.group(first).members()) {
      if (each.up() && !asked.contains(each.member())) {
        requirePluginOf(first.sibling(each.member()), each.announced());
      }
    }
  }

  /** Refuses to go on unless the plugin of every server given shows what is switched on. */
  void requireActivePlugin() throws RegistryException, CommandException {
    requirePlugin(ACTIVE);
  }

  /** Refuses to go on unless the plugin of every server given can take commands. */
  void requireRunningPlugin() throws RegistryException, CommandException {
    requirePlugin(RUNNING);
  }

  /**
   * Refuses to go on unless the plugin of one server given, and of all of them that answer, can
   * take commands; that it can tells that the group has a leader. Whoever does not answer is named:
   * what must be done at once, or is only looked at, does not wait for a server that is away.
   *
   * @param consequence what it means that a server does not answer
   * @return those that do not answer, as a member list calls them
   */
  Set<String> requireRunningPluginWhereAnswered(String consequence)
      throws RegistryException, CommandException {
    Set<String> silent = new HashSet<>();
    @Nullable RegistryException failure = null;
    for (ServerAddress server : servers()) {
      try {
        requirePluginOf(server, RUNNING);
      } catch (RegistryException e) {
        if (!isAway(e)) {
          throw e;
        }
        failure = e;
        silent.add(server.hostAndPort());
        terminal.warn(
            "a server does not answer (%s)".formatted(e.what()), server.toString(), consequence);
      }
    }
    if (failure != null && silent.size() == servers().size()) {
      throw failure;
    }
    return silent;
  }

  /** Whether a server did not answer, rather than answered something. */
  private static boolean isAway(RegistryException failure) {
    return failure.kind() == Kind.UNREACHABLE || failure.kind() == Kind.UNAVAILABLE;
  }

  /** The servers given, as the member list calls them. */
  private Set<String> requirePlugin(Set<String> states) throws RegistryException, CommandException {
    Set<String> asked = new HashSet<>();
    for (ServerAddress server : servers()) {
      asked.add(server.hostAndPort());
      try {
        asked.add(requirePluginOf(server, states).member());
      } catch (RegistryException e) {
        if (isAway(e)) {
          throw new CommandException(
              ExitCode.FAILED,
              e.what(),
              e.where(),
              e.advice()
                  + "; every server given must answer before anything is changed: start this"
                  + " server, or remove it from --server if it has left the cluster for good");
        }
        throw e;
      }
    }
    return asked;
  }

  private PluginStatus requirePluginOf(ServerAddress server, Set<String> states)
      throws RegistryException, CommandException {
    try {
      PluginStatus status = requireRunning(plugin.status(server), states);
      if (status.state().equals("ACTIVE") && !status.reason().isEmpty()) {
        progress.accept("warning: " + status.reason());
      }
      return status;
    } catch (RegistryException e) {
      if (e.kind() == Kind.PLUGIN_MISSING && TOO_OLD.matcher(version).matches()) {
        throw CommandException.precondition(
            "Nacos %s does not support the Landbridge plugin".formatted(version),
            server.toString(),
            "the plugin requires Nacos 2.2 or newer; upgrade, or bridge this cluster to a newer one"
                + " (start with 'landbridge bridge check')");
      }
      throw e;
    }
  }

  /**
   * The same for a member that is not given.
   *
   * @param told whether it has told the others that it has the plugin
   */
  private void requirePluginOf(ServerAddress member, boolean told)
      throws RegistryException, CommandException {
    try {
      requireRunning(plugin.status(member), ACTIVE);
    } catch (RegistryException e) {
      if (e.kind() == Kind.UNREACHABLE && told) {
        progress.accept("member skipped, reachable only from other members: " + member);
      } else if (e.kind() == Kind.UNREACHABLE || e.kind() == Kind.PLUGIN_MISSING) {
        throw CommandException.precondition(
            "a member of this cluster has no Landbridge plugin (%s)".formatted(e.what()),
            member.toString(),
            "clients of this member would see different instances; copy the plugin's jar into the"
                + " plugins directory of this member and restart it");
      } else {
        throw e;
      }
    }
  }

  private static PluginStatus requireRunning(PluginStatus status, Set<String> states)
      throws CommandException {
    String server = status.asked().toString();
    if (!states.contains(status.state())) {
      throw CommandException.precondition(
          "the plugin is " + status.state(),
          server,
          status.state().equals("SUSPENDED")
              ? status.reason()
              : (status.reason().isBlank() ? "" : status.reason() + "; ")
                  + "check the log of this server");
    }
    if (!status.ready()) {
      throw CommandException.precondition(
          "the plugin's group is not ready",
          server,
          "a majority of the cluster must run the plugin; wait a moment, or check the log of this"
              + " server");
    }
    return status;
  }

  /** What the command keeps in this cluster. */
  Notes notes() {
    return new PluginNotes(plugin);
  }

  /** The cluster as a plan is carried out on it. */
  ClusterTarget target(
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

  Operation translation(ApplicationKey key, Duration timeout, boolean force) {
    return translation(key, timeout, force, Optional.empty());
  }

  /** The same where it is known why the plugin would refuse to switch an application on. */
  Operation translation(
      ApplicationKey key, Duration timeout, boolean force, Optional<String> obstacle) {
    TranslationSwitch translation =
        new TranslationSwitch() {
          @Override
          public PluginApplication look(ApplicationKey application) throws RegistryException {
            return plugin.application(application);
          }

          @Override
          public PluginApplication turn(ApplicationKey application, boolean on, boolean forced)
              throws RegistryException {
            return plugin.switchTranslation(application, on, forced);
          }
        };
    return new TranslateApplication(key, translation, new Patience(timeout, POLL), force, obstacle);
  }
}
