package io.landbridge.migrate.bridge;

import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.model.ImportedSize;
import io.landbridge.model.LogText;
import io.landbridge.model.NameRules;
import io.landbridge.model.NameUse;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.diff.Difference;
import io.landbridge.registry.diff.Difference.Field;
import io.landbridge.registry.diff.ServiceDiff;
import io.landbridge.registry.diff.ServiceDigest;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyInstance;
import io.landbridge.registry.plugin.PluginBridgeDifference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Both clusters, read from outside and compared by content, whatever the bridge itself believes:
 * what is registered in this cluster and what its clients are shown, against what is registered in
 * the legacy one. Holds the names of all services and the content of one at a time.
 */
public final class ContentComparison {

  private static final int PROGRESS = 500;

  private final Registry here;
  private final LegacyCluster there;
  private final String origin;
  private final Consumer<String> progress;

  /** What could not be compared, by what is refused. */
  private final SortedMap<ServiceKey, PluginBridgeDifference> unread = new TreeMap<>();

  /** The same of whole namespaces, by their ids as they may be shown. */
  private final SortedMap<String, PluginBridgeDifference> unreadNamespaces = new TreeMap<>();

  /**
   * Creates a ContentComparison.
   *
   * @param here this cluster
   * @param there the legacy cluster
   * @param origin what marks this cluster's exports; those of other clusters are left out
   * @param progress gets a line of text now and then
   */
  public ContentComparison(
      Registry here, LegacyCluster there, String origin, Consumer<String> progress) {
    this.here = here;
    this.there = there;
    this.origin = origin;
    this.progress = progress;
  }

  /** Every service either cluster has, sorted. */
  public SortedSet<ServiceKey> services() throws RegistryException {
    Namespaces theirs = there.namespaces();
    theirs.unusable().forEach((each, why) -> unread(each, "not compared", "listed", why, true));
    Namespaces ours = here.namespaces().orElse(Namespaces.NONE).and(here.used());
    ours.unusable().forEach((each, why) -> unread(each, "listed", "not compared", why, true));
    SortedSet<NamespaceId> namespaces = new TreeSet<>(theirs.ids());
    namespaces.addAll(ours.ids());
    SortedSet<ServiceKey> services = new TreeSet<>();
    for (NamespaceId namespace : namespaces) {
      progress.accept("listing the services of " + namespace);
      Set<ServiceKey> listed = new HashSet<>();
      if (lists(namespace, false, () -> listThere(namespace, listed))
          && lists(namespace, true, () -> listHere(namespace, listed))) {
        services.addAll(listed);
      }
    }
    return services;
  }

  private interface Listing {
    void read() throws RegistryException;
  }

  private void listThere(NamespaceId namespace, Set<ServiceKey> into) throws RegistryException {
    for (RegisteredService each : there.services(namespace)) {
      each.refusal()
          .ifPresentOrElse(
              why -> unread(each.key(), "service", "not imported", "listed", why, true),
              () -> into.add(each.key()));
    }
  }

  private void listHere(NamespaceId namespace, Set<ServiceKey> into) throws RegistryException {
    here.services(namespace).forEach(each -> into.add(each.key()));
  }

  /** Names a namespace that a cluster does not tell of: nothing in it can be compared. */
  private boolean lists(NamespaceId namespace, boolean ours, Listing listing)
      throws RegistryException {
    try {
      listing.read();
      return true;
    } catch (RegistryException e) {
      if (!e.concernsOne() || e.kind() == RegistryException.Kind.INCOMPLETE) {
        throw e;
      }
      unread(
          namespace.value(),
          ours ? "refused" : "not compared",
          ours ? "listed" : "refused",
          "not compared: " + e.what(),
          ours && refusesHere(NameUse.NAMESPACE, namespace.value()));
      return false;
    }
  }

  /** Whether the servers of this cluster refuse a name for what it is. */
  private boolean refusesHere(NameUse use, String name) {
    return !NameRules.of(here.server().version()).takes(use, name);
  }

  /** Whether one of the clusters refuses a service for its name: the other one shows it alone. */
  private boolean isRefusedByName(ServiceKey service) {
    return refusesHere(NameUse.SERVICE, service.name())
        || refusesHere(NameUse.NACOS_GROUP, service.group())
        || refusalThere(service).isPresent();
  }

