package io.landbridge.service;

import io.landbridge.command.Publication;
import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.RefusedName;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.membership.FormatAgreement;
import io.landbridge.membership.Group;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.NativeServices;
import io.landbridge.publish.RequiredConfigurations;
import io.landbridge.raft.Catalog;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.service.answer.ApplicationStatus;
import io.landbridge.service.answer.Changes;
import io.landbridge.service.answer.ConsumerQuery;
import io.landbridge.service.answer.ConsumerStatus;
import io.landbridge.service.answer.DigestStatus;
import io.landbridge.service.answer.DocumentStatus;
import io.landbridge.service.answer.DocumentSummary;
import io.landbridge.service.answer.EntryStatus;
import io.landbridge.service.answer.HeldStatus;
import io.landbridge.service.answer.InstanceStatus;
import io.landbridge.service.answer.LossStatus;
import io.landbridge.service.answer.MappingStatus;
import io.landbridge.service.answer.Page;
import io.landbridge.service.answer.PageRequest;
import io.landbridge.service.answer.Status;
import io.landbridge.service.answer.SuspensionStatus;
import io.landbridge.state.CatalogPosition;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.RevisionUse;
import io.landbridge.state.Translation;
import io.landbridge.view.derived.NativeInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Answers operators from the catalog of this member. */
public final class CatalogAdministration implements Administration {

  private final MemberIdentity identity;
  private final ReplicatedLog log;
  private final Group group;
  private final CatalogReader reader;
  private final NativeServices services;
  private final Supplier<List<Loss>> losses;
  private final Function<ApplicationKey, Optional<RefusedName>> refusals;
  private final Function<ApplicationKey, List<String>> problems;
  private final Predicate<ApplicationKey> shown;
  private final Supplier<HeldStatus> held;

  private final CatalogLists lists;
  private final ImportedApplications imported;
  private final Consumers consumers;
  private final ReadBarrier barrier;
  private final ChangeWatch watch;
  private final DigestHistory digests;
  private final TranslationSwitch translations;

  /**
   * Makes the front of the catalog.
   *
   * @param identity this member
   * @param log the group's log
   * @param group the members of the group
   * @param reader this member's catalog
   * @param catalog where switches are proposed
   * @param watch tells of the catalog's changes
   * @param services what is natively in a service
   * @param clients who subscribed through this member
   * @param losses what of this member's registrations cannot be translated
   * @param refusals which name of an application cannot stand where this server would need it
   * @param problems what the publisher of this member could not do for an application
   * @param shown whether this member shows an application as it is in the catalog
   * @param held what is shown although the catalog has lost it
   * @param clock milliseconds since 1970
   */
  public CatalogAdministration(
      MemberIdentity identity,
      ReplicatedLog log,
      Group group,
      CatalogReader reader,
      Catalog catalog,
      ChangeWatch watch,
      NativeServices services,
      SubscribedClients clients,
      Supplier<List<Loss>> losses,
      Function<ApplicationKey, Optional<RefusedName>> refusals,
      Function<ApplicationKey, List<String>> problems,
      Predicate<ApplicationKey> shown,
      Supplier<HeldStatus> held,
      LongSupplier clock) {
    this.identity = identity;
    this.log = log;
    this.group = group;
    this.reader = reader;
    this.services = services;
    this.losses = losses;
    this.refusals = refusals;
    this.problems = problems;
    this.shown = shown;
    this.held = held;
    this.watch = watch;
    lists = new CatalogLists(reader);
    imported = new ImportedApplications(reader);
    consumers = new Consumers(reader, clients);
    barrier = new ReadBarrier(log, reader);
    digests = new DigestHistory(reader::position);
    reader.onAdvance(digests);
    translations = new TranslationSwitch(reader, catalog, clock);
    reader.onChange((applications, terms) -> translations.signal());
  }

  @Override
  public Status status() {
    List<Loss> found = losses.get();
    boolean ready = log.isReady();
    return new Status(
        ready ? Status.State.ACTIVE : Status.State.STARTING,
        ready ? "" : "the Raft group has no leader yet",
        identity.pluginVersion(),
        identity.server(),
        identity.member(),
        log.isLeader(),
        ready,
        Optional.of(reader.position()),
        found.stream().limit(Status.MAX_LOSSES).map(LossStatus::of).toList(),
        found.size(),
        held.get(),
        SuspensionStatus.NONE,
        EntryStatus.NONE);
  }

