package io.landbridge.dubbo;

import io.landbridge.dubbo.ApplicationFoldResult.Found;
import io.landbridge.dubbo.DocumentAddress.AtProvider;
import io.landbridge.dubbo.DocumentAddress.InConfiguration;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.Endpoint;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NameRules;
import io.landbridge.model.Origin;
import io.landbridge.model.ServiceKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads application-level registrations as Dubbo 3 makes them: one instance per process, in the
 * service named after the application, with the revision of a document that is somewhere else.
 *
 * <p>The result depends on the set of registrations only, not on their order. Safe for use from any
 * thread if the reader of the JSON is.
 */
public final class ApplicationFold {

  /** What tells an instance of an application from whatever else is in a service of that name. */
  private static final Set<String> MARKS =
      Set.of(
          MetadataKeys.REVISION,
          MetadataKeys.EXPORTED_SERVICES_REVISION,
          MetadataKeys.ENDPOINTS,
          MetadataKeys.METADATA_SERVICE_PARAMS,
          MetadataKeys.METADATA_SERVICE_URLS);

  /**
   * Keys that say how to read the registration, not what the process is like: Dubbo's own, and
   * those with which a Nacos client sets up its heartbeat.
   */
  private static final Pattern PLUMBING =
      Pattern.compile(
          "dubbo\\.(metadata|metadata-service|exported-services|subscribed-services)\\..*"
              + "|dubbo\\.endpoints"
              + "|meta-v|registry\\.id|preserved\\..*");

  /** Dubbo 2.7 writes its hashes in upper case, Dubbo 3 in lower case. */
  private static final Pattern HASH_OF_27 = Pattern.compile("(?=.*[A-F])[0-9A-F]{32}");

  /**
   * What dubbo-go before 3.3.2 calls a revision: a sum of checksums of interfaces and methods, in
   * decimal.
   */
  private static final Pattern SUM_OF_GO = Pattern.compile("[0-9]{2,20}");

  private static final String REMOTE = "remote";
  private static final String DUBBO = "dubbo";
  private static final String ID = "id";
  private static final String FIRST_VERSION = "1.0.0";

  private final InstanceJson json;
  private final NameRules names;

  /**
   * Makes the fold.
   *
   * @param json reads the texts in the metadata
   * @param names what the server takes that has the documents
   */
  public ApplicationFold(InstanceJson json, NameRules names) {
    this.json = Objects.requireNonNull(json, "json");
    this.names = Objects.requireNonNull(names, "names");
  }

  /** Makes the fold for a server that takes names as {@link NameRules#NACOS_2} says. */
  public ApplicationFold(InstanceJson json) {
    this(json, NameRules.NACOS_2);
  }

  /** What the server takes that shows the result. */
  public NameRules names() {
    return names;
  }

  /**
   * Whether an instance that is natively in the service of an application is there for others than
   * Dubbo's consumers. Dubbo writes at least one of its keys to its own; Spring Cloud says who it
   * is, or leaves the addresses of its metadata service, or is known by having none of that.
   *
   * @param metadata of the instance
   */
  public static boolean isForeign(Map<String, String> metadata) {
    return !metadata.containsKey(MetadataKeys.DERIVED)
        && (MetadataKeys.SPRING_CLOUD.equals(metadata.get(MetadataKeys.REGISTER_SOURCE))
            || metadata.containsKey(MetadataKeys.METADATA_SERVICE_URLS)
            || !isMarked(metadata));
  }

  /**
   * Folds registrations.
   *
   * @param registrations any instances; those of services with a name of Dubbo's interface level
   *     (which {@link InterfaceFold} reports), those marked as derived and those without a key of
   *     Dubbo's application level are passed over in silence
   * @return instances and everything that could not be carried over
   */
  public ApplicationFoldResult fold(Collection<Registration> registrations) {
    List<Loss> losses = new ArrayList<>();
    SortedMap<InstanceKey, Found> found = new TreeMap<>();
    registrations.stream()
        .filter(ApplicationFold::isApplicationLevel)
        .sorted(InterfaceFold.ORDER)
        .forEach(
            registration -> {
              try {
                add(found, read(registration), losses);
              } catch (Unreadable e) {
                losses.add(e.loss(registration));
              }
            });
    return new ApplicationFoldResult(List.copyOf(found.values()), losses);
  }

  /**
   * Whether metadata are those of an application-level registration, be it in a format that can be
   * translated or in one that can only be reported.
   *
   * @param metadata the metadata of an instance in a service whose name is not one of Dubbo's
   *     interface level
   */
  public static boolean isMarked(Map<String, ?> metadata) {
    return MARKS.stream().anyMatch(metadata::containsKey);
  }

