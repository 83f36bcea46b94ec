package io.landbridge.publish;

import io.landbridge.command.Publication;
import io.landbridge.command.Publication.Id;
import io.landbridge.command.Publication.Kind;
import io.landbridge.command.Publication.Stage;
import io.landbridge.dubbo.CheckedNames;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.RefusedName;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NameRules;
import io.landbridge.raft.Catalog;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.state.CatalogReader;
import io.landbridge.work.CoalescedTask;
import io.landbridge.work.CoalescedTask.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * On the leader, writes what the consumers of switched-on applications read from the configuration
 * centre, and takes back what was written for applications that are switched off.
 *
 * <p>The order is document, view, mapping: a consumer that finds an application in a mapping must
 * find its instances, and an instance must refer to a document that is there. The view follows from
 * the record that the document is written, and the mapping waits for the view of this member. Every
 * write is preceded by a record of the intent and followed by one of the outcome, so that a
 * successor can finish or undo it, and only what these records name is ever changed or deleted.
 *
 * <p>Others write mappings at the same time, and not all of them compare before they swap. So a
 * mapping that anybody changed is looked at again, and the name of an application that is switched
 * on is put back, also when its providers wrote it themselves; such a name is never taken out.
 */
public final class Publisher implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

  private static final Duration QUIET = Duration.ofMillis(20);

  /** While instances come and go everywhere there is nearly always nothing to publish. */
  private static final Duration MAX_DELAY = Duration.ofSeconds(1);

  /** Looking in vain takes a twentieth of a processor at most. */
  private static final int RESTS = 19;

  private final ReplicatedLog log;
  private final CatalogReader reader;
  private final ConfigCentre config;
  private final Predicate<ApplicationKey> shown;
  private final ApplicationConfigurations configurations;
  private final LostNames lostNames;
  private final PublicationRecords records;
  private final Withdrawals withdrawals;
  private final PublishingProblems problems = new PublishingProblems();
  private final NameRules names;
  private final long checkNanos;
  private final CoalescedTask task;

  private final Set<ApplicationKey> dirty = ConcurrentHashMap.newKeySet();

  /** Whose mappings are to be written as soon as they are shown. */
  private final Set<ApplicationKey> awaited = ConcurrentHashMap.newKeySet();

  private volatile boolean suspended;

  /** What was found and published when there was nothing left to do. */
  private record Content(Set<MetadataRevision> revisions, Set<Publication> published) {}

  // Touched by the task's thread alone: when every application was looked at.
  private long lastOfAll;

  // Likewise: nothing is to be done while this is all there is.
  private final Map<ApplicationKey, Content> complete = new HashMap<>();

  /**
   * Makes the publisher; it does nothing before {@link #start}.
   *
   * @param log tells whether this member leads
   * @param reader this member's catalog
   * @param catalog where intents and outcomes are recorded
   * @param config where documents and mappings are written
   * @param natives tells what providers rely on that registered their application themselves
   * @param shown whether this member shows an application as it is in the catalog
   * @param names what the configuration centre takes, and what may be a service
   * @param settings delays
   */
  public Publisher(
      ReplicatedLog log,
      CatalogReader reader,
      Catalog catalog,
      ConfigCentre config,
      NativeApplications natives,
      Predicate<ApplicationKey> shown,
      NameRules names,
      PublisherConfig settings) {
    this.log = log;
    this.reader = reader;
    this.config = config;
    this.shown = shown;
    this.names = names;
    this.checkNanos = settings.check().toNanos();
    this.lastOfAll = System.nanoTime() - checkNanos;
    this.task =
        new CoalescedTask(
            "landbridge-publisher", this::round, QUIET, MAX_DELAY, settings.check(), RESTS);
    this.configurations = new ApplicationConfigurations(config);
    this.lostNames = new LostNames(reader, configurations, task::mark);
    this.records = new PublicationRecords(catalog);
    this.withdrawals =
        new Withdrawals(reader, configurations, natives, records, settings.unusedAfter());
  }

  /** Starts following the catalog. */
  public void start() {
    reader.onChange(
        (applications, terms) -> {
          dirty.addAll(applications);
          task.mark();
        });
    config.onChange(
        (namespace, group, dataId) -> {
          if (group.equals(MetadataKeys.MAPPING_GROUP) && log.isLeader()) {
            lostNames.suspect(namespace, dataId);
            task.mark();
          }
        });
    task.start();
    task.mark();
  }

  /**
   * Stops writing anything for applications that are switched on, or begins again. What was written
   * stays, and is taken back for those that are switched off, as ever.
   */
  public void suspend(boolean wanted) {
    if (suspended != wanted) {
      suspended = wanted;
      dirty.addAll(reader.applications());
      task.mark();
    }
  }

  /** This member shows an application in another state than before. Quick; from any thread. */
  public void shown(ApplicationKey application) {
    if (awaited.remove(application)) {
      dirty.add(application);
      task.mark();
    }
  }

  /** What this member, as leader, could not do for an application at its last try. */
  public List<String> problems(ApplicationKey application) {
    return problems.of(application);
  }

  @Override
  public void close() {
    task.close();
  }

  private Outcome round() throws InterruptedException {
    if (!log.isLeader()) {
      // Whoever leads does it, and a member that comes to lead looks at every application anyway.
      dirty.clear();
      problems.clear();
      lastOfAll = System.nanoTime() - checkNanos;
      withdrawals.clear();
      complete.clear();
      awaited.clear();
      lostNames.clear();
      return Outcome.DONE;
    }
    records.beginRound();
    Set<ApplicationKey> looked = new TreeSet<>(dirty);
    looked.forEach(dirty::remove);
    boolean late = withdrawals.takeBackFromLateWriters();
    long now = System.nanoTime();
    looked.addAll(problems.due(now));
    // However much changes meanwhile: of what a leader before this one left nobody tells.
    boolean everything = !late && now - lastOfAll >= checkNanos;
    if (everything) {
      lastOfAll = now;
      complete.clear();
      looked.addAll(reader.applications());
    }
    boolean again = false;
    for (ApplicationKey application : looked) {
      List<String> found = new ArrayList<>();
      try {
        if (reader.translation(application).enabled()) {
          if (!suspended) {
            publishIfChanged(application, found);
            lostNames.suspect(application);
          }
        } else {
          complete.remove(application);
          lostNames.forget(application);
          withdrawals.withdraw(application, found);
        }
      } catch (CatalogUnavailableException e) {
        found.add(String.valueOf(e.getMessage()));
        again = true;
      } catch (RuntimeException e) {
        LOG.warn("Internal error while publishing {}; please report this bug", application, e);
        found.add("internal error (details in the log of this member): " + e);
      }
      problems.set(application, found);
    }
    again |= !suspended && lostNames.putBack();
    if (again) {
      return Outcome.AGAIN;
    }
    if (late || !problems.isEmpty()) {
      return Outcome.SOON;
    }
    return records.hasRecorded() ? Outcome.WORKED : Outcome.DONE;
  }

  /** Instances come and go all the time, and documents hardly ever. */
  private void publishIfChanged(ApplicationKey application, List<String> found)
      throws InterruptedException, CatalogUnavailableException {
    Content before = content(application);
    if (before.equals(complete.get(application))) {
      return;
    }
    complete.remove(application);
    boolean done = publish(application, found);
    // What publishing itself has added is looked at once more: it marks the application.
    if (done
        && before.published().stream()
            .filter(each -> each.id().kind() == Kind.DOCUMENT)
            .allMatch(each -> before.revisions().contains(new MetadataRevision(each.id().name())))
        && before.equals(content(application))) {
      complete.put(application, before);
    }
  }

  private Content content(ApplicationKey application) {
    Set<MetadataRevision> folded = new HashSet<>();
    reader
        .revisions(application)
        .forEach(
            (revision, use) -> {
              if (use.folded() > 0) {
                folded.add(revision);
              }
            });
    return new Content(folded, Set.copyOf(reader.publications(application)));
  }

  /**
   * Does what is to be done.
   *
   * @param found what could not be done
   * @return false when something is left
   */
  private boolean publish(ApplicationKey application, List<String> found)
      throws InterruptedException, CatalogUnavailableException {
    Optional<RefusedName> refusal =
        CheckedNames.ofApplication(application.namespace(), application.name().value(), names);
    if (refusal.isPresent()) {
      // It would keep consumers of everything that is in the same mappings from what is there.
      found.add("not published: " + refusal.get().detail());
      return false;
    }
    RequiredConfigurations requirements = RequiredConfigurations.of(reader, application);
    Map<Id, Stage> stages = new HashMap<>();
    requirements.published().forEach((id, publication) -> stages.put(id, publication.stage()));

    SortedSet<Id> missing = requirements.missing();
    recordStages(application, stages, intents(application, requirements, missing, stages, found));
    for (Kind kind : Kind.values()) {
      if (kind == Kind.MAPPING && isAwaited(application, missing)) {
        return false;
      }
      List<Publication> written = new ArrayList<>();
      for (Id id : missing) {
        if (id.kind() == kind && stages.get(id) == Stage.INTENDED) {
          try {
            write(application, requirements, id);
            written.add(new Publication(id, Stage.WRITTEN));
          } catch (ConfigException | ConflictException e) {
            found.add(String.valueOf(e.getMessage()));
          }
        }
      }
      // Recorded per kind: the record of the documents is what lets the view show instances, and
      // a mapping must not lead a consumer to an application that has none yet.
      recordStages(application, stages, written);
      if (!found.isEmpty()) {
        return false;
      }
    }
    putBackLostDocuments(application, requirements, missing, found);
    withdrawals.collect(application, requirements, found);
    return found.isEmpty();
  }

  /**
   * Writes documents again that are gone although the records have them: a leader that was killed
   * while it took one back may have left the record, and others can delete it. The records stay as
   * they are, and with them what the view shows.
   */
  private void putBackLostDocuments(
      ApplicationKey application,
      RequiredConfigurations requirements,
      Set<Id> missing,
      List<String> found) {
    for (Id id : requirements.needed()) {
      if (id.kind() != Kind.DOCUMENT
          || missing.contains(id)
          || configurations.isServed(application, id)) {
        continue;
      }
      try {
        // What is not served may have been written a moment ago.
        if (!present(application, requirements, id)) {
          LOG.info("Document {} of {} was missing and was restored", id.name(), application);
          write(application, requirements, id);
        }
      } catch (ConfigException | ConflictException e) {
        found.add(String.valueOf(e.getMessage()));
      }
    }
  }

  private void recordStages(
      ApplicationKey application, Map<Id, Stage> stages, List<Publication> publications)
      throws InterruptedException, CatalogUnavailableException {
    records.record(application, publications);
    publications.forEach(each -> stages.put(each.id(), each.stage()));
  }

  /** Whether mappings have to wait. */
  private boolean isAwaited(ApplicationKey application, SortedSet<Id> missing) {
    if (missing.stream().noneMatch(id -> id.kind() == Kind.MAPPING) || shown.test(application)) {
      return false;
    }
    awaited.add(application);
    // It may have been shown in between.
    return !shown.test(application) || !awaited.remove(application);
  }

  private List<Publication> intents(
      ApplicationKey application,
      RequiredConfigurations requirements,
      SortedSet<Id> missing,
      Map<Id, Stage> stages,
      List<String> found) {
    List<Publication> intents = new ArrayList<>();
    for (Id id : missing) {
      if (stages.get(id) == Stage.INTENDED) {
        continue;
      }
      try {
        boolean ours = withdrawals.hasJustDeleted(application, id);
        Stage stage =
            !ours && present(application, requirements, id) ? Stage.FOUND : Stage.INTENDED;
        intents.add(new Publication(id, stage));
      } catch (ConfigException e) {
        found.add(String.valueOf(e.getMessage()));
      }
    }
    return intents;
  }

  private boolean present(ApplicationKey application, RequiredConfigurations requirements, Id id)
      throws ConfigException {
    return switch (id.kind()) {
      case MAPPING -> configurations.isIn(application, id);
      case DOCUMENT -> configurations.hasDocument(application, id, documentOf(requirements, id));
    };
  }

  private void write(ApplicationKey application, RequiredConfigurations requirements, Id id)
      throws ConfigException, ConflictException {
    switch (id.kind()) {
      case MAPPING -> configurations.putIn(application, id);
      case DOCUMENT -> configurations.writeDocument(application, id, documentOf(requirements, id));
    }
  }

  private static MetadataDocument documentOf(RequiredConfigurations requirements, Id id) {
    return Objects.requireNonNull(requirements.documents().get(new MetadataRevision(id.name())));
  }
}
