package io.landbridge.migrate.hazard;

import io.landbridge.dubbo.DefaultedParameters;
import io.landbridge.dubbo.InterfaceServiceName;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.Registration;
import io.landbridge.dubbo.ServiceRange;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.ApplicationInventory.InterfaceInventory;
import io.landbridge.migrate.inventory.Call;
import io.landbridge.migrate.inventory.Configurations;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.LandscapeSink;
import io.landbridge.migrate.rule.MalformedRuleException;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.model.Counted;
import io.landbridge.model.ServiceKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds what a migration could stumble over. What cannot be translated is found by the fold, as
 * losses; what a registry does not show (settings of consumers that do not announce themselves,
 * other configuration centres, caches of consumers) nobody can find here.
 *
 * <p>Sees registrations while they are read and keeps of them what it found, who has which address,
 * and all of one interface at a time.
 */
public final class HazardFinder implements LandscapeSink {

  private static final int MAX_EVIDENCE = 5;

  private static final String PROVIDED_BY = "provided-by";

  /** Their values differ from process to process without making a process different. */
  private static final List<String> PER_PROCESS =
      List.of(MetadataKeys.TIMESTAMP, MetadataKeys.PID, "bind.ip", "bind.port", "qos.port");

  private final SortedMap<String, Draft> drafts = new TreeMap<>();
  private final Set<Draft> uncounted = new HashSet<>();

  /** The first application found at each address, and all where there are several. */
  private final Map<Place, String> owners = new HashMap<>();

  private final Map<Place, SortedSet<String>> shared = new HashMap<>();

  /** Each name once: an application has many addresses. */
  private final Map<String, String> applications = new HashMap<>();

  private String currentInterface = "";

  /** Names under which one offer of the current interface is registered. */
  private final SortedMap<String, SortedSet<String>> forms = new TreeMap<>();

  /** Values of parameters in the services of the current interface. */
  private final SortedMap<String, SortedMap<String, SortedSet<String>>> values = new TreeMap<>();

  @Override
  public void providers(ServiceKey service, List<Registration> instances) {
    Optional<InterfaceServiceName> name = InterfaceServiceName.parse(service.name());
    String nextInterface =
        service.namespace().value()
            + "\n"
            + name.map(InterfaceServiceName::interfaceName).orElse(service.name());
    if (!nextInterface.equals(currentInterface)) {
      finishInterface();
      currentInterface = nextInterface;
    }
    for (Registration each : instances) {
      if (!each.metadata().containsKey(MetadataKeys.DERIVED)) {
        registration(each);
        name.ifPresent(parsed -> form(each, parsed));
        parameters(each);
        address(each);
      }
    }
  }

  @Override
  public void weightless(Registration instance) {
    if (!instance.metadata().containsKey(MetadataKeys.DERIVED)) {
      add(HazardKind.ZERO_WEIGHT, instance);
    }
  }

  @Override
  public void refused(Registration each, String reason) {
    refused(HazardKind.REFUSED_BY_NEWER, each, reason);
  }

  @Override
  public void alwaysRefused(Registration each, String reason) {
    refused(HazardKind.REFUSED_BY_ALL_NEWER, each, reason);
  }

  private void refused(HazardKind kind, Registration each, String reason) {
    if (!each.metadata().containsKey(MetadataKeys.DERIVED)) {
      add(
          kind,
          each.service().namespace().value(),
          applicationOrService(each),
          "%s at %s: %s".formatted(each.service().name(), each.address(), reason));
    }
  }

  @Override
  public void mixed(ServiceKey service, List<Registration> instances) {
    long ephemeral = instances.stream().filter(Registration::ephemeral).count();
    instances.stream()
        .map(HazardFinder::applicationOrService)
        .distinct()
        .forEach(
            application ->
                add(
                    HazardKind.MIXED_SERVICE,
                    service.namespace().value(),
                    application,
                    "%s: %d ephemeral, %d persistent"
                        .formatted(service.name(), ephemeral, instances.size() - ephemeral)));
  }