  private static boolean isApplicationLevel(Registration registration) {
    Map<String, String> metadata = registration.metadata();
    return isMarked(metadata)
        && !metadata.containsKey(MetadataKeys.DERIVED)
        && !InterfaceServiceName.isOfInterfaceLevel(registration.service().name());
  }

  /**
   * Whether an application-level registration is in a service of the interface level: its
   * application is called like one.
   */
  static boolean isMisplaced(Registration registration) {
    return isMarked(registration.metadata())
        && !registration.metadata().containsKey(MetadataKeys.INTERFACE)
        && InterfaceServiceName.isOfInterfaceLevel(registration.service().name());
  }

  private static void add(SortedMap<InstanceKey, Found> found, Found one, List<Loss> losses) {
    ApplicationInstance instance = one.instance();
    Found other = found.get(instance.key());
    if (other != null && !isTwin(one, other)) {
      losses.add(
          new Loss(
              Loss.Kind.CONFLICT,
              instance.key().service(),
              instance.ip() + ":" + instance.port(),
              "two processes claim this address; the healthy, newer one is shown",
              instance.application().name().value()));
    }
    if (other == null || InterfaceFold.PREFERENCE.compare(instance, other.instance()) > 0) {
      found.put(instance.key(), one);
    }
  }

  /** A provider may register twice, once to stay. */
  private static boolean isTwin(Found one, Found other) {
    return one.document().equals(other.document())
        && one.instance().asEphemeral().equals(other.instance().asEphemeral());
  }

  private Found read(Registration registration) throws Unreadable {
    Map<String, String> metadata = registration.metadata();
    if (registration.isTooLarge()) {
      throw new Unreadable(
          Loss.Kind.TOO_LARGE,
          "the metadata has %d characters, and the maximum is %d; shorten the metadata"
              .formatted(registration.metadataChars(), InterfaceFold.MAX_METADATA_CHARS));
    }
    if (!isPort(registration.port())) {
      throw new Unreadable(
          Loss.Kind.BAD_PORT,
          "port " + registration.port() + " cannot be called; correct the registration");
    }
    Map<String, String> metadataService = metadataService(metadata);
    checkGeneration(metadata, metadataService);
    MetadataRevision revision = revision(metadata);
    ApplicationKey application = application(registration.service());
    return new Found(
        new ApplicationInstance(
            application,
            registration.service().group(),
            registration.ip(),
            registration.port(),
            endpoints(registration, metadataService),
            registration.cluster(),
            registration.healthy(),
            registration.isTaken(),
            registration.ephemeral(),
            revision,
            attributes(registration),
            Origin.NATIVE_APPLICATION),
        document(registration, application, revision, metadataService));
  }

  private Map<String, String> metadataService(Map<String, String> metadata) throws Unreadable {
    String text = metadata.getOrDefault(MetadataKeys.METADATA_SERVICE_PARAMS, "");
    return text.isBlank()
        ? Map.of()
        : json.parameters(text).orElseThrow(ApplicationFold::badMetadataService);
  }

  private static void checkGeneration(
      Map<String, String> metadata, Map<String, String> metadataService) throws Unreadable {
    if (metadata.containsKey(MetadataKeys.METADATA_SERVICE_URLS)) {
      throw new Unreadable(
          Loss.Kind.OLDER_FORMAT,
          "registered by Spring Cloud Alibaba, not by Dubbo 3: the instance's port is not Dubbo's");
    }
    String revision = metadata.getOrDefault(MetadataKeys.REVISION, "");
    boolean byProtocol =
        !metadataService.isEmpty() && metadataService.values().stream().allMatch(String::isEmpty);
    // With remote metadata Dubbo 2.7 writes neither a revision nor whom to ask.
    boolean byNothing = !metadata.containsKey(MetadataKeys.REVISION) && metadataService.isEmpty();
    if (byProtocol
        || byNothing
        || HASH_OF_27.matcher(revision).matches()
        || (revision.isBlank() && metadata.containsKey(MetadataKeys.EXPORTED_SERVICES_REVISION))) {
      throw new Unreadable(
          Loss.Kind.OLDER_FORMAT,
          "registered in the application format of Dubbo 2.7, which Dubbo 3 consumers do not read;"
              + " remove 'registry-type=service' from the provider's registry address");
    }
  }

