package io.landbridge.observe;

import io.landbridge.document.DocumentSource;
import io.landbridge.dubbo.ApplicationFold;
import io.landbridge.dubbo.ApplicationFoldResult;
import io.landbridge.dubbo.ApplicationFoldResult.Found;
import io.landbridge.dubbo.DocumentAddress;
import io.landbridge.dubbo.FoldResult;
import io.landbridge.dubbo.InterfaceFold;
import io.landbridge.dubbo.InterfaceUnfold;
import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ProvenDocument;
import io.landbridge.dubbo.Registration;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.Origin;
import io.landbridge.observe.registry.Address;
import io.landbridge.observe.registry.NativeRegistry;
import io.landbridge.state.ClaimedInstances;
import io.landbridge.state.OwnedInstance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads units and folds them, each at most once. Lives for one round of the observer, so that what
 * was folded is garbage soon after; only the documents of the round, which many units share, add
 * up.
 */
final class UnitReader {

  private final NativeRegistry registry;
  private final ClaimedInstances catalog;
  private final ProviderReading providers;
  private final ObserverStatistics statistics;
  private final Map<String, Reading> readings = new HashMap<>();
  private final Map<String, Set<InstanceKey>> connected = new HashMap<>();
  private final Map<Shared, Map<InstanceKey, ApplicationInstance>> together = new HashMap<>();
  private final Map<InstanceKey, List<Loss>> conflicts = new HashMap<>();
  private final Map<MetadataRevision, MetadataDocument> documents = new HashMap<>();
  private final Map<MetadataRevision, List<Loss>> ofDocuments = new HashMap<>();
  private int registrations;

  /**
   * What a unit has.
   *
   * @param mine instances this member answers for
   * @param waiting where the documents of further ones are, without which nothing can be said of
   *     them; by the key of the instance
   * @param others keys of the instances it does not answer for
   * @param losses what cannot be translated
   */
  record Reading(
      Map<InstanceKey, ApplicationInstance> mine,
      Map<InstanceKey, DocumentAddress> waiting,
      Set<InstanceKey> others,
      List<Loss> losses) {}

  /**
   * Units that have an instance in common.
   *
   * @param mine those that hold it for this member, sorted
   * @param parts those of other members that have some more of the same process, sorted
   */
  record Shared(List<String> mine, List<String> parts) {

    /** Copies the lists. */
    Shared {
      mine = List.copyOf(mine);
      parts = List.copyOf(parts);
    }
  }

  /** What some units have, whoever answers for it. */
  private record Folded(
      List<ApplicationInstance> instances, List<Found> registered, List<Loss> losses) {}

  /**
   * Makes a reader.
   *
   * @param catalog tells which documents need not be had any more
   * @param providers what it takes to understand application-level registrations
   */
  UnitReader(
      NativeRegistry registry,
      ClaimedInstances catalog,
      ProviderReading providers,
      ObserverStatistics statistics) {
    this.registry = registry;
    this.catalog = catalog;
    this.providers = providers;
    this.statistics = statistics;
  }

  Reading read(String unit) {
    Reading known = readings.get(unit);
    if (known != null) {
      return known;
    }
    Folded folded = fold(new Shared(List.of(unit), List.of()));
    Map<InstanceKey, ApplicationInstance> mine = new HashMap<>();
    Map<InstanceKey, DocumentAddress> waiting = new HashMap<>();
    Set<InstanceKey> others = new HashSet<>();
    List<Loss> losses = new ArrayList<>(folded.losses());
    losses.addAll(registry.unusable(unit));
    for (ApplicationInstance each : folded.instances()) {
      if (isMine(unit, each)) {
        mine.put(each.key(), each);
      } else {
        others.add(each.key());
      }
    }
    for (Found each : folded.registered()) {
      ApplicationInstance instance = each.instance();
      if (!isMine(unit, instance)) {
        others.add(instance.key());
      } else {
        proven(each, losses)
            .ifPresentOrElse(
                proven -> mine.put(proven.key(), proven),
                () -> waiting.put(instance.key(), each.document()));
      }
    }
    Reading reading = new Reading(mine, waiting, Set.copyOf(others), losses);
    readings.put(unit, reading);
    return reading;
  }