  /** Whose an instance is, also if it is not Dubbo's. */
  private static String applicationOrService(Registration each) {
    String application = application(each);
    return application.isBlank() ? each.service().name() : application;
  }

  @Override
  public void consumers(ServiceKey service, List<Registration> instances) {
    boolean consumers = InterfaceServiceName.isOfConsumers(service.name());
    for (Registration each : instances) {
      if (!consumers) {
        // Dubbo for Java has no instances of the other categories.
        add(HazardKind.NOT_JAVA, each);
      }
      String providers = each.metadata().getOrDefault(PROVIDED_BY, "");
      if (!providers.isBlank()) {
        add(
            HazardKind.PROVIDED_BY,
            service.namespace().value(),
            application(each),
            "%s is provided by %s".formatted(service.name(), providers));
      }
    }
  }

  /**
   * All hazards of what was seen, the worst first.
   *
   * @param inventory the same, by application
   * @param configurations what the configuration centre has of the same namespaces
   */
  public List<HazardFinding> findings(Inventory inventory, Configurations configurations) {
    finishInterface();
    configurations.rules().forEach(this::rule);
    mappings(inventory, configurations);
    sharedAddresses();
    applications(inventory);
    severalProviders(inventory);
    calls(inventory);
    count();
    return drafts.values().stream().map(Draft::finish).sorted().toList();
  }

  private void add(HazardKind kind, String namespace, String application, String evidence) {
    Draft draft =
        drafts.computeIfAbsent(
            String.join("\n", kind.name(), namespace, application),
            key -> new Draft(kind, namespace, application));
    draft.uncounted.add(evidence);
    uncounted.add(draft);
  }

  private void add(HazardKind kind, Registration each) {
    add(
        kind,
        each.service().namespace().value(),
        application(each),
        "%s at %s".formatted(each.service().name(), each.address()));
  }

  private static String application(Registration each) {
    return each.metadata().getOrDefault(MetadataKeys.APPLICATION, "");
  }

  /** No other interface has the same evidence of what is found in registrations. */
  private void finishInterface() {
    differentParameters();
    values.clear();
    forms.clear();
    count();
  }

  private void count() {
    uncounted.forEach(Draft::count);
    uncounted.clear();
  }

  private void registration(Registration each) {
    Map<String, String> metadata = each.metadata();
    if (!each.ephemeral()) {
      add(HazardKind.PERSISTENT_INSTANCE, each);
    }
    if (!each.enabled()
        || metadata.getOrDefault(MetadataKeys.ENABLED, "").equalsIgnoreCase("false")
        || metadata.getOrDefault(MetadataKeys.DISABLED, "").equalsIgnoreCase("true")) {
      add(HazardKind.DISABLED_INSTANCE, each);
    }
    if (!metadata.containsKey(MetadataKeys.INTERFACE) && !metadata.containsKey("methods")) {
      add(HazardKind.SIMPLIFIED, each);
    }
    String path = metadata.getOrDefault(MetadataKeys.PATH, "");
    if (path.startsWith("/")) {
      add(HazardKind.NOT_JAVA, each);
    }
    if (metadata.getOrDefault(MetadataKeys.INTERFACE, path).contains("$")) {
      add(HazardKind.NESTED_INTERFACE, each);
    }
    if (metadata.getOrDefault(MetadataKeys.RELEASE, "").startsWith("2.7.")) {
      metadata.forEach(
          (name, value) -> {
            if (value.contains("=")) {
              add(
                  HazardKind.UNESCAPED_VALUE,
                  each.service().namespace().value(),
                  application(each),
                  "%s of %s is %s".formatted(name, each.service().name(), value));
            }
          });
    }
  }

