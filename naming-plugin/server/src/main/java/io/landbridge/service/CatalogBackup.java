package io.landbridge.service;

import io.landbridge.command.Command.ForgetPublications;
import io.landbridge.command.Command.RestoreApplication;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.Publication;
import io.landbridge.command.Result;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.membership.FormatAgreement;
import io.landbridge.membership.Group;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.raft.BackupEntries;
import io.landbridge.raft.Catalog;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.service.AdministrationException.Kind;
import io.landbridge.service.answer.BackupPage;
import io.landbridge.service.answer.RestoreOutcome;
import io.landbridge.service.answer.RestoreOutcome.Counts;
import io.landbridge.state.CatalogPosition;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.Translation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Reads the catalog out, application by application, and puts it back.
 *
 * <p>Nothing in the catalog spans two applications, nor two instances of one but the documents they
 * refer to, which are enclosed with each part. So the point in time of a part matters, not that of
 * the whole, and no page needs what an earlier one has held open.
 */
final class CatalogBackup {

  /** A page ends with the part that takes it beyond this. */
  private static final int PAGE_BYTES = 128 * 1024;

  /** Documents are large; a part has no more of them than this, but for those published. */
  private static final int DOCUMENTS_AT_ONCE = 64;

  private static final int INSTANCES_AT_ONCE = 500;
  private static final long PROPOSAL_SECONDS = 20;

