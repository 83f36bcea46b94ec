package io.landbridge.migrate.cli.connect;

import io.landbridge.dubbo.CheckedNames;
import io.landbridge.dubbo.InterfaceServiceName;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.consumer.ClusterConsumers.Seen;
import io.landbridge.migrate.consumer.ConsumerReader;
import io.landbridge.migrate.consumer.ListeningConsumers;
import io.landbridge.migrate.consumer.StarvedConsumers;
import io.landbridge.migrate.consumer.SubscribedCalls;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Call;
import io.landbridge.migrate.inventory.ConfigurationReader;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.inventory.Landscape;
import io.landbridge.migrate.inventory.LandscapeReader;
import io.landbridge.migrate.inventory.LandscapeSink;
import io.landbridge.migrate.inventory.UnknownNamespaceException;
import io.landbridge.migrate.lock.Notes;
import io.landbridge.migrate.lock.Pace;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Precondition;
import io.landbridge.migrate.verify.ApplicationLevel;
import io.landbridge.migrate.verify.ApplicationLevelReader;
import io.landbridge.migrate.verify.Comparison;
import io.landbridge.migrate.verify.ModelComparison;
import io.landbridge.migrate.wave.Callers;
import io.landbridge.migrate.wave.HeldConsumers;
import io.landbridge.migrate.wave.MigrationTarget;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.Counted;
import io.landbridge.model.NameRules;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.plugin.PluginBridge;
import io.landbridge.registry.plugin.PluginConsumerQuery;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The cluster a plan is carried out on, through its public API and that of its plugin. */
public final class ClusterTarget implements MigrationTarget, Notes, Pace {

  private final Cluster cluster;
  private final Registry registry;
  private final Plan plan;
  private final Function<ApplicationKey, Operation> translation;
  private final long clockAhead;
  private final Notes notes;
  private final NameRules names;
  private final StarvedConsumers starved;

  /**
   * Creates a ClusterTarget.
   *
   * @param translation the switch of an application
   * @param clockAhead how far the cluster's clock is ahead of this machine's, in milliseconds
   */
  ClusterTarget(
      Cluster cluster,
      Registry registry,
      Plan plan,
      Function<ApplicationKey, Operation> translation,
      long clockAhead) {
    this.cluster = cluster;
    this.registry = registry;
    this.plan = plan;
    this.translation = translation;
    this.clockAhead = clockAhead;
    this.notes = cluster.notes();
    this.names = NameRules.of(registry.server().version());
    this.starved = new StarvedConsumers(service -> ClusterReading.hasProvider(registry, service));
  }

  @Override
  public Inventory inventory() throws RegistryException {
    return read(
        (reader, namespaces) -> InventoryBuilder.read(reader, namespaces, new LandscapeSink() {}));
  }

  @Override
  public Inventory inventory(Plan.Step step) throws RegistryException {
    Set<String> interfaces = interfaces(step.interfaces());
    try {
      // The plan does not know what has been added to it.
      interfaces.addAll(interfaces(cluster.plugin().application(step.key()).interfaces()));
    } catch (RegistryException e) {
      if (e.kind() != Kind.NOT_FOUND) {
        throw e;
      }
    }
    Predicate<ServiceKey> some = offering(Set.of(step.application()), interfaces);
    return InventoryBuilder.of(
        read((reader, namespaces) -> reader.read(Set.of(step.key().namespace()), some)));
  }

  /** As Nacos spells the interfaces of such services. */
  private static Set<String> interfaces(Collection<String> services) {
    return services.stream()
        .map(each -> NacosSpelling.of(Plan.interfaceOf(each)))
        .collect(Collectors.toCollection(HashSet::new));
  }

  /** Whether a service is one of these applications or interfaces. */
  private static Predicate<ServiceKey> offering(Set<String> applications, Set<String> interfaces) {
    return service ->
        applications.contains(service.name())
            || InterfaceServiceName.parse(service.name())
                .filter(InterfaceServiceName::isProviders)
                .filter(name -> interfaces.contains(NacosSpelling.of(name.interfaceName())))
                .isPresent();
  }

