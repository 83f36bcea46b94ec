package io.landbridge.migrate.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.dubbo.FoldResult;
import io.landbridge.dubbo.InterfaceFold;
import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.Registration;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Landscape;
import io.landbridge.migrate.verify.ApplicationLevel.DocumentAnswer;
import io.landbridge.migrate.verify.ApplicationLevel.DocumentKey;
import io.landbridge.migrate.verify.ApplicationLevel.MappingKey;
import io.landbridge.migrate.verify.Comparison.Finding;
import io.landbridge.migrate.verify.Comparison.ParameterFinding;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.NameRules;
import io.landbridge.registry.RegisteredInstance;
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
import java.util.stream.Collectors;

/**
 * Compares what interface-level consumers can call with what application-level consumers can call.
 *
 * <p>Both sides are reduced to service, protocol, ip and port, with the parameters a consumer gets.
 * An application-level consumer takes a service's port from its entry, else from the endpoint of
 * that protocol, else from the instance, and finds a service only if its path is the interface
 * name. Parameters of instances a provider registered itself are its own affair and not compared.
 * Who registered its application alone is compared the other way round, see {@link
 * DownwardComparison}.
 */
public final class ModelComparison {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Landscape landscape;
  private final ApplicationLevel applicationLevel;
  private final InterfaceLevel interfaceLevel;
  private final Set<InstanceKey> alone;
  private final FoldResult fold;

  /**
   * Prepares comparisons of what registered its interfaces.
   *
   * @param landscape what is registered
   * @param applicationLevel what consumers of applications read besides
   */
  public ModelComparison(Landscape landscape, ApplicationLevel applicationLevel) {
    this(landscape, applicationLevel, InterfaceLevel.UNREAD);
  }

  /**
   * Prepares comparisons in both directions.
   *
   * @param landscape what is registered
   * @param applicationLevel what consumers of applications read besides
   * @param interfaceLevel what consumers of interfaces are shown of who registered no interface
   */
  public ModelComparison(
      Landscape landscape, ApplicationLevel applicationLevel, InterfaceLevel interfaceLevel) {
    this.landscape = landscape;
    this.applicationLevel = applicationLevel;
    this.interfaceLevel = interfaceLevel;
    this.alone = alone(interfaceLevel);
    this.fold =
        InterfaceFold.fold(landscape.providers(), NameRules.of(landscape.server().version()));
  }

  private ModelComparison(
      ModelComparison prepared, ApplicationLevel applicationLevel, InterfaceLevel interfaceLevel) {
    this.landscape = prepared.landscape;
    this.fold = prepared.fold;
    this.applicationLevel = applicationLevel;
    this.interfaceLevel = interfaceLevel;
    this.alone = alone(interfaceLevel);
  }

  /** The same of what is registered with what consumers read of other applications. */
  public ModelComparison with(ApplicationLevel ofOthers, InterfaceLevel shownOfOthers) {
    return new ModelComparison(this, ofOthers, shownOfOthers);
  }

  private static Set<InstanceKey> alone(InterfaceLevel level) {
    return level.alone().stream().map(each -> each.instance().key()).collect(Collectors.toSet());
  }

  /** Compares one application. */
  public Comparison compare(ApplicationInventory application) {
    return compare(application, Optional.empty());
  }