  private void unread(
      ServiceKey service,
      String field,
      String ours,
      String theirs,
      String reason,
      boolean lasting) {
    unread.put(
        service,
        new PluginBridgeDifference(
            service.namespace().value(),
            service.group(),
            service.name(),
            "",
            "",
            0,
            field,
            ours,
            theirs,
            // Our own reasons hold calls, of which an end may not be missing.
            LogText.printable(reason),
            lasting));
  }

  private void unread(
      String namespace, String ours, String theirs, String reason, boolean lasting) {
    String shown = LogText.of(namespace);
    unreadNamespaces.put(
        shown,
        new PluginBridgeDifference(
            shown, "", "", "", "", 0, "namespace", ours, theirs, LogText.of(reason), lasting));
  }

  /**
   * Services and namespaces that were not compared so far because a cluster refuses their name or
   * cannot be asked for them, sorted, namespaces first.
   */
  public List<PluginBridgeDifference> unread() {
    return Stream.concat(unreadNamespaces.values().stream(), unread.values().stream()).toList();
  }

  /** Those of the services whose content is not the same now, sorted. */
  public SortedSet<ServiceKey> differing(Collection<ServiceKey> services) throws RegistryException {
    SortedSet<ServiceKey> differing = new TreeSet<>();
    boolean answered = false;
    int done = 0;
    for (ServiceKey service : services) {
      if (done++ % PROGRESS == 0) {
        progress.accept("comparing service %d of %d".formatted(done, services.size()));
      }
      try {
        List<RegisteredInstance> theirs = theirs(service);
        List<RegisteredInstance> ours = ours(service, theirs);
        if (!ServiceDigest.of(ours).equals(ServiceDigest.of(comparable(theirs, ours)))) {
          differing.add(service);
        }
        answered = true;
      } catch (RegistryException e) {
        if (!e.concernsOne() || (!answered && e.kind() != RegistryException.Kind.REFUSED)) {
          throw e;
        }
        notCompared(service, e);
      }
    }
    return differing;
  }

  private void notCompared(ServiceKey service, RegistryException failure) {
    unread(
        service,
        "service",
        "not compared",
        "not compared",
        LogText.of(failure.what()),
        isRefusedByName(service));
  }

  /**
   * In what these services differ now, what stays so at the end.
   *
   * @param most how many differences are wanted; what is found beyond that is left out, what stays
   *     so first
   */
  public List<PluginBridgeDifference> differences(Collection<ServiceKey> services, int most)
      throws RegistryException {
    List<PluginBridgeDifference> differences = new ArrayList<>();
    List<PluginBridgeDifference> lasting = new ArrayList<>();
    for (ServiceKey service : services) {
      if (differences.size() >= most) {
        break;
      }
      try {
        List<RegisteredInstance> theirs = theirs(service);
        List<RegisteredInstance> ours = ours(service, theirs);
        for (Difference each : ServiceDiff.of(ours, comparable(theirs, ours))) {
          PluginBridgeDifference told = told(service, each, theirs);
          (told.lasting() ? lasting : differences).add(told);
        }
      } catch (RegistryException e) {
        if (!e.concernsOne()) {
          throw e;
        }
        // Whoever told of it at the first look need not do so at the second.
        notCompared(service, e);
      }
    }
    Map<Boolean, List<PluginBridgeDifference>> unread =
        unread().stream().collect(Collectors.partitioningBy(PluginBridgeDifference::lasting));
    return Stream.of(
            unread.getOrDefault(false, List.of()),
            differences,
            unread.getOrDefault(true, List.of()),
            lasting)
        .flatMap(List::stream)
        .limit(most)
        .toList();
  }

  private List<RegisteredInstance> theirs(ServiceKey service) throws RegistryException {
    return there.instances(service).instances().stream()
        .map(LegacyInstance::seen)
        .filter(each -> ExportMark.originOf(each.metadata()).orElse(origin).equals(origin))
        .toList();
  }