  /** Whether a unit alone makes exactly this instance. */
  boolean has(String unit, ApplicationInstance instance) {
    Folded folded = fold(new Shared(List.of(unit), List.of()));
    return folded.instances().contains(instance)
        || folded.registered().stream()
            .flatMap(each -> proven(each, new ArrayList<>()).stream())
            .anyMatch(instance::equals);
  }

  private boolean isMine(String unit, ApplicationInstance instance) {
    return registry.isResponsible(unit, new Address(instance.ip(), instance.port()));
  }

  /** An instance as it is kept, once its document is there. */
  private Optional<ApplicationInstance> proven(Found found, List<Loss> losses) {
    ApplicationInstance claimed = found.instance();
    Optional<ApplicationInstance> here = provenHere(claimed);
    if (here.isEmpty()) {
      DocumentSource.Answer answer = providers.source().document(found.document());
      if (answer instanceof DocumentSource.Known known) {
        ProvenDocument proven = known.proven();
        documents.put(proven.revision(), proven.document());
        here = Optional.of(proven.instance(claimed));
      } else if (answer instanceof DocumentSource.Unavailable unavailable) {
        losses.add(
            new Loss(
                Loss.Kind.NO_DOCUMENT,
                claimed.key().service(),
                claimed.ip() + ":" + claimed.port(),
                unavailable.reason(),
                claimed.application().name().value()));
      }
    }
    here.ifPresent(instance -> losses.addAll(losses(instance)));
    return here;
  }

  /** The same as far as this member knows without asking anybody. */
  private Optional<ApplicationInstance> provenHere(ApplicationInstance claimed) {
    if (!ProvenDocument.isKeptUnderAnother(claimed.revision())) {
      return Optional.ofNullable(document(claimed)).map(document -> claimed);
    }
    return catalog
        .instance(claimed.key())
        .map(OwnedInstance::instance)
        .flatMap(
            kept ->
                Optional.ofNullable(document(kept))
                    .flatMap(document -> ProvenDocument.again(claimed, kept, document)))
        .map(proven -> proven.instance(claimed));
  }

  /** Who announces the revision of another application, whose name is hashed too, has none. */
  private @Nullable MetadataDocument document(ApplicationInstance instance) {
    MetadataDocument known = document(instance.revision());
    return known != null && known.application().equals(instance.application().name())
        ? known
        : null;
  }

  /** What is lost of a document is the same for every instance that has it, but for the address. */
  private List<Loss> losses(ApplicationInstance instance) {
    MetadataDocument document = document(instance);
    return ofDocuments
        .computeIfAbsent(
            instance.revision(),
            revision ->
                document == null
                    ? List.of()
                    : InterfaceUnfold.losses(instance, document, providers.fold().names()))
        .stream()
        .map(
            each ->
                new Loss(
                    each.kind(),
                    instance.key().service(),
                    instance.ip() + ":" + instance.port(),
                    each.detail(),
                    instance.application().name().value()))
        .toList();
  }

  /** The instances of which a unit has a part, and other connections may have another. */
  Set<InstanceKey> connected(String unit) {
    Set<InstanceKey> known = connected.get(unit);
    if (known == null) {
      List<Registration> all = registry.read(unit);
      statistics.read();
      registrations += all.size();
      known = InterfaceFold.connected(all, providers.fold().names());
      connected.put(unit, known);
    }
    return known;
  }

