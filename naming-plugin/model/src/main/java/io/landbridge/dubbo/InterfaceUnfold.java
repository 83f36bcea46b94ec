package io.landbridge.dubbo;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.Endpoint;
import io.landbridge.model.NameRules;
import io.landbridge.model.NameUse;
import io.landbridge.model.Origin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Turns application instances into interface-level registrations: what one Nacos service of the
 * interface level gets from the instances that share a metadata document.
 *
 * <p>Made once for a service and a document and then applied to each instance: what the document
 * says is prepared once and shared. Immutable.
 *
 * <p>A service that is offered on Triple and on a protocol of Dubbo 2.x is shown on the latter
 * only, because every consumer can call it there and a 2.x consumer logs an error for the former.
 * One that is offered on Triple alone is shown under the name that 3.x consumers ask for.
 */
public final class InterfaceUnfold {

  private static final String PREFIX = InterfaceServiceName.PROVIDERS + ":";
  private static final String TRIPLE = "tri";
  private static final int MAX_EXAMPLE = 200;
  private static final String DUBBO_VERSION = "2.0.2";
  private static final String RELEASES_OF_GO = "dubbo-golang-";

  /** Marks what is served on the port of another protocol; never registered at this level. */
  private static final String IS_EXTRA = "isExtra";

  /** Parameters of a document that name parts of the provider's inside, not of the service. */
  private static final Set<String> INTERNAL =
      Set.of("REGISTRY_CLUSTER", IS_EXTRA, GoRevision.LATER);

  /** Serializations that no Dubbo 2.x has. */
  private static final Set<String> NEW_SERIALIZATIONS = Set.of("fastjson2");

  /**
   * Providers that take the serialization they name and no other; later ones always take Hessian as
   * well.
   */
  private static final Pattern SINGLE_SERIALIZATION = Pattern.compile("3\\.[01]\\..*");

  /** What the entry says; an instance that has such a key means something else by it. */
  private static final Set<String> FIELDS =
      Set.of(
          MetadataKeys.APPLICATION,
          MetadataKeys.CATEGORY,
          MetadataKeys.DUBBO,
          MetadataKeys.GROUP,
          MetadataKeys.INTERFACE,
          MetadataKeys.PATH,
          MetadataKeys.PROTOCOL,
          MetadataKeys.SIDE,
          MetadataKeys.VERSION);

  /** Which of several protocols at one port is shown: Nacos has one instance per port. */
  private static final Comparator<ServiceEntry> PREFERENCE =
      Comparator.<ServiceEntry, Boolean>comparing(entry -> entry.params().containsKey(IS_EXTRA))
          .thenComparing(entry -> !entry.protocol().equals("dubbo"))
          .thenComparing(ServiceEntry::protocol);

  private final List<List<Offer>> services;

  private InterfaceUnfold(List<List<Offer>> services) {
    this.services = services;
  }

  /**
   * The names of the Nacos services in which consumers look for a service: the one of four segments
   * and, when they differ, the one of Dubbo 2.6 and that of clients in other languages.
   */
  public static List<String> names(ServiceEntry entry) {
    InterfaceServiceName name =
        new InterfaceServiceName(
            InterfaceServiceName.PROVIDERS, entry.name(), entry.version(), entry.group());
    return Stream.of(name.fourSegments(), name.legacy(), name.fourSegmentsAsIs())
        .distinct()
        .toList();
  }

  /** The names of the Nacos services in which instances with this document have an address. */
  public static SortedSet<String> names(MetadataDocument document) {
    SortedSet<String> names = new TreeSet<>();
    for (List<ServiceEntry> service : shown(document.services().values())) {
      ServiceEntry entry = service.get(0);
      names.addAll(isTriple(entry) ? List.of(names(entry).get(0)) : names(entry));
    }
    return Collections.unmodifiableSortedSet(names);
  }

  /**
   * Prepares what a service gets from a document.
   *
   * @param serviceName any name of a Nacos service, without the Nacos group
   * @param document what the instances serve
   */
  public static InterfaceUnfold of(String serviceName, MetadataDocument document) {
    String spelled = NacosSpelling.of(serviceName);
    List<ServiceEntry> named =
        document.services().values().stream()
            .filter(entry -> spelled.startsWith(NacosSpelling.of(entry.name()), PREFIX.length()))
            .filter(entry -> names(entry).contains(serviceName))
            .toList();
    return new InterfaceUnfold(
        shown(named).stream()
            .filter(
                service ->
                    !isTriple(service.get(0)) || names(service.get(0)).get(0).equals(serviceName))
            .map(service -> service.stream().map(entry -> Offer.of(entry, document)).toList())
            .toList());
  }

  /** Whether the service gets nothing from the document. */
  public boolean isEmpty() {
    return services.isEmpty();
  }