  /**
   * Compares one application.
   *
   * @param misfit why nothing of it can be shown, where that is known
   */
  public Comparison compare(ApplicationInventory application, Optional<String> misfit) {
    String hidden =
        misfit
            .map("is not translated: %s; see 'landbridge status'"::formatted)
            .orElse("has no derived instances; is translation switched on?");
    ApplicationKey key = application.key();
    SortedMap<Address, ServiceEntry> interfaceSide = interfaceSide(key);
    ApplicationSide applicationSide = applicationSide(key);

    List<Finding> missing = new ArrayList<>();
    List<Finding> unverified = new ArrayList<>();
    List<ParameterFinding> different = new ArrayList<>();
    int same = 0;
    for (var expected : interfaceSide.entrySet()) {
      Address address = expected.getKey();
      Offer offer = applicationSide.offers().get(address);
      if (offer != null) {
        same++;
        if (offer.derived()) {
          different.addAll(different(address, expected.getValue(), offer.entry()));
        }
      } else if (applicationSide.selfDescribed().contains(at(address.ip(), address.port()))) {
        unverified.add(
            address.finding(
                "the provider also registers its application, and stores the document itself"
                    + " (storage type local)"));
      } else {
        missing.add(address.finding(reason(address, expected.getValue(), applicationSide, hidden)));
      }
    }
    missing.addAll(unfolded(key));
    DownwardComparison downward = DownwardComparison.of(key, interfaceLevel);
    different.addAll(downward.different());
    unverified.addAll(downward.unverified());
    List<Finding> extra = new ArrayList<>(downward.extra());
    for (var offered : applicationSide.offers().entrySet()) {
      if (!interfaceSide.containsKey(offered.getKey()) && !offered.getValue().alone()) {
        extra.add(
            offered
                .getKey()
                .finding(
                    offered.getValue().derived()
                        ? "derived instance without a registration"
                        : "the provider registers its application only"));
      }
    }
    List<String> unmapped = unmapped(key, interfaceSide);
    return new Comparison(
        application.namespace(),
        application.application(),
        missing.isEmpty() && extra.isEmpty() && different.isEmpty() && unmapped.isEmpty(),
        isLeftOut(key),
        same + downward.same(),
        missing,
        extra,
        different,
        unmapped,
        unverified);
  }

  private SortedMap<Address, ServiceEntry> interfaceSide(ApplicationKey key) {
    SortedMap<Address, ServiceEntry> addresses = new TreeMap<>();
    for (ApplicationInstance instance : fold.instances()) {
      MetadataDocument document = fold.documents().get(instance.revision());
      if (instance.application().equals(key) && instance.enabled() && document != null) {
        for (ServiceEntry entry : document.services().values()) {
          addresses.put(Address.of(entry, instance.ip(), entry.port()), entry);
        }
      }
    }
    return addresses;
  }

  private ApplicationSide applicationSide(ApplicationKey key) {
    SortedMap<Address, Offer> offers = new TreeMap<>();
    Set<String> selfDescribed = new HashSet<>();
    Map<String, String> unusable = new HashMap<>();
    int instances = 0;
    for (var service : landscape.applicationServices().entrySet()) {
      if (!service.getKey().namespace().equals(key.namespace())
          || !service.getKey().name().equals(key.name().value())) {
        continue;
      }
      for (RegisteredInstance instance : service.getValue()) {
        if (!instance.enabled()) {
          continue;
        }
        instances++;
        if (!"remote".equals(instance.metadata().get(MetadataKeys.STORAGE_TYPE))) {
          selfDescribed.add(at(instance.ip(), instance.port()));
          endpoints(instance)
              .forEach(each -> selfDescribed.add(at(instance.ip(), each.path("port").asInt())));
          continue;
        }
        DocumentAnswer answer =
            applicationLevel
                .documents()
                .getOrDefault(
                    new DocumentKey(
                        key, instance.metadata().getOrDefault(MetadataKeys.REVISION, "")),
                    new DocumentAnswer.Unusable("the instance names no revision"));
        if (answer instanceof DocumentAnswer.Found found) {
          boolean isAlone =
              alone.contains(
                  new InstanceKey(key, service.getKey().group(), instance.ip(), instance.port()));
          add(instance, found.document(), isAlone, offers);
        } else if (answer instanceof DocumentAnswer.Unusable bad) {
          unusable.put(instance.ip(), bad.reason());
        }
      }
    }
    return new ApplicationSide(offers, selfDescribed, unusable, instances);
  }

  private static void add(
      RegisteredInstance instance,
      MetadataDocument document,
      boolean alone,
      Map<Address, Offer> offers) {
    boolean derived = instance.metadata().containsKey(MetadataKeys.DERIVED);
    for (ServiceEntry entry : document.services().values()) {
      if (entry.path().equals(entry.name())) {
        offers.put(
            Address.of(entry, instance.ip(), port(instance, entry)),
            new Offer(entry, derived, alone));
      }
    }
  }

