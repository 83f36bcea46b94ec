package io.landbridge.state;

import io.landbridge.command.Publication;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MetadataRevision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The stored state with the edits of one command on top, and the references to documents counted
 * along. Lives for one decision, on one thread.
 */
final class Draft {

  private final StateView stored;

  /** In the order of the command; to sort hundreds of keys costs as much as to read them. */
  private final Map<InstanceKey, Optional<OwnedInstance>> instances = new LinkedHashMap<>();

  private final SortedMap<Publication.Id, Optional<Publication>> publications = new TreeMap<>();
  private final SortedMap<MetadataRevision, Integer> references = new TreeMap<>();

  Draft(StateView stored) {
    this.stored = stored;
  }

  Optional<OwnedInstance> instance(InstanceKey key) {
    Optional<OwnedInstance> edited = instances.get(key);
    return edited != null ? edited : stored.instance(key);
  }

  void putInstance(OwnedInstance instance) {
    setInstance(instance.instance().key(), Optional.of(instance));
  }

  void removeInstance(InstanceKey key) {
    setInstance(key, Optional.empty());
  }

  private void setInstance(InstanceKey key, Optional<OwnedInstance> after) {
    instance(key).ifPresent(before -> count(before.instance().revision(), -1));
    after.ifPresent(now -> count(now.instance().revision(), 1));
    instances.put(key, after);
  }

  Optional<Publication> publication(ApplicationKey application, Publication.Id id) {
    Optional<Publication> edited = publications.get(id);
    return edited != null ? edited : stored.publication(application, id);
  }

  void putPublication(ApplicationKey application, Publication publication) {
    setPublication(application, publication.id(), Optional.of(publication));
  }

  void removePublication(ApplicationKey application, Publication.Id id) {
    setPublication(application, id, Optional.empty());
  }

  private void setPublication(
      ApplicationKey application, Publication.Id id, Optional<Publication> after) {
    if (id.kind() == Publication.Kind.DOCUMENT) {
      MetadataRevision revision = new MetadataRevision(id.name());
      publication(application, id).ifPresent(before -> count(revision, -1));
      after.ifPresent(now -> count(revision, 1));
    }
    publications.put(id, after);
  }

  private void count(MetadataRevision revision, int difference) {
    references.put(revision, references(revision) + difference);
  }

  private int references(MetadataRevision revision) {
    Integer edited = references.get(revision);
    return edited != null ? edited : stored.references(revision);
  }

  /** The edited instances that differ from the stored ones. */
  List<Change> instanceChanges() {
    List<Change> changes = new ArrayList<>();
    instances.forEach(
        (key, after) -> {
          if (!after.equals(stored.instance(key))) {
            changes.add(
                after
                    .<Change>map(Change.PutInstance::new)
                    .orElseGet(() -> new Change.RemoveInstance(key)));
          }
        });
    return changes;
  }

  /** The edited publications that differ from the stored ones. */
  List<Change> publicationChanges(ApplicationKey application) {
    List<Change> changes = new ArrayList<>();
    publications.forEach(
        (id, after) -> {
          if (!after.equals(stored.publication(application, id))) {
            changes.add(
                after
                    .<Change>map(now -> new Change.PutPublication(application, now))
                    .orElseGet(() -> new Change.RemovePublication(application, id)));
          }
        });
    return changes;
  }

  /**
   * What becomes of the documents whose references changed.
   *
   * @param enclosed has every document that is referred to now and was not before
   */
  List<Change> documentChanges(Map<MetadataRevision, MetadataDocument> enclosed) {
    List<Change> changes = new ArrayList<>();
    references.forEach(
        (revision, after) -> {
          int before = stored.references(revision);
          if (after == before) {
            return;
          }
          changes.add(new Change.SetReferences(revision, after));
          if (before == 0) {
            MetadataDocument document = Objects.requireNonNull(enclosed.get(revision), "enclosed");
            changes.add(new Change.PutDocument(revision, document));
          } else if (after == 0) {
            changes.add(new Change.RemoveDocument(revision));
          }
        });
    return changes;
  }
}