  private void form(Registration each, InterfaceServiceName name) {
    Map<String, String> metadata = DefaultedParameters.resolve(each.metadata());
    String key =
        String.join(
            "\n",
            each.service().namespace().value(),
            application(each),
            name.interfaceName(),
            metadata.getOrDefault(MetadataKeys.VERSION, ""),
            metadata.getOrDefault(MetadataKeys.GROUP, ""),
            each.address());
    SortedSet<String> names = forms.computeIfAbsent(key, none -> new TreeSet<>());
    names.add(each.service().name());
    if (names.size() > 1) {
      add(HazardKind.BOTH_NAME_FORMS, each);
    }
  }

  private void address(Registration each) {
    String application = application(each);
    if (application.isBlank()) {
      return;
    }
    String owner = applications.computeIfAbsent(application, name -> name);
    Place place = new Place(each.service().namespace().value(), each.ip(), each.port());
    String first = owners.putIfAbsent(place, owner);
    if (first != null && !first.equals(owner)) {
      shared.computeIfAbsent(place, none -> new TreeSet<>(List.of(first))).add(owner);
    }
  }

  private void sharedAddresses() {
    shared.forEach(
        (place, names) ->
            add(
                HazardKind.SHARED_ADDRESS,
                place.namespace(),
                names.first(),
                "%s:%d is %s".formatted(place.ip(), place.port(), String.join(" and ", names))));
  }

  private void parameters(Registration each) {
    String key =
        String.join(
            "\n",
            each.service().namespace().value(),
            application(each),
            each.service().name(),
            each.metadata().getOrDefault(MetadataKeys.PROTOCOL, ""),
            each.metadata().getOrDefault(MetadataKeys.RELEASE, ""));
    SortedMap<String, SortedSet<String>> ofService =
        values.computeIfAbsent(key, none -> new TreeMap<>());
    DefaultedParameters.resolve(each.metadata())
        .forEach(
            (name, value) -> {
              if (!PER_PROCESS.contains(name)) {
                ofService.computeIfAbsent(name, none -> new TreeSet<>()).add(value);
              }
            });
  }

  private void differentParameters() {
    values.forEach(
        (key, ofService) ->
            ofService.forEach(
                (name, different) -> {
                  if (different.size() > 1) {
                    String[] parts = key.split("\n", -1);
                    add(
                        HazardKind.DIFFERENT_PARAMETERS,
                        parts[0],
                        parts[1],
                        "%s of %s is %s".formatted(name, parts[2], String.join(" or ", different)));
                  }
                }));
  }

  private void applications(Inventory inventory) {
    for (ApplicationInventory each : inventory.applications()) {
      if (each.groups().size() > 1) {
        add(
            HazardKind.SEVERAL_NACOS_GROUPS,
            each.namespace(),
            each.application(),
            String.join(", ", each.groups()));
      }
      boolean explained =
          drafts.containsKey(
              String.join(
                  "\n",
                  HazardKind.DIFFERENT_PARAMETERS.name(),
                  each.namespace(),
                  each.application()));
      if (each.revisions().size() > 1 && !explained) {
        add(
            HazardKind.SEVERAL_REVISIONS,
            each.namespace(),
            each.application(),
            Counted.format(
                "%d revisions of %d processes", each.revisions().size(), each.processes()));
      }
    }
  }

  private void rule(Configurations.Rule rule) {
    Optional<String> text = Optional.of(rule.text());
    String consumer = rule.older() ? rule.consumer() : RuleText.owner(text, rule.consumer());
    List<String> others;
    try {
      others = rule.older() ? List.of("a Dubbo 2.7 rule") : RuleText.others(text, consumer);
    } catch (MalformedRuleException e) {
      others = List.of("not a rule: " + e.getMessage());
    }
    others.forEach(each -> add(HazardKind.FOREIGN_RULE, rule.namespace(), consumer, each));
  }