  private static int port(RegisteredInstance instance, ServiceEntry entry) {
    if (entry.port() > 0) {
      return entry.port();
    }
    for (JsonNode endpoint : endpoints(instance)) {
      if (endpoint.path("protocol").asText().equals(entry.protocol())) {
        return endpoint.path("port").asInt(instance.port());
      }
    }
    return instance.port();
  }

  /** Where none can be read Dubbo falls back to the instance's port, too. */
  private static JsonNode endpoints(RegisteredInstance instance) {
    try {
      return JSON.readTree(instance.metadata().getOrDefault(MetadataKeys.ENDPOINTS, "[]"));
    } catch (JsonProcessingException e) {
      return JSON.createArrayNode();
    }
  }

  /** One process; several may be at one ip. */
  private static String at(String ip, int port) {
    return ip + ":" + port;
  }

  private static List<ParameterFinding> different(
      Address address, ServiceEntry expected, ServiceEntry offered) {
    List<ParameterFinding> findings = new ArrayList<>();
    SortedSet<String> names = new TreeSet<>(expected.params().keySet());
    names.addAll(offered.params().keySet());
    for (String name : names) {
      String one = expected.params().getOrDefault(name, "");
      String other = offered.params().getOrDefault(name, "");
      if (!one.equals(other)) {
        findings.add(address.parameter(name, one, other));
      }
    }
    return findings;
  }

  private static String reason(
      Address address, ServiceEntry expected, ApplicationSide other, String hidden) {
    if (!expected.path().equals(expected.name())) {
      return ("its path '%s' differs from the interface name; application-level consumers cannot"
              + " find the service")
          .formatted(expected.path());
    }
    if (other.instances() == 0) {
      return "the application " + hidden;
    }
    return other
        .unusable()
        .getOrDefault(address.ip(), "no instance of the application offers this address");
  }

  /** Whether nothing of it can be translated, because of a name. */
  private boolean isLeftOut(ApplicationKey key) {
    return fold.losses().stream()
        .anyMatch(
            loss ->
                loss.kind().isOfName()
                    && landscape.providers().stream().anyMatch(each -> matches(each, loss, key)));
  }

  /** What was not folded and yet can be called by interface-level consumers. */
  private List<Finding> unfolded(ApplicationKey key) {
    List<Finding> findings = new ArrayList<>();
    for (Loss loss : fold.losses()) {
      if ((loss.kind().isOfName()
              || loss.kind() == Loss.Kind.TOO_LARGE
              || loss.kind() == Loss.Kind.BAD_SERVICE)
          && landscape.providers().stream().anyMatch(each -> matches(each, loss, key))) {
        findings.add(
            new Finding(
                loss.service().name(),
                "",
                loss.address(),
                "left out, %s: %s".formatted(loss.kind(), loss.detail())));
      }
    }
    return findings;
  }

  private static boolean matches(Registration each, Loss loss, ApplicationKey key) {
    return each.service().equals(loss.service())
        && each.address().equals(loss.address())
        && each.service().namespace().equals(key.namespace())
        && key.name().value().equals(each.metadata().get(MetadataKeys.APPLICATION));
  }

  private List<String> unmapped(
      ApplicationKey key, SortedMap<Address, ServiceEntry> interfaceSide) {
    SortedSet<String> interfaces = new TreeSet<>();
    interfaceSide.values().forEach(entry -> interfaces.add(entry.name()));
    return interfaces.stream()
        .filter(
            each ->
                !applicationLevel
                    .mappings()
                    .getOrDefault(new MappingKey(key.namespace(), each), Set.of())
                    .contains(key.name().value()))
        .toList();
  }

  private record Offer(ServiceEntry entry, boolean derived, boolean alone) {}

  private record ApplicationSide(
      SortedMap<Address, Offer> offers,
      Set<String> selfDescribed,
      Map<String, String> unusable,
      int instances) {}
}