  /**
   * What the service gets from an instance.
   *
   * @param instance an instance with the document this was made for
   * @return its addresses, no two of one service at the same port; an address is as healthy and as
   *     enabled as the instance
   */
  public List<InterfaceAddress> addresses(ApplicationInstance instance) {
    List<InterfaceAddress> addresses = new ArrayList<>();
    for (List<Offer> service : services) {
      Set<Integer> taken = new HashSet<>();
      for (Offer offer : service) {
        int port = offer.port(instance);
        if (taken.add(port)) {
          addresses.add(new InterfaceAddress(port, offer.metadata(), offer.own(instance)));
        }
      }
    }
    return List.copyOf(addresses);
  }

  /** The losses on a server that takes names as {@link NameRules#NACOS_2} says. */
  static List<Loss> losses(ApplicationInstance instance, MetadataDocument document) {
    return losses(instance, document, NameRules.NACOS_2);
  }

  /**
   * What consumers of the interface level cannot use, or not all of them.
   *
   * @param instance an instance with the document
   * @param document what it serves
   * @param rules what the server takes that shows the result
   * @return at most one loss of each kind, with an example
   */
  public static List<Loss> losses(
      ApplicationInstance instance, MetadataDocument document, NameRules rules) {
    Collection<ServiceEntry> all = document.services().values();
    List<ServiceEntry> shown = shown(all).stream().flatMap(List::stream).toList();
    return Stream.of(
            loss(
                instance,
                Loss.Kind.TOO_LARGE,
                all.stream().filter(InterfaceUnfold::isTooLarge),
                "more than %d characters, not shown to interface-level consumers; shorten it"
                    .formatted(InterfaceFold.MAX_METADATA_CHARS)),
            loss(
                instance,
                Loss.Kind.BAD_SERVICE,
                all.stream()
                    .filter(entry -> !isTooLarge(entry))
                    .filter(entry -> refusal(entry, rules).isPresent()),
                "no valid service name at interface level: %s; change it in the provider's settings"
                    .formatted(
                        all.stream()
                            .flatMap(entry -> refusal(entry, rules).stream())
                            .findFirst()
                            .orElse(""))),
            loss(
                instance,
                Loss.Kind.TRIPLE_ONLY,
                shown.stream().filter(InterfaceUnfold::isTriple),
                "offered on Triple only, which Dubbo 2.x consumers do not support; offer the"
                    + " protocol 'dubbo' as well"),
            loss(
                instance,
                Loss.Kind.NEW_SERIALIZATION,
                shown.stream().filter(InterfaceUnfold::isNewSerializationOnly),
                "accepts only a serialization that Dubbo 2.x consumers do not support; remove"
                    + " 'serialization' from the provider's settings"),
            loss(
                instance,
                Loss.Kind.NEW_EXTENSION,
                shown.stream().filter(entry -> newExtensions(entry).findFirst().isPresent()),
                ("shown to interface-level consumers without %s, which older consumers do not"
                            + " support; set")
                        .formatted(
                            shown.stream()
                                .flatMap(InterfaceUnfold::newExtensions)
                                .findFirst()
                                .orElse(""))
                    + " it in consumers that support it"))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Loss> loss(
      ApplicationInstance instance, Loss.Kind kind, Stream<ServiceEntry> services, String what) {
    List<String> keys = services.map(ServiceEntry::serviceKey).distinct().toList();
    return keys.stream()
        .findFirst()
        .map(
            first ->
                new Loss(
                    kind,
                    instance.key().service(),
                    instance.ip() + ":" + instance.port(),
                    "%s%s: %s"
                        .formatted(
                            first.length() > MAX_EXAMPLE ? first.substring(0, MAX_EXAMPLE) : first,
                            keys.size() > 1 ? " and %d more".formatted(keys.size() - 1) : "",
                            what),
                    instance.application().name().value()));
  }

  /** {@link #of} and {@link #addresses} in one, for a single instance. */
  public static List<InterfaceAddress> unfold(
      String serviceName, ApplicationInstance instance, MetadataDocument document) {
    return of(serviceName, document).addresses(instance);
  }

  /**
   * The entries that are shown, by service, the preferred protocol first. What a server does not
   * take as a name is among them: nobody can ask it for that.
   */
  private static Collection<List<ServiceEntry>> shown(Collection<ServiceEntry> entries) {
    SortedMap<String, List<ServiceEntry>> services = new TreeMap<>();
    for (ServiceEntry entry : entries) {
      if (!isTooLarge(entry) && hasName(entry)) {
        services.computeIfAbsent(entry.serviceKey(), key -> new ArrayList<>()).add(entry);
      }
    }
    for (List<ServiceEntry> service : services.values()) {
      service.sort(PREFERENCE);
      if (!service.stream().allMatch(InterfaceUnfold::isTriple)) {
        service.removeIf(InterfaceUnfold::isTriple);
      }
    }
    return services.values();
  }

  private static boolean isTriple(ServiceEntry entry) {
    return entry.protocol().equals(TRIPLE);
  }

  private static boolean isNewSerializationOnly(ServiceEntry entry) {
    return NEW_SERIALIZATIONS.contains(entry.params().getOrDefault(MetadataKeys.SERIALIZATION, ""))
        && SINGLE_SERIALIZATION
            .matcher(entry.params().getOrDefault(MetadataKeys.RELEASE, ""))
            .matches();
  }

  private static Stream<String> newExtensions(ServiceEntry entry) {
    return entry.params().entrySet().stream()
        .filter(each -> NewerExtensions.isNoticed(each.getKey()))
        .filter(each -> NewerExtensions.isMissing(each.getKey(), each.getValue(), isTriple(entry)))
        .map(each -> "'" + each.getKey() + "=" + each.getValue() + "'");
  }

  /** Nobody could tell its parts from one another in the name of a service. */
  private static boolean hasName(ServiceEntry entry) {
    return CheckedNames.ofKey(entry.name(), entry.version(), entry.group()).isEmpty();
  }

  private static Optional<String> refusal(ServiceEntry entry, NameRules rules) {
    return CheckedNames.ofKey(entry.name(), entry.version(), entry.group())
        .or(
            () ->
                names(entry).stream()
                    .flatMap(name -> rules.refusal(NameUse.SERVICE, name).stream())
                    .findFirst());
  }

  private static boolean isTooLarge(ServiceEntry entry) {
    return entry.description().length() > InterfaceFold.MAX_METADATA_CHARS;
  }

  /**
   * One service on one protocol.
   *
   * @param port the port the document says; 0 or less when it says none
   * @param protocol the protocol
   * @param metadata what all instances have in common
   */
  private record Offer(int port, String protocol, SortedMap<String, String> metadata) {

    static Offer of(ServiceEntry entry, MetadataDocument document) {
      SortedMap<String, String> metadata = new TreeMap<>((Map<String, String>) entry.params());
      metadata.keySet().removeAll(INTERNAL);
      metadata.putIfAbsent(MetadataKeys.APPLICATION, document.application().value());
      metadata.putIfAbsent(MetadataKeys.DUBBO, DUBBO_VERSION);
      metadata.put(MetadataKeys.SIDE, "provider");
      metadata.put(MetadataKeys.CATEGORY, InterfaceServiceName.PROVIDERS);
      metadata.put(MetadataKeys.PROTOCOL, entry.protocol());
      metadata.put(MetadataKeys.PATH, entry.path());
      metadata.put(MetadataKeys.INTERFACE, entry.name());
      putOrRemove(metadata, MetadataKeys.VERSION, entry.version());
      putOrRemove(metadata, MetadataKeys.GROUP, entry.group());
      if (metadata.getOrDefault(MetadataKeys.RELEASE, "").startsWith(RELEASES_OF_GO)) {
        // Where none is set; consumers in Java would call every other provider, and never this one.
        metadata.remove(MetadataKeys.WEIGHT, "0");
      }
      if (!isNewSerializationOnly(entry)) {
        metadata.computeIfPresent(
            MetadataKeys.SERIALIZATION,
            (key, value) -> NEW_SERIALIZATIONS.contains(value) ? null : value);
      }
      metadata
          .entrySet()
          .removeIf(
              each -> NewerExtensions.isMissing(each.getKey(), each.getValue(), isTriple(entry)));
      metadata.put(MetadataKeys.DERIVED, Origin.NATIVE_APPLICATION.label());
      return new Offer(entry.port(), entry.protocol(), Collections.unmodifiableSortedMap(metadata));
    }

    private static void putOrRemove(Map<String, String> metadata, String key, String value) {
      if (value.isEmpty()) {
        metadata.remove(key);
      } else {
        metadata.put(key, value);
      }
    }

    int port(ApplicationInstance instance) {
      if (port >= 1 && port <= 65535) {
        return port;
      }
      return instance.endpoints().stream()
          .filter(endpoint -> endpoint.protocol().equals(protocol))
          .findFirst()
          .map(Endpoint::port)
          .orElse(instance.port());
    }

    /** A consumer takes a value of the instance where the document has none or an empty one. */
    SortedMap<String, String> own(ApplicationInstance instance) {
      SortedMap<String, String> own = new TreeMap<>();
      instance
          .attributes()
          .forEach(
              (key, value) -> {
                if (!FIELDS.contains(key)
                    && metadata.getOrDefault(key, "").isEmpty()
                    && !NewerExtensions.isMissing(key, value, protocol.equals(TRIPLE))) {
                  own.put(key, value);
                }
              });
      if (instance.origin() != Origin.NATIVE_APPLICATION) {
        own.put(MetadataKeys.DERIVED, instance.origin().label());
      }
      return Collections.unmodifiableSortedMap(own);
    }
  }
}