  private void mappings(Inventory inventory, Configurations configurations) {
    Set<String> present = new HashSet<>();
    for (ApplicationInventory each : inventory.applications()) {
      if (each.registrations() + each.nativeInstances() + each.derivedInstances() > 0) {
        present.add(each.namespace() + "\n" + each.application());
      }
    }
    for (Configurations.Mapping mapping : configurations.mappings()) {
      mapping
          .blank()
          .forEach(
              each ->
                  add(
                      HazardKind.BLANK_IN_MAPPING,
                      mapping.namespace(),
                      each,
                      "the mapping of " + mapping.interfaceName()));
      for (String each : mapping.applications()) {
        if (!present.contains(mapping.namespace() + "\n" + each)) {
          add(
              HazardKind.STALE_MAPPING,
              mapping.namespace(),
              each,
              "the mapping of " + mapping.interfaceName());
        }
      }
    }
  }

  private void severalProviders(Inventory inventory) {
    SortedMap<String, SortedSet<String>> offering = new TreeMap<>();
    for (ApplicationInventory each : inventory.applications()) {
      for (InterfaceInventory service : each.interfaces()) {
        offering
            .computeIfAbsent(each.namespace() + "\n" + service.service(), none -> new TreeSet<>())
            .add(each.application());
      }
    }
    offering.forEach(
        (key, applications) -> {
          if (applications.size() > 1) {
            String[] parts = key.split("\n", -1);
            add(
                HazardKind.SEVERAL_PROVIDERS,
                parts[0],
                applications.first(),
                "%s is offered by %s".formatted(parts[1], String.join(" and ", applications)));
          }
        });
  }

  private void calls(Inventory inventory) {
    SortedSet<String> offered = new TreeSet<>();
    Map<String, List<ServiceRange>> byInterface = new HashMap<>();
    for (ApplicationInventory each : inventory.applications()) {
      each.interfaces()
          .forEach(
              service ->
                  byInterface
                      .computeIfAbsent(
                          each.namespace() + "\n" + service.interfaceName(),
                          none -> new ArrayList<>())
                      .add(ServiceRange.of(service.service())));
      // What an application that registers itself alone offers is in its document.
      if (each.level() == ApplicationInventory.Level.APPLICATION) {
        offered.add(each.namespace() + "\n");
      }
    }
    for (Call call : inventory.calls()) {
      if (call.interfaceName().equals("*")) {
        add(
            HazardKind.WILDCARD_CONSUMER,
            call.namespace(),
            call.consumer(),
            "the consumer calls *");
        continue;
      }
      List<String> old =
          call.releases().stream().filter(release -> release.startsWith("2.")).toList();
      if (!old.isEmpty()) {
        add(
            HazardKind.DUBBO_2_CONSUMER,
            call.namespace(),
            call.consumer(),
            "%s calls %s".formatted(String.join(" and ", old), call.service()));
      }
      if (!call.service().isEmpty()
          && !isOffered(byInterface, call)
          && !offered.contains(call.namespace() + "\n")) {
        add(HazardKind.CALLS_NOBODY, call.namespace(), call.consumer(), call.service());
      }
    }
  }

  /** A consumer may name any version or group, or several. */
  private static boolean isOffered(Map<String, List<ServiceRange>> byInterface, Call call) {
    ServiceRange asked = ServiceRange.of(call.service());
    return byInterface
        .getOrDefault(call.namespace() + "\n" + asked.interfaceName(), List.of())
        .stream()
        .anyMatch(asked::covers);
  }

  private record Place(String namespace, String ip, int port) {}

  /** One finding while it is put together. */
  private static final class Draft {

    private final HazardKind kind;
    private final String namespace;
    private final String application;

    /** Evidence that may come again. */
    private final Set<String> uncounted = new HashSet<>();

    private final SortedSet<String> first = new TreeSet<>();
    private int count;

    Draft(HazardKind kind, String namespace, String application) {
      this.kind = kind;
      this.namespace = namespace;
      this.application = application;
    }

    /** Counts what will not come again, and keeps the first of it. */
    void count() {
      count += uncounted.size();
      for (String each : uncounted) {
        first.add(each);
        if (first.size() > MAX_EVIDENCE) {
          first.remove(first.last());
        }
      }
      uncounted.clear();
    }

    HazardFinding finish() {
      return new HazardFinding(
          kind.severity(), kind, namespace, application, count, List.copyOf(first), kind.advice());
    }
  }
}