  private interface Reading<T> {
    T read(LandscapeReader reader, Set<NamespaceId> namespaces)
        throws RegistryException, UnknownNamespaceException;
  }

  private <T> T read(Reading<T> reading) throws RegistryException {
    Set<NamespaceId> namespaces =
        plan.steps().stream()
            .map(step -> NamespaceId.of(step.namespace()))
            .collect(Collectors.toCollection(TreeSet::new));
    try {
      return reading.read(new LandscapeReader(registry, line -> {}).complete(), namespaces);
    } catch (UncheckedIOException e) {
      throw ClusterReading.noRoom(e);
    } catch (UnknownNamespaceException e) {
      throw new RegistryException(
          Kind.NOT_FOUND,
          String.valueOf(e.getMessage()),
          registry.server().address().toString(),
          "make a new plan");
    }
  }

  @Override
  public Operation translation(ApplicationKey application) {
    return translation.apply(application);
  }

  @Override
  public Optional<String> obstacle(Precondition.Check check) throws RegistryException {
    return switch (check) {
      case PLUGIN_ACTIVE -> pluginInTheWay();
      case BRIDGE_AT_REST -> bridgeInTheWay();
      default -> Optional.empty();
    };
  }

  private Optional<String> pluginInTheWay() throws RegistryException {
    try {
      cluster.require().activeCluster();
      return Optional.empty();
    } catch (CommandException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** What a bridge shows here that does not get on may be something else in a moment. */
  private Optional<String> bridgeInTheWay() throws RegistryException {
    PluginBridge here = cluster.bridge().status(cluster.servers().get(0));
    if (here.phase() != BridgePhase.DUAL_WRITE && here.phase() != BridgePhase.CUT_OVER) {
      return Optional.empty();
    }
    PluginBridge active = cluster.bridge().activeStatus(cluster.servers().get(0));
    if (active.paused()) {
      return Optional.of("the bridge is paused; resume it with 'landbridge bridge pause --end'");
    }
    if (active.held() > 0) {
      return Optional.of(
          Counted.format(
              "the bridge holds %d instances that the 1.x cluster no longer lists; see 'bridge status'",
              active.held()));
    }
    return active.problems().stream().findFirst().map("the bridge is stalled: "::concat);
  }

  @Override
  public SortedMap<String, Integer> unmoved(Collection<Plan.Step> steps) throws RegistryException {
    SortedMap<String, Integer> unmoved = new TreeMap<>();
    List<Plan.Step> read = List.copyOf(steps);
    ClusterReading.dependents(
            registry, cluster.reading().consumers(read).consumers(), plan.steps(), read)
        .forEach(each -> unmoved.merge(each.application(), 1, Integer::sum));
    return unmoved;
  }

  @Override
  public Callers callers(Collection<Plan.Step> steps) throws RegistryException {
    List<Seen> seen = cluster.reading().consumers(List.copyOf(steps)).consumers();
    ListeningConsumers listening = cluster.reading().listening(seen);
    List<Call> calls = new ArrayList<>(SubscribedCalls.of(seen));
    calls.addAll(listening.calls());
    return new Callers(
        calls,
        listening.nameless().stream()
            .map(each -> new HeldConsumers.Free(each.namespace(), each.services(), each.what()))
            .toList());
  }

  @Override
  public Optional<String> refusesRuleOf(ApplicationKey consumer) {
    return CheckedNames.ofRule(consumer, names);
  }

  @Override
  public List<Comparison> verify(Collection<ApplicationKey> applications) throws RegistryException {
    Set<String> names =
        applications.stream().map(each -> each.name().value()).collect(Collectors.toSet());
    Set<ApplicationKey> keys = Set.copyOf(applications);
    Set<String> interfaces = new HashSet<>();
    for (Plan.Step step : plan.steps()) {
      if (keys.contains(step.key())) {
        interfaces.addAll(interfaces(step.interfaces()));
      }
    }
    Predicate<ServiceKey> some = offering(names, interfaces);
    Landscape landscape = read((reader, namespaces) -> reader.read(namespaces, some));
    List<ApplicationInventory> wanted =
        InventoryBuilder.of(landscape).applications().stream()
            .filter(each -> keys.contains(each.key()))
            .toList();
    ApplicationLevel level = new ApplicationLevelReader(registry).read(landscape, wanted);
    ModelComparison comparison = new ModelComparison(landscape, level);
    return wanted.stream().map(comparison::compare).toList();
  }

  @Override
  public List<ApplicationKey> ruled(NamespaceId namespace) throws RegistryException {
    List<ApplicationKey> consumers = new ArrayList<>();
    for (String dataId : registry.dataIds(namespace, ConfigurationReader.RULE_GROUP)) {
      if (dataId.endsWith(ConfigurationReader.RULE_SUFFIX)) {
        String name =
            dataId.substring(0, dataId.length() - ConfigurationReader.RULE_SUFFIX.length());
        try {
          consumers.add(new ApplicationKey(namespace, new ApplicationName(name)));
        } catch (IllegalArgumentException e) {
          // What cannot be the name of an application has no rule that we wrote.
          continue;
        }
      }
    }
    return consumers;
  }

  @Override
  public SortedSet<String> mapped(NamespaceId namespace, String interfaceName)
      throws RegistryException {
    try {
      return registry
          .config(namespace, MetadataKeys.MAPPING_GROUP, NacosSpelling.id(interfaceName))
          .stream()
          .flatMap(text -> Arrays.stream(text.split(",", -1)))
          .map(String::strip)
          .filter(each -> !each.isEmpty())
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (RegistryException e) {
      if (!e.concernsOne()) {
        throw e;
      }
      return new TreeSet<>();
    }
  }

  @Override
  public Optional<String> rule(ApplicationKey consumer) throws RegistryException {
    if (CheckedNames.ofRule(consumer, names).isPresent()) {
      // Nobody can have written one.
      return Optional.empty();
    }
    return cluster
        .plugin()
        .configuration(consumer.namespace(), ConfigurationReader.RULE_GROUP, ruleId(consumer))
        .content();
  }

  @Override
  public boolean replaceRule(ApplicationKey consumer, Optional<String> expected, String content)
      throws RegistryException {
    return cluster
        .plugin()
        .replaceConfiguration(
            consumer.namespace(),
            ConfigurationReader.RULE_GROUP,
            ruleId(consumer),
            expected,
            content)
        .written();
  }

  private static String ruleId(ApplicationKey consumer) {
    return NacosSpelling.ruleId(consumer.name().value());
  }

  @Override
  public Optional<String> read(String id) throws RegistryException {
    return notes.read(id);
  }

  @Override
  public boolean replace(String id, Optional<String> expected, String content)
      throws RegistryException {
    return notes.replace(id, expected, content);
  }

  @Override
  public SortedMap<String, Integer> starved(Collection<ApplicationKey> applications)
      throws RegistryException {
    SortedMap<ApplicationKey, List<Seen>> consumers = new TreeMap<>();
    for (ApplicationKey each : applications) {
      consumers.put(
          each,
          new ConsumerReader(cluster.plugin(), line -> {})
              .of(
                  cluster.servers(),
                  new PluginConsumerQuery(each.namespace().value(), "", "", each.name().value()))
              .consumers());
    }
    return starved.of(consumers);
  }

  @Override
  public long now() {
    return System.currentTimeMillis() + clockAhead;
  }

  @Override
  public void pause(Duration time) throws RegistryException {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RegistryException(
          Kind.INTERRUPTED,
          "interrupted while waiting",
          "landbridge",
          "run the command again to continue");
    }
  }
}
