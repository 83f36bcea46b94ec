package io.landbridge.dubbo;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.Endpoint;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.LogText;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NameRules;
import io.landbridge.model.Origin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Turns interface-level registrations into application instances: one per process, with the
 * document that describes what the process serves.
 *
 * <p>Registrations belong to one process when they name the same application, Nacos group, cluster
 * and ip, and came over the same connection; where the registry knows no connections (1.x HTTP),
 * when they carry the same process id; where there is none, when they share the port. What comes
 * over several connections is of one process all the same where {@link ProcessParts} finds that it
 * has one address, process id and start. Should two of them offer the same service on the same
 * protocol at different ports (two containers on one host network, each with process id 1), they
 * are told apart by port after all.
 *
 * <p>A process is of a legacy cluster only if all its registrations are: a 1.x client whose list
 * names servers of both clusters registers some of its services in each.
 *
 * <p>The result depends on the set of registrations only, not on their order.
 */
public final class InterfaceFold {

  /** The largest sum of key and value lengths, in characters, that is still translated. */
  public static final int MAX_METADATA_CHARS = 64 * 1024;

  /** Values of one process that Dubbo keeps out of a document and with the instance instead. */
  private static final Set<String> INSTANCE_KEYS =
      Set.of(MetadataKeys.TIMESTAMP, "heartbeat.timeout", "ipv6");

  /**
   * Which endpoint Dubbo 3 registers an application with, unless told otherwise: that of its own
   * protocol, else that of the protocol whose name comes first.
   */
  private static final Comparator<Endpoint> FIRST =
      Comparator.<Endpoint, Boolean>comparing(endpoint -> !endpoint.protocol().equals("dubbo"))
          .thenComparing(Endpoint::protocol)
          .thenComparing(Endpoint::port);

  static final Comparator<Registration> ORDER =
      Comparator.comparing(Registration::service)
          .thenComparing(Registration::ip)
          .thenComparingInt(Registration::port)
          .thenComparing(Registration::client)
          .thenComparing(Registration::cluster)
          .thenComparing(Registration::healthy)
          .thenComparing(Registration::enabled)
          .thenComparing(Registration::ephemeral)
          .thenComparing(registration -> new TreeMap<>(registration.metadata()).toString());

  /**
   * Which of two processes at one address counts. One that is registered in this cluster is shown
   * before one of a legacy cluster. A provider that was killed and started again is seen twice
   * until the server notices that the first connection is dead.
   */
  static final Comparator<ApplicationInstance> PREFERENCE =
      Comparator.<ApplicationInstance, Boolean>comparing(instance -> !isImported(instance))
          .thenComparing(ApplicationInstance::healthy)
          .thenComparing(ApplicationInstance::enabled)
          .thenComparing(InterfaceFold::startTime, InterfaceFold::compareTimes)
          .thenComparing(ApplicationInstance::ephemeral);

  private InterfaceFold() {}

  /** Folds registrations for a server that takes names as {@link NameRules#NACOS_2} says. */
  public static FoldResult fold(Collection<Registration> registrations) {
    return fold(registrations, NameRules.NACOS_2);
  }

  /**
   * Folds registrations.
   *
   * @param registrations any instances; those of services that are not {@code providers:} and those
   *     marked as derived are passed over in silence, unless an application is called like a
   *     service of this level
   * @param names what the server takes that shows the result
   * @return instances, documents and everything that could not be carried over
   */
  public static FoldResult fold(Collection<Registration> registrations, NameRules names) {
    List<Loss> losses = new ArrayList<>();
    SortedMap<InstanceKey, ApplicationInstance> instances = new TreeMap<>();
    SortedMap<MetadataRevision, MetadataDocument> documents = new TreeMap<>();
    for (List<Offer> process : ProcessParts.joined(parts(registrations, names, losses))) {
      MetadataDocument document = document(process, losses);
      ApplicationInstance instance = instance(process, document.revision());
      ApplicationInstance other = instances.get(instance.key());
      if (other != null
          && isImported(other) == isImported(instance)
          && !other.asEphemeral().equals(instance.asEphemeral())) {
        Offer first = process.get(0);
        losses.add(
            new Loss(
                Loss.Kind.CONFLICT,
                first.registration().service(),
                first.registration().address(),
                "two processes of %s claim this address; the healthy, newer one is shown"
                    .formatted(first.application()),
                first.application().value()));
      }
      if (other == null || PREFERENCE.compare(instance, other) > 0) {
        instances.put(instance.key(), instance);
      }
      documents.put(instance.revision(), document);
    }
    documents.keySet().retainAll(revisions(instances.values()));
    return new FoldResult(List.copyOf(instances.values()), documents, losses);
  }

  /**
   * Returns the instances that these registrations are a part of, as far as they came over
   * connections and say of which process and start they are. Whoever folds one of them needs what
   * came over all other connections, to whichever members, that are a part of it.
   *
   * @param registrations any instances
   * @param names what the server takes that shows the result
   */
  public static Set<InstanceKey> connected(
      Collection<Registration> registrations, NameRules names) {
    return ProcessParts.identified(
        parts(
            registrations.stream().filter(each -> !each.client().isEmpty()).toList(),
            names,
            new ArrayList<>()));
  }