  /** Changes nothing; once it is applied, so is everything that was committed before. */
  private static final ForgetPublications NOTHING =
      new ForgetPublications(
          new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName("landbridge")), List.of());

  private final MemberIdentity identity;
  private final ReplicatedLog log;
  private final Group group;
  private final CatalogReader reader;
  private final IdempotentProposals proposals;
  private final LongSupplier clock;

  CatalogBackup(
      MemberIdentity identity,
      ReplicatedLog log,
      Group group,
      CatalogReader reader,
      Catalog catalog,
      LongSupplier clock) {
    this.identity = identity;
    this.log = log;
    this.group = group;
    this.reader = reader;
    this.proposals = new IdempotentProposals(catalog, PROPOSAL_SECONDS);
    this.clock = clock;
  }

  BackupPage page(String after, boolean stale) throws AdministrationException {
    Place place = Place.parse(after);
    if (!stale) {
      requireCurrent();
    }
    CatalogPosition position = reader.position();
    List<BackupPage.Entry> entries = new ArrayList<>();
    long bytes = 0;
    String next = "";
    while (true) {
      Optional<ApplicationKey> application = place.application(reader);
      if (application.isEmpty()) {
        break;
      }
      if (bytes >= PAGE_BYTES) {
        next = place.toString();
        break;
      }
      Part part = part(application.get(), place);
      if (!part.isEmpty()) {
        for (byte[] entry : BackupEntries.encode(part.content())) {
          entries.add(describe(entry));
          bytes += entry.length;
        }
      }
      place = part.next();
    }
    return new BackupPage(
        identity.member(), stale, position.applied(), position.digest(), entries, next);
  }

  private void requireCurrent() throws AdministrationException {
    if (!log.isReady()) {
      throw new AdministrationException(
          Kind.UNAVAILABLE,
          "the group has no leader, so the content of this member may be incomplete; request a"
              + " stale backup to accept that");
    }
    if (!log.isLeader()) {
      throw new AdministrationException(
          Kind.CONFLICT,
          "this member is not the leader of the group; send the request to the leader");
    }
    proposals.propose(NOTHING, "the entry");
  }

  /** Some of an application, and where to go on. */
  private record Part(RestoreApplication content, Place next) {

    /** Behind the last instance there may be nothing more. */
    boolean isEmpty() {
      return content.instances().isEmpty()
          && content.publications().isEmpty()
          && content.translation().isEmpty();
    }
  }

  private Part part(ApplicationKey application, Place place) {
    boolean first = place.instance().isEmpty();
    List<OwnedInstance> some = reader.instances(application, place.instance(), INSTANCES_AT_ONCE);
    Map<MetadataRevision, MetadataDocument> documents = new TreeMap<>();
    List<ApplicationInstance> instances = new ArrayList<>();
    int taken = 0;
    for (OwnedInstance each : some) {
      MetadataRevision revision = each.instance().revision();
      if (documents.size() == DOCUMENTS_AT_ONCE && !documents.containsKey(revision)) {
        break;
      }
      // A document that is gone by now belonged to something that is gone too.
      if (found(revision, documents)) {
        instances.add(each.instance());
      }
      taken++;
    }
    List<Publication> publications =
        first
            ? reader.publications(application).stream()
                .filter(
                    it ->
                        it.id().kind() != Publication.Kind.DOCUMENT
                            || found(new MetadataRevision(it.id().name()), documents))
                .toList()
            : List.of();
    Translation translation = reader.translation(application);
    Optional<SwitchTranslation> change =
        first && !translation.equals(Translation.OFF)
            ? Optional.of(
                new SwitchTranslation(
                    application,
                    translation.enabled(),
                    translation.force(),
                    translation.audience(),
                    translation.since()))
            : Optional.empty();
    return new Part(
        new RestoreApplication(application, 0, change, publications, instances, documents),
        taken == some.size() && taken < INSTANCES_AT_ONCE
            ? Place.behind(application)
            : Place.within(some.get(taken - 1).instance().key()));
  }

  private boolean found(
      MetadataRevision revision, Map<MetadataRevision, MetadataDocument> documents) {
    if (!documents.containsKey(revision)) {
      reader.document(revision).ifPresent(document -> documents.put(revision, document));
    }
    return documents.containsKey(revision);
  }

  private static BackupPage.Entry describe(byte[] entry) {
    RestoreApplication part = BackupEntries.decode(entry);
    return new BackupPage.Entry(
        part.application().namespace().value(),
        part.application().name().value(),
        part.translation().map(SwitchTranslation::enabled).orElse(null),
        part.instances().size(),
        part.publications().size(),
        part.documents().size(),
        Base64.getEncoder().encodeToString(entry));
  }

  RestoreOutcome restore(String base64, boolean dryRun) throws AdministrationException {
    RestoreApplication part;
    try {
      part = BackupEntries.decode(Base64.getDecoder().decode(base64)).at(clock.getAsLong());
    } catch (IllegalArgumentException e) {
      throw new AdministrationException(Kind.BAD_REQUEST, String.valueOf(e.getMessage()));
    }
    RestoreOutcome outcome = compare(part);
    if (part.translation().filter(it -> !it.audience().isWhole()).isPresent()) {
      List<String> behind = FormatAgreement.of(group.view()).problems();
      if (!behind.isEmpty()) {
        throw new AdministrationException(Kind.CONFLICT, String.join("; ", behind));
      }
    }
    if (!dryRun) {
      Result result = proposals.propose(part, "the entry");
      if (result.outcome() != Result.Outcome.APPLIED) {
        throw new AdministrationException(
            Kind.CONFLICT,
            "the catalog refused a part of %s: %s %s"
                .formatted(part.application(), result.outcome(), result.detail()));
      }
    }
    return outcome;
  }

  private RestoreOutcome compare(RestoreApplication part) {
    Tally instances = new Tally();
    for (ApplicationInstance instance : part.instances()) {
      instances.count(reader.instance(instance.key()).map(OwnedInstance::instance), instance);
    }
    Tally publications = new Tally();
    Map<Publication.Id, Publication> present = new TreeMap<>();
    reader.publications(part.application()).forEach(each -> present.put(each.id(), each));
    for (Publication publication : part.publications()) {
      // How far it got is not content: the publisher sees to that.
      publications.count(
          Optional.ofNullable(present.get(publication.id())).map(Publication::id),
          publication.id());
    }
    Tally switches = new Tally();
    part.translation()
        .ifPresent(
            change -> {
              Translation now = reader.translation(part.application());
              switches.count(
                  Optional.of(now)
                      .filter(it -> !it.equals(Translation.OFF))
                      .map(Translation::enabled),
                  change.enabled());
            });
    return new RestoreOutcome(
        part.application().namespace().value(),
        part.application().name().value(),
        instances.counts(),
        publications.counts(),
        switches.counts());
  }

  /** Counts what is new, the same and other. */
  private static final class Tally {
    private int added;
    private int same;
    private int kept;

    <T> void count(Optional<T> present, T wanted) {
      if (present.isEmpty()) {
        added++;
      } else if (present.get().equals(wanted)) {
        same++;
      } else {
        kept++;
      }
    }

    Counts counts() {
      return new Counts(added, same, kept);
    }
  }

  /**
   * Where a page begins: behind an application, or within one behind an instance.
   *
   * @param last the application before, or the one to go on with; empty at the start
   * @param instance the instance before; empty to begin with the application behind
   */
  private record Place(Optional<ApplicationKey> last, Optional<InstanceKey> instance) {

    static Place behind(ApplicationKey application) {
      return new Place(Optional.of(application), Optional.empty());
    }

    static Place within(InstanceKey instance) {
      return new Place(Optional.of(instance.application()), Optional.of(instance));
    }

    /** The application to go on with. */
    Optional<ApplicationKey> application(CatalogReader reader) {
      return instance.isPresent() ? last : reader.applications(last, 1).stream().findFirst();
    }

    static Place parse(String text) throws AdministrationException {
      if (text.isEmpty()) {
        return new Place(Optional.empty(), Optional.empty());
      }
      try {
        String[] parts =
            new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split("\n", -1);
        ApplicationKey application =
            new ApplicationKey(new NamespaceId(parts[0]), new ApplicationName(parts[1]));
        return parts.length == 2
            ? behind(application)
            : within(new InstanceKey(application, parts[2], parts[3], Integer.parseInt(parts[4])));
      } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
        throw new AdministrationException(
            Kind.BAD_REQUEST, "invalid parameter 'after': pass the 'next' of the previous page");
      }
    }

    @Override
    public String toString() {
      ApplicationKey application = last.orElseThrow();
      List<String> parts = new ArrayList<>();
      parts.add(application.namespace().value());
      parts.add(application.name().value());
      instance.ifPresent(
          it -> {
            parts.add(it.group());
            parts.add(it.ip());
            parts.add(String.valueOf(it.port()));
          });
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(String.join("\n", parts).getBytes(StandardCharsets.UTF_8));
    }
  }
}