  private static MetadataRevision revision(Map<String, String> metadata) throws Unreadable {
    String revision = metadata.getOrDefault(MetadataKeys.REVISION, "");
    if (revision.equals(MetadataDocument.EMPTY.value())) {
      throw new Unreadable(
          Loss.Kind.NO_SERVICES,
          "revision 0: the instance offers no services, and consumers ignore it");
    }
    if (SUM_OF_GO.matcher(revision).matches()) {
      throw new Unreadable(
          Loss.Kind.UNPROVEN_REVISION,
          "registered by dubbo-go before 3.3.2, whose revision does not cover parameters and ports,"
              + " so a document cannot be verified; update it, or let the provider register its"
              + " interfaces as well");
    }
    try {
      return new MetadataRevision(revision);
    } catch (IllegalArgumentException e) {
      throw new Unreadable(Loss.Kind.BAD_REVISION, e.getMessage() + "; correct the registration");
    }
  }

  private ApplicationKey application(ServiceKey service) throws Unreadable {
    Optional<RefusedName> refusal =
        CheckedNames.ofApplication(service.namespace(), service.name(), names);
    if (refusal.isPresent()) {
      throw new Unreadable(refusal.get().kind(), refusal.get().detail());
    }
    return new ApplicationKey(service.namespace(), new ApplicationName(service.name()));
  }

  private List<Endpoint> endpoints(Registration registration, Map<String, String> metadataService)
      throws Unreadable {
    String text = registration.metadata().getOrDefault(MetadataKeys.ENDPOINTS, "");
    List<Endpoint> listed =
        text.isBlank()
            ? List.of()
            : json.endpoints(text).orElseThrow(ApplicationFold::badEndpoints);
    if (!listed.stream().allMatch(each -> isProtocol(each.protocol()))) {
      throw badEndpoints();
    }
    String protocol = metadataService.getOrDefault(MetadataKeys.PROTOCOL, "");
    return listed.isEmpty()
        ? List.of(new Endpoint(registration.port(), isProtocol(protocol) ? protocol : DUBBO))
        : listed;
  }

  /** As a consumer finds it: anything but {@code remote} means that the provider is asked. */
  private static DocumentAddress document(
      Registration registration,
      ApplicationKey application,
      MetadataRevision revision,
      Map<String, String> metadataService)
      throws Unreadable {
    if (REMOTE.equals(registration.metadata().get(MetadataKeys.STORAGE_TYPE))) {
      return new InConfiguration(application, revision);
    }
    if (metadataService.isEmpty()) {
      return new AtProvider(
          application,
          revision,
          registration.ip(),
          registration.port(),
          DUBBO,
          FIRST_VERSION,
          NacosSpelling.hostOf(registration.client()));
    }
    String port = metadataService.getOrDefault("port", "");
    String protocol = metadataService.getOrDefault(MetadataKeys.PROTOCOL, "");
    if (!port.matches("[0-9]{1,5}") || !isPort(Integer.parseInt(port)) || !isProtocol(protocol)) {
      throw badMetadataService();
    }
    return new AtProvider(
        application,
        revision,
        registration.ip(),
        Integer.parseInt(port),
        protocol,
        metadataService.getOrDefault(MetadataKeys.VERSION, FIRST_VERSION),
        NacosSpelling.hostOf(registration.client()));
  }

  private static boolean isPort(int port) {
    return port >= 1 && port <= 65535;
  }

  private static boolean isProtocol(String text) {
    return Offer.PROTOCOL_NAME.matcher(text).matches();
  }

  private static SortedMap<String, String> attributes(Registration registration) {
    SortedMap<String, String> attributes = new TreeMap<>(registration.metadata());
    attributes.keySet().removeIf(key -> PLUMBING.matcher(key).matches());
    // What dubbo-go knows an instance by.
    attributes.remove(ID, registration.address());
    return attributes;
  }

  private static Unreadable badMetadataService() {
    return new Unreadable(
        Loss.Kind.BAD_METADATA_SERVICE,
        "'%s' has no port and protocol; correct the registration"
            .formatted(MetadataKeys.METADATA_SERVICE_PARAMS));
  }

  private static Unreadable badEndpoints() {
    return new Unreadable(
        Loss.Kind.BAD_ENDPOINTS,
        "'%s' is not a list of ports and protocols; correct the registration"
            .formatted(MetadataKeys.ENDPOINTS));
  }

  /** Why a registration is left out. */
  private static final class Unreadable extends Exception {

    private static final long serialVersionUID = 1L;

    private final Loss.Kind kind;

    Unreadable(Loss.Kind kind, String detail) {
      // Control flow only: nobody looks at its stack.
      super(detail, null, false, false);
      this.kind = kind;
    }

    Loss loss(Registration registration) {
      return new Loss(
          kind,
          registration.service(),
          registration.address(),
          String.valueOf(getMessage()),
          registration.service().name());
    }
  }
}