  private static List<List<Offer>> parts(
      Collection<Registration> registrations, NameRules names, List<Loss> losses) {
    Map<ProcessKey, List<Offer>> processes = new LinkedHashMap<>();
    registrations.stream()
        .sorted(ORDER)
        .forEach(
            registration ->
                Offer.read(registration, names, losses)
                    .ifPresent(
                        offer ->
                            processes
                                .computeIfAbsent(ProcessKey.of(offer), key -> new ArrayList<>())
                                .add(offer)));
    return processes.values().stream().flatMap(offers -> apart(offers).stream()).toList();
  }

  /**
   * What a registration says by itself that cannot be carried over, as folding it alone would find.
   */
  public static List<Loss> losses(Registration registration, NameRules names) {
    List<Loss> losses = new ArrayList<>();
    Offer.read(registration, names, losses);
    return losses;
  }

  /** Splits what looked like one process by port when it offers one service at two ports. */
  private static Collection<List<Offer>> apart(List<Offer> offers) {
    Map<String, Integer> ports = new LinkedHashMap<>();
    for (Offer offer : offers) {
      Integer port = ports.putIfAbsent(offer.entry().matchKey(), offer.registration().port());
      if (port != null && port != offer.registration().port()) {
        SortedMap<Integer, List<Offer>> byPort = new TreeMap<>();
        offers.forEach(
            each ->
                byPort
                    .computeIfAbsent(each.registration().port(), key -> new ArrayList<>())
                    .add(each));
        return byPort.values();
      }
    }
    return List.of(offers);
  }

  private static MetadataDocument document(List<Offer> process, List<Loss> losses) {
    // A consumer drops a disabled provider before anything else, so a service that is disabled
    // must not be in the document, unless nothing else is left and the whole instance is disabled.
    List<Offer> shown = process.stream().filter(Offer::enabled).toList();
    SortedMap<String, ServiceEntry> services = new TreeMap<>();
    for (Offer offer : shown.isEmpty() ? process : shown) {
      ServiceEntry entry = offer.entry();
      ServiceEntry other = services.putIfAbsent(entry.matchKey(), entry);
      if (other != null && !other.equals(entry)) {
        losses.add(
            new Loss(
                Loss.Kind.CONFLICT,
                offer.registration().service(),
                offer.registration().address(),
                "the process registers %s twice with different parameters"
                    .formatted(LogText.of(entry.matchKey())),
                offer.application().value()));
      }
    }
    return new MetadataDocument(process.get(0).application(), services);
  }

  private static ApplicationInstance instance(List<Offer> process, MetadataRevision revision) {
    List<Endpoint> endpoints =
        process.stream()
            .map(offer -> new Endpoint(offer.registration().port(), offer.entry().protocol()))
            .sorted()
            .distinct()
            .toList();
    Endpoint first = first(endpoints);
    Registration sample = process.get(0).registration();
    SortedMap<String, String> attributes = new TreeMap<>();
    for (Offer offer : process) {
      for (String key : INSTANCE_KEYS) {
        String value = offer.registration().metadata().get(key);
        if (value != null) {
          attributes.merge(key, value, InterfaceFold::earlier);
        }
      }
    }
    return new ApplicationInstance(
        new ApplicationKey(sample.service().namespace(), process.get(0).application()),
        sample.service().group(),
        sample.ip(),
        first.port(),
        endpoints,
        sample.cluster(),
        process.stream().anyMatch(offer -> offer.registration().healthy()),
        process.stream().anyMatch(Offer::enabled),
        process.stream().anyMatch(offer -> offer.registration().ephemeral()),
        revision,
        attributes,
        process.stream().allMatch(offer -> offer.registration().imported())
            ? Origin.LEGACY_CLUSTER
            : Origin.NATIVE_INTERFACE);
  }

  /** The endpoint that an application is known by. */
  private static Endpoint first(Collection<Endpoint> endpoints) {
    return endpoints.stream().min(FIRST).orElseThrow();
  }

  /** The port of the endpoint that a process, or a part of one, is known by. */
  static int port(Collection<Offer> process) {
    return first(
            process.stream()
                .map(offer -> new Endpoint(offer.registration().port(), offer.entry().protocol()))
                .toList())
        .port();
  }

  private static boolean isImported(ApplicationInstance instance) {
    return instance.origin() == Origin.LEGACY_CLUSTER;
  }

  /** Start times differ by milliseconds from service to service; the process started first. */
  private static String earlier(String one, String other) {
    return compareTimes(one, other) <= 0 ? one : other;
  }

  private static String startTime(ApplicationInstance instance) {
    return instance.attributes().getOrDefault(MetadataKeys.TIMESTAMP, "");
  }

  /**
   * Compares two values of {@code timestamp}: decimal numbers of any length; anything else somehow,
   * but always the same way.
   */
  public static int compareTimes(String one, String other) {
    int byLength = Integer.compare(one.length(), other.length());
    return byLength != 0 ? byLength : one.compareTo(other);
  }

  private static Set<MetadataRevision> revisions(Collection<ApplicationInstance> instances) {
    return instances.stream().map(ApplicationInstance::revision).collect(Collectors.toSet());
  }

  private record ProcessKey(
      ApplicationName application,
      String namespace,
      String group,
      String cluster,
      String ip,
      String identity) {

    static ProcessKey of(Offer offer) {
      Registration registration = offer.registration();
      String pid = registration.metadata().getOrDefault(MetadataKeys.PID, "");
      String identity =
          !registration.client().isEmpty()
              ? "connection " + registration.client()
              : pid.isEmpty() ? "port " + registration.port() : "pid " + pid;
      return new ProcessKey(
          offer.application(),
          registration.service().namespace().value(),
          registration.service().group(),
          registration.cluster(),
          registration.ip(),
          identity);
    }
  }
}