  @Override
  public OptionalLong applied() {
    return OptionalLong.of(reader.position().applied());
  }

  @Override
  public void awaitCommitted() throws AdministrationException {
    barrier.awaitCommitted();
  }

  @Override
  public Page<ApplicationStatus> applications(Optional<NamespaceId> namespace, PageRequest page) {
    return lists.applications(namespace, page, this::describe);
  }

  @Override
  public ApplicationStatus application(ApplicationKey application) throws AdministrationException {
    requireKnown(application);
    return describe(application);
  }

  @Override
  public Page<InstanceStatus> instances(ApplicationKey application, PageRequest page)
      throws AdministrationException {
    requireKnown(application);
    return lists.instances(application, page);
  }

  @Override
  public Page<DocumentSummary> documents(PageRequest page) throws AdministrationException {
    return lists.documents(page);
  }

  @Override
  public DocumentStatus document(MetadataRevision revision) throws AdministrationException {
    return lists.document(revision);
  }

  @Override
  public Page<MappingStatus> mappings(NamespaceId namespace, PageRequest page)
      throws AdministrationException {
    return lists.mappings(namespace, page);
  }

  @Override
  public MappingStatus mapping(NamespaceId namespace, String serviceInterface)
      throws AdministrationException {
    return lists.mapping(namespace, serviceInterface);
  }

  @Override
  public Page<ConsumerStatus> consumers(ConsumerQuery query, PageRequest page) {
    return consumers.page(query, page);
  }

  @Override
  public Page<LossStatus> losses(PageRequest page) {
    return LossList.page(losses.get(), page);
  }

  @Override
  public CompletableFuture<Changes> watch(
      long since, long timeoutMillis, Optional<NamespaceId> namespace)
      throws AdministrationException {
    return watch.watch(since, timeoutMillis, namespace);
  }

  @Override
  public DigestStatus digest(OptionalLong at) throws AdministrationException {
    if (at.isEmpty()) {
      CatalogPosition now = reader.position();
      return new DigestStatus(identity.member(), now.applied(), now.digest());
    }
    long count = at.getAsLong();
    if (count < 0) {
      throw new IllegalArgumentException("'at' is " + count + ", not an applied count");
    }
    barrier.awaitApplied(count);
    String digest =
        digests
            .at(count)
            .orElseThrow(
                () ->
                    new AdministrationException(
                        AdministrationException.Kind.CONFLICT,
                        ("this member is at %d and has only its last %d digests, not the digest at"
                                + " %d; retry with a higher 'at'")
                            .formatted(
                                reader.position().applied(), DigestHistory.CAPACITY, count)));
    return new DigestStatus(identity.member(), count, digest);
  }

  @Override
  public ApplicationStatus switchTranslation(
      ApplicationKey application, boolean enabled, boolean force, Audience audience)
      throws AdministrationException {
    requireKnown(application);
    if (enabled) {
      requireName(application);
    }
    if (enabled && !force) {
      requireNoForeignInstances(application);
    }
    if (enabled && !audience.isWhole()) {
      requireFormat();
    }
    translations.set(application, enabled, force, enabled ? audience : Audience.WHOLE);
    return describe(application);
  }

  /** An older member would stop following the log at the entry. */
  private void requireFormat() throws AdministrationException {
    List<String> behind = FormatAgreement.of(group.view()).problems();
    if (!behind.isEmpty()) {
      throw new AdministrationException(
          AdministrationException.Kind.CONFLICT, String.join("; ", behind));
    }
  }

  private void requireKnown(ApplicationKey application) throws AdministrationException {
    if (!reader.applications().contains(application)
        && !isRegistered(application)
        && !imported.isImported(application)) {
      List<String> why = refusal(application);
      if (why.isEmpty()) {
        why = problems.apply(application);
      }
      if (!why.isEmpty()) {
        throw new AdministrationException(
            AdministrationException.Kind.NOT_FOUND,
            "unknown application '%s' in namespace '%s': %s"
                .formatted(application.name(), application.namespace(), String.join("; ", why)));
      }
      throw new AdministrationException(
          AdministrationException.Kind.NOT_FOUND,
          ("unknown application '%s' in namespace '%s': no provider is registered under this name;"
                  + " check the spelling and the namespace")
              .formatted(application.name(), application.namespace()));
    }
  }

