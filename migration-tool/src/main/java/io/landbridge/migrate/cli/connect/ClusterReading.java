package io.landbridge.migrate.cli.connect;

import io.landbridge.dubbo.Loss;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.consumer.ClusterConsumers;
import io.landbridge.migrate.consumer.ClusterConsumers.Seen;
import io.landbridge.migrate.consumer.ConsumerReader;
import io.landbridge.migrate.consumer.InterfaceDependents;
import io.landbridge.migrate.consumer.InterfaceDependents.Dependent;
import io.landbridge.migrate.consumer.InterfaceDependents.Offer;
import io.landbridge.migrate.consumer.ListeningConsumers;
import io.landbridge.migrate.consumer.StarvedConsumers;
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
import io.landbridge.migrate.member.AskedMember;
import io.landbridge.migrate.member.EveryMember;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.http.ListenedConfigurations;
import io.landbridge.registry.http.ServerClient;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginConsumerQuery;
import io.landbridge.registry.plugin.PluginGroup;
import io.landbridge.registry.plugin.PluginLoss;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What is registered in a cluster and what the plugin's members know of it, as far as they tell.
 */
public final class ClusterReading {

  private static final int MAX_WARNINGS = 20;

  private final Cluster cluster;
  private final ServerClient client;
  private final Terminal terminal;
  private final Consumer<String> progress;
  private final PluginClient plugin;

  ClusterReading(
      Cluster cluster, ServerClient client, Terminal terminal, Consumer<String> progress) {
    this.cluster = cluster;
    this.client = client;
    this.terminal = terminal;
    this.progress = progress;
    this.plugin = cluster.plugin();
  }

  /**
   * Everything that is registered in some namespaces, held in memory, to conclude from it what is
   * not there.
   */
  public Landscape landscape(Registry registry, Set<NamespaceId> namespaces)
      throws RegistryException, CommandException {
    return read(registry, reader -> reader.complete().read(namespaces, each -> true));
  }

  /** The inventory of some namespaces, which may be larger than memory. */
  public Inventory inventory(Registry registry, Set<NamespaceId> namespaces)
      throws RegistryException, CommandException {
    return inventory(registry, namespaces, new LandscapeSink() {});
  }

  /** The inventory of some namespaces, which may be larger than memory; the sink sees it, too. */
  public Inventory inventory(Registry registry, Set<NamespaceId> namespaces, LandscapeSink also)
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
              cluster.servers(),
              (server, member) ->
                  plugin.losses(server).stream()
                      // What is called like a namespace that nobody can ask for is another one.
                      .filter(each -> !each.kind().equals(Loss.Kind.UNREADABLE.name()))
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
    for (ServerAddress server : cluster.servers()) {
      try {
        return cluster.bridge().shown(server).ids();
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
  public void warnOfUnread(Collection<LossInventory> losses, String consequence) {
    losses.stream()
        .limit(MAX_WARNINGS)
        .forEach(
            each ->
                terminal.warn(
                    "%s: %s".formatted(each.kind(), each.detail()), each.where(), consequence));
    if (losses.size() > MAX_WARNINGS) {
      terminal.warn(
          "%d more of this kind".formatted(losses.size() - MAX_WARNINGS),
          cluster.servers().get(0).toString(),
          "see 'landbridge scan'");
    }
  }

  /** Adds who calls what, as far as {@link #subscribers} are told. */
  public Inventory withSubscribers(Inventory inventory) throws RegistryException {
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
            ListenedConfigurations.of(client, cluster.version(), ip).stream()
                .map(
                    each ->
                        new ListeningConsumers.Listened(
                            each.dataId(), each.group(), each.namespace()))
                .toList());
  }

  /** Adds who calls what, as these have subscribed to it. */
  public static Inventory withSubscribers(Inventory inventory, ClusterConsumers told) {
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
  public Optional<ClusterConsumers> subscribers() throws RegistryException {
    try {
      return Optional.of(
          new ConsumerReader(plugin, progress)
              .of(cluster.servers(), new PluginConsumerQuery("", "", "", "")));
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
  public Inventory withLosses(Inventory inventory) throws RegistryException {
    return withLosses(inventory, Set.of());
  }

  /**
   * The same.
   *
   * @param named who was said not to answer already, as a member list calls them
   */
  public Inventory withLosses(Inventory inventory, Set<String> named) throws RegistryException {
    List<LossInventory> told = new ArrayList<>();
    try {
      for (AskedMember each :
          new EveryMember(plugin, progress)
              .ask(
                  cluster.servers(),
                  (server, member) ->
                      plugin.losses(server).stream()
                          .map(ClusterReading::loss)
                          .forEach(told::add))) {
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

  /** The same loss as inventories have it. */
  public static LossInventory loss(PluginLoss loss) {
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
  public Configurations rulesAndMappings(Registry registry, Inventory inventory)
      throws RegistryException {
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
  public ClusterConsumers consumers(List<Step> steps) throws RegistryException {
    return new ConsumerReader(plugin, line -> {})
        .of(
            cluster.servers(),
            steps.stream()
                .map(step -> new PluginConsumerQuery(step.namespace(), "", "", step.application()))
                .toList());
  }

  /**
   * Who still uses the interface level of what these steps offer.
   *
   * @param planned all steps of the plan
   */
  public static List<Dependent> dependents(
      Registry registry, Collection<Seen> consumers, List<Step> planned, List<Step> steps)
      throws RegistryException {
    return InterfaceDependents.of(
        new StarvedConsumers(service -> hasProvider(registry, service))
            .withoutVain(consumers, offers(steps)),
        offers(planned),
        offers(steps));
  }

  private static List<Offer> offers(List<Step> steps) {
    return steps.stream()
        .map(
            step ->
                new Offer(
                    step.namespace(),
                    step.application(),
                    step.interfaces().stream().map(Plan::interfaceOf).toList()))
        .toList();
  }

  /**
   * Whether clients find a provider of a service that can be called. Where the server refuses the
   * name of what somebody has subscribed to, nobody finds any, and the others have theirs.
   */
  public static boolean hasProvider(Registry registry, ServiceKey service)
      throws RegistryException {
    try {
      List<RegisteredInstance> shown = registry.lookup(service, Set.of());
      // What is shown of other cluster labels than the usual one has to be asked for by name.
      List<RegisteredInstance> all = shown.isEmpty() ? registry.instances(service) : shown;
      return all.stream().anyMatch(each -> each.enabled() && each.healthy());
    } catch (RegistryException e) {
      if (e.kind() != Kind.REFUSED) {
        throw e;
      }
      return false;
    }
  }

  private <T> T without(RegistryException failure, T rest) throws RegistryException {
    if (failure.kind() != Kind.PLUGIN_MISSING && failure.kind() != Kind.UNAVAILABLE) {
      throw failure;
    }
    progress.accept("no information from the plugin: " + failure.what());
    return rest;
  }

  /** The {@link #members}; none, too, for who is no administrator. */
  public List<String> membersIfTold() throws RegistryException {
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
  public List<String> members() throws RegistryException {
    for (ServerAddress server : cluster.servers()) {
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
}