  /**
   * An instance that several units have, as folding all of them gives it.
   *
   * @return null when none of them has it any more
   */
  @Nullable ApplicationInstance together(InstanceKey key, Shared units) {
    return together
        .computeIfAbsent(
            units,
            shared -> {
              Folded folded = fold(shared);
              folded.losses().stream()
                  .filter(loss -> loss.kind() == Loss.Kind.CONFLICT)
                  .forEach(loss -> addConflict(loss, folded));
              Map<InstanceKey, ApplicationInstance> all = new HashMap<>();
              folded.registered().stream()
                  .flatMap(each -> proven(each, new ArrayList<>()).stream())
                  .forEach(each -> all.put(each.key(), each));
              folded.instances().forEach(each -> all.put(each.key(), each));
              return all;
            })
        .get(key);
  }

  private void addConflict(Loss loss, Folded folded) {
    for (ApplicationInstance each : folded.instances()) {
      if (loss.address().equals(each.ip() + ":" + each.port())) {
        conflicts.computeIfAbsent(each.key(), key -> new ArrayList<>()).add(loss);
      }
    }
  }

  /** What is lost because several units that were read together have the instance. */
  List<Loss> conflicts(InstanceKey key) {
    return conflicts.getOrDefault(key, List.of());
  }

  private Folded fold(Shared units) {
    List<Registration> mine = read(units.mine());
    List<Registration> all = new ArrayList<>(mine);
    all.addAll(read(units.parts()));
    FoldResult folded = InterfaceFold.fold(all, providers.fold().names());
    documents.putAll(folded.documents());
    // The documents of other members' providers are theirs to ask for.
    ApplicationFoldResult registered = providers.fold().fold(mine);
    List<Loss> losses = new ArrayList<>(folded.losses());
    losses.addAll(registered.losses());
    List<ApplicationInstance> shown = withoutHidden(folded.instances(), registered.found());
    return new Folded(shown, without(registered.found(), shown), losses);
  }

  private List<Registration> read(List<String> units) {
    List<Registration> all = new ArrayList<>();
    for (String unit : units) {
      all.addAll(registry.read(unit));
      statistics.read();
    }
    registrations += all.size();
    return all;
  }

  /** The instances some registrations make, whether or not their documents can be had. */
  static Set<InstanceKey> keys(ApplicationFold fold, List<Registration> registrations) {
    Set<InstanceKey> keys = new HashSet<>();
    InterfaceFold.fold(registrations, fold.names())
        .instances()
        .forEach(each -> keys.add(each.key()));
    fold.fold(registrations).found().forEach(each -> keys.add(each.instance().key()));
    return keys;
  }

  /** What is imported is not seen where a provider is that registered its application here. */
  private static List<ApplicationInstance> withoutHidden(
      List<ApplicationInstance> folded, List<Found> registered) {
    if (registered.isEmpty()) {
      return folded;
    }
    Set<InstanceKey> here =
        registered.stream().map(each -> each.instance().key()).collect(Collectors.toSet());
    return folded.stream()
        .filter(
            each ->
                each.origin() != Origin.LEGACY_CLUSTER || served(each).noneMatch(here::contains))
        .toList();
  }

  /** What an instance would be known by, were it registered with any one of its ports. */
  private static Stream<InstanceKey> served(ApplicationInstance instance) {
    return instance.endpoints().stream()
        .map(
            endpoint ->
                new InstanceKey(
                    instance.application(), instance.group(), instance.ip(), endpoint.port()));
  }

  /** A provider that registers at both levels is what its interfaces make: they say more. */
  private static List<Found> without(List<Found> registered, List<ApplicationInstance> folded) {
    Set<InstanceKey> served =
        folded.stream().flatMap(UnitReader::served).collect(Collectors.toSet());
    return registered.stream().filter(each -> !served.contains(each.instance().key())).toList();
  }

  /** The document of an instance; null when it is not to be had here. */
  @Nullable MetadataDocument document(MetadataRevision revision) {
    MetadataDocument known = documents.get(revision);
    if (known == null) {
      known = catalog.document(revision).orElse(null);
      if (known != null) {
        documents.put(revision, known);
      }
    }
    return known;
  }

  /** How many registrations were read so far. */
  int registrations() {
    return registrations;
  }
}