  /** Whatever is registered of it: nobody could find it. */
  private void requireName(ApplicationKey application) throws AdministrationException {
    List<String> why = refusal(application);
    if (!why.isEmpty()) {
      throw new AdministrationException(
          AdministrationException.Kind.CONFLICT,
          "application '%s' in namespace '%s': %s"
              .formatted(application.name(), application.namespace(), String.join("; ", why)));
    }
  }

  private List<String> refusal(ApplicationKey application) {
    return refusals
        .apply(application)
        .map(each -> "the application cannot be translated on this server: " + each.detail())
        .stream()
        .toList();
  }

  /**
   * Whether providers registered the application themselves: such a provider is not in the catalog
   * before it was asked what it serves, and is not asked before its application is switched on.
   */
  private boolean isRegistered(ApplicationKey application) {
    return services.instancesOf(application).stream().anyMatch(instance -> !instance.isForeign());
  }

  private void requireNoForeignInstances(ApplicationKey application)
      throws AdministrationException {
    List<String> found = foreignInstances(application);
    if (!found.isEmpty()) {
      throw new AdministrationException(
          AdministrationException.Kind.CONFLICT, String.join("; ", found));
    }
  }

  /** Of no matter to an application that is not shown in its own service. */
  private List<String> foreignInstances(ApplicationKey application) {
    if (reader.revisions(application).values().stream().allMatch(use -> use.folded() == 0)) {
      return List.of();
    }
    List<String> found = new ArrayList<>();
    for (String group : reader.groups(application)) {
      ServiceKey target =
          new ServiceKey(application.namespace(), group, application.name().value());
      services.instances(target).stream()
          .filter(NativeInstance::isForeign)
          .findFirst()
          .ifPresent(
              foreign ->
                  found.add(
                      ("service '%s' has non-Dubbo instances (%s), whose clients would call the"
                              + " Dubbo port; rename the application or the service, or use"
                              + " 'landbridge apply --force'")
                          .formatted(target, foreign.address())));
    }
    return found;
  }

  private ApplicationStatus describe(ApplicationKey application) {
    Translation translation = reader.translation(application);
    RequiredConfigurations requirements = RequiredConfigurations.of(reader, application);
    List<String> missing =
        translation.enabled()
            ? requirements.missing().stream()
                .map(id -> describe(id) + " is not published yet")
                .toList()
            : requirements.published().keySet().stream()
                .sorted()
                .map(id -> describe(id) + " is not withdrawn yet")
                .toList();
    List<String> obstacles = new ArrayList<>(refusal(application));
    if (translation.enabled() && !translation.force()) {
      obstacles.addAll(foreignInstances(application));
    }
    SortedMap<MetadataRevision, RevisionUse> revisions = reader.revisions(application);
    ApplicationStatus.State state;
    if (translation.enabled()) {
      state =
          missing.isEmpty() && obstacles.isEmpty() && shown.test(application)
              ? ApplicationStatus.State.TRANSLATED
              : ApplicationStatus.State.SWITCHING_ON;
    } else {
      state =
          missing.isEmpty()
              ? ApplicationStatus.State.OBSERVED
              : ApplicationStatus.State.SWITCHING_OFF;
    }
    return new ApplicationStatus(
        application.namespace().value(),
        application.name().value(),
        state,
        revisions.values().stream().mapToInt(RevisionUse::instances).sum(),
        imported.instances(application),
        revisions.keySet().stream()
            .flatMap(revision -> reader.document(revision).stream())
            .flatMap(document -> document.services().values().stream())
            .map(ServiceEntry::serviceKey)
            .sorted()
            .distinct()
            .toList(),
        revisions.keySet().stream().map(MetadataRevision::value).toList(),
        Stream.of(obstacles, missing, problems.apply(application)).flatMap(List::stream).toList(),
        translation.force(),
        translation.since(),
        translation.enabled() ? translation.audience().text() : "");
  }

  private static String describe(Publication.Id id) {
    return switch (id.kind()) {
      case DOCUMENT -> "document " + id.name();
      case MAPPING -> "mapping of " + id.name();
    };
  }
}
