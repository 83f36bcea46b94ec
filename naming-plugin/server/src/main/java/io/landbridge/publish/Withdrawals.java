package io.landbridge.publish;

import io.landbridge.command.Publication;
import io.landbridge.command.Publication.Id;
import io.landbridge.command.Publication.Kind;
import io.landbridge.command.Publication.Stage;
import io.landbridge.model.ApplicationKey;
import io.landbridge.state.CatalogReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes back what was written into the configuration centre: documents that are not referred to any
 * more, and everything of applications that are switched off. A mapping that was deleted is looked
 * at once more.
 *
 * <p>Touched by the publisher's thread alone.
 */
final class Withdrawals {

  private static final Logger LOG = LoggerFactory.getLogger(Withdrawals.class);

  /**
   * So long after a mapping was deleted somebody may still write what they read before. Where a
   * configuration is gone, the server takes a compare-and-swap for a creation, whatever it expects.
   */
  private static final long LATE_WRITER_NANOS = Duration.ofSeconds(2).toNanos();

  private final CatalogReader reader;
  private final ApplicationConfigurations configurations;
  private final NativeApplications natives;
  private final PublicationRecords records;
  private final long unusedAfterNanos;

  /** What was written for an application; the same may be published in several namespaces. */
  private record Published(ApplicationKey application, Id id) {}

  /** Since when a written document is not referred to. */
  private final Map<Published, Long> unusedSince = new HashMap<>();

  /** When a mapping was deleted because no other name was in it. */
  private final Map<Published, Long> deletedAt = new HashMap<>();

  /**
   * Makes one that has taken back nothing yet.
   *
   * @param natives tells what providers rely on that registered their application themselves
   * @param unusedAfter for how long a document must not be referred to
   */
  Withdrawals(
      CatalogReader reader,
      ApplicationConfigurations configurations,
      NativeApplications natives,
      PublicationRecords records,
      Duration unusedAfter) {
    this.reader = reader;
    this.configurations = configurations;
    this.natives = natives;
    this.records = records;
    this.unusedAfterNanos = unusedAfter.toNanos();
  }

  /** Whether a mapping was deleted here so short a time ago that it is looked at once more. */
  boolean hasJustDeleted(ApplicationKey application, Id mapping) {
    return deletedAt.containsKey(new Published(application, mapping));
  }

  /** Another member leads: it takes back what there is to take back. */
  void clear() {
    unusedSince.clear();
    deletedAt.clear();
  }

  /**
   * Takes back documents of an application that is switched on, of which no instance has made use
   * for long.
   *
   * @param found what could not be done
   */
  void collect(ApplicationKey application, RequiredConfigurations requirements, List<String> found)
      throws InterruptedException, CatalogUnavailableException {
    SortedSet<Id> needed = requirements.needed();
    long now = System.nanoTime();
    List<Id> gone = new ArrayList<>();
    for (Publication publication : requirements.published().values()) {
      Id id = publication.id();
      // A mapping is never taken away while the application is switched on: consumers that run do
      // not notice, and those that start while the last provider restarts would miss it.
      if (id.kind() != Kind.DOCUMENT) {
        continue;
      }
      Published document = new Published(application, id);
      if (needed.contains(id)) {
        unusedSince.remove(document);
      } else if (now - unusedSince.computeIfAbsent(document, key -> now) >= unusedAfterNanos
          && !natives.revisions(application).contains(id.name())) {
        takeBack(application, publication, gone, found);
      }
    }
    records.forget(application, gone);
    gone.forEach(id -> unusedSince.remove(new Published(application, id)));
  }

  /**
   * Takes back all that was written for an application that is switched off.
   *
   * @param found what could not be done
   */
  void withdraw(ApplicationKey application, List<String> found)
      throws InterruptedException, CatalogUnavailableException {
    unusedSince.keySet().removeIf(each -> each.application().equals(application));
    List<Publication> publications = new ArrayList<>(reader.publications(application));
    // Mappings first: the opposite order of publishing.
    publications.sort((one, other) -> other.id().kind().compareTo(one.id().kind()));
    if (publications.isEmpty()) {
      return;
    }
    Set<String> announced = natives.revisions(application);
    List<Id> gone = new ArrayList<>();
    for (Publication publication : publications) {
      if (isHandedOver(publication.id(), announced)) {
        gone.add(publication.id());
      } else {
        takeBack(application, publication, gone, found);
      }
    }
    records.forget(application, gone);
  }

  /**
   * Whether providers rely on it that registered the application themselves. Such a provider leaves
   * what it finds as it is, whoever wrote it, and does not write it again: from then on it is
   * theirs. Which interfaces they have is not always known, so that they get all mappings.
   */
  private static boolean isHandedOver(Id id, Set<String> announced) {
    return switch (id.kind()) {
      case MAPPING -> !announced.isEmpty();
      case DOCUMENT -> announced.contains(id.name());
    };
  }

  private void takeBack(
      ApplicationKey application, Publication publication, List<Id> gone, List<String> found) {
    Id id = publication.id();
    try {
      if (publication.stage() != Stage.FOUND) {
        switch (id.kind()) {
          case MAPPING -> takeOut(application, id);
          case DOCUMENT -> configurations.deleteDocument(application, id);
        }
      }
      gone.add(id);
    } catch (ConfigException | ConflictException e) {
      found.add(String.valueOf(e.getMessage()));
    }
  }

  private void takeOut(ApplicationKey application, Id mapping)
      throws ConfigException, ConflictException {
    if (configurations.takeOut(application, mapping)) {
      deletedAt.put(new Published(application, mapping), System.nanoTime());
    }
  }

  /**
   * Looks once more at mappings that were deleted.
   *
   * @return whether there are some to look at later
   */
  boolean takeBackFromLateWriters() {
    long now = System.nanoTime();
    for (Map.Entry<Published, Long> each : List.copyOf(deletedAt.entrySet())) {
      Published mapping = each.getKey();
      if (now - each.getValue() < LATE_WRITER_NANOS) {
        continue;
      }
      deletedAt.remove(mapping);
      if (reader.publications(mapping.application()).stream()
              .anyMatch(published -> published.id().equals(mapping.id()))
          || !natives.revisions(mapping.application()).isEmpty()) {
        continue;
      }
      try {
        takeOut(mapping.application(), mapping.id());
      } catch (ConfigException | ConflictException e) {
        LOG.warn(
            "{} may still be in the mapping of '{}' although translation is switched off",
            mapping.application(),
            mapping.id().name(),
            e);
      }
    }
    return !deletedAt.isEmpty();
  }
}