  /** What is registered here, and what else clients are shown that is not derived. */
  private List<RegisteredInstance> ours(ServiceKey service, List<RegisteredInstance> theirs)
      throws RegistryException {
    List<RegisteredInstance> registered =
        here.instances(service).stream().filter(each -> !isDerived(each)).toList();
    Set<String> clusters =
        Stream.concat(theirs.stream(), registered.stream())
            .map(RegisteredInstance::cluster)
            .collect(Collectors.toSet());
    Set<String> known =
        registered.stream().map(RegisteredInstance::address).collect(Collectors.toSet());
    List<RegisteredInstance> ours = new ArrayList<>(registered);
    here.lookup(service, clusters).stream()
        .filter(each -> !known.contains(each.address()))
        .filter(each -> !isDerived(each))
        .forEach(ours::add);
    return ours;
  }

  /** Without those that are disabled there and imported, which nobody is shown anywhere. */
  private static List<RegisteredInstance> comparable(
      List<RegisteredInstance> theirs, List<RegisteredInstance> ours) {
    Set<String> known = new HashSet<>();
    ours.forEach(each -> known.add(each.address()));
    return theirs.stream()
        .filter(each -> each.enabled() || known.contains(each.address()) || isExport(each))
        .toList();
  }

  /** What is derived is in no legacy cluster. */
  private static boolean isDerived(RegisteredInstance instance) {
    return instance.metadata().containsKey(MetadataKeys.DERIVED);
  }

  private static boolean isExport(RegisteredInstance instance) {
    return ExportMark.originOf(instance.metadata()).isPresent();
  }

  private static PluginBridgeDifference told(
      ServiceKey service, Difference difference, List<RegisteredInstance> theirs) {
    int colon = difference.address().lastIndexOf(':');
    boolean exported =
        theirs.stream()
            .anyMatch(each -> each.address().equals(difference.address()) && isExport(each));
    boolean persistent =
        theirs.stream()
            .anyMatch(each -> each.address().equals(difference.address()) && !each.ephemeral());
    String field = difference.field().name().toLowerCase(Locale.ROOT);
    Optional<String> refusal = refusal(service, difference, theirs);
    return new PluginBridgeDifference(
        service.namespace().value(),
        service.group(),
        service.name(),
        "",
        difference.address().substring(0, colon),
        Integer.parseInt(difference.address().substring(colon + 1)),
        difference.key().isEmpty() ? field : field + " " + difference.key(),
        difference.here(),
        difference.there(),
        refusal.orElseGet(() -> reason(difference, exported, persistent)),
        refusal.isPresent());
  }

  /** Why one of the clusters can never have an instance that the other one has. */
  private static Optional<String> refusal(
      ServiceKey service, Difference difference, List<RegisteredInstance> theirs) {
    if (difference.field() != Field.INSTANCE) {
      return Optional.empty();
    }
    if (difference.there().isEmpty()) {
      return refusalThere(service).map(why -> "cannot be exported: " + why);
    }
    return theirs.stream()
        .filter(each -> each.address().equals(difference.address()))
        .flatMap(each -> tooLarge(service, each).stream())
        .findFirst();
  }

  /** Why the catalog of this cluster cannot hold an instance of the legacy cluster. */
  static Optional<String> tooLarge(ServiceKey service, RegisteredInstance instance) {
    return isExport(instance)
        ? Optional.empty()
        : ImportedSize.refusal(service, instance.cluster(), instance.ip(), instance.metadata());
  }

  /** Why no server of 1.x can have such a service. */
  static Optional<String> refusalThere(ServiceKey service) {
    return NameRules.NACOS_1
        .refusal(NameUse.SERVICE, service.name())
        .or(() -> NameRules.NACOS_1.refusal(NameUse.NACOS_GROUP, service.group()));
  }

  private static String reason(Difference difference, boolean exported, boolean persistent) {
    if (difference.field() == Field.HEALTHY && persistent) {
      // Nobody beats for it: its servers connect to it, each from where it stands.
      return exported
          ? "each cluster checks the health of a persistent instance itself: this may last; 'bridge"
              + " diff' without --legacy says whether the legacy cluster lets the bridge set it"
          : "each cluster checks the health of a persistent instance itself: this may last if it is"
              + " registered in both clusters; otherwise the import is outdated";
    }
    if (difference.field() != Field.INSTANCE) {
      return exported
          ? "the export is outdated"
          : "registered in both clusters, or the import is outdated";
    }
    if (difference.there().isEmpty()) {
      return "not exported";
    }
    return exported ? "exported, but not registered in this cluster" : "not imported, or hidden";
  }
}
