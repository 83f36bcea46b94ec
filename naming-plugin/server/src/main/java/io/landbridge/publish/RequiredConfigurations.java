package io.landbridge.publish;

import io.landbridge.command.Publication;
import io.landbridge.command.Publication.Id;
import io.landbridge.command.Publication.Kind;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.state.CatalogReader;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the consumers of an application need in the configuration centre, and what is there.
 *
 * @param documents the documents of what interface-level registrations make; what providers
 *     registered themselves they also publish themselves
 * @param interfaces the interfaces in them
 * @param published what was published so far
 */
public record RequiredConfigurations(
    SortedMap<MetadataRevision, MetadataDocument> documents,
    SortedSet<String> interfaces,
    Map<Id, Publication> published) {

  /** Copies the collections. */
  public RequiredConfigurations {
    documents = Collections.unmodifiableSortedMap(new TreeMap<>(documents));
    interfaces = Collections.unmodifiableSortedSet(new TreeSet<>(interfaces));
    published = Map.copyOf(published);
  }

  /**
   * Reads the requirements of an application from this member's catalog; takes as long as it has
   * revisions, however many instances have them.
   */
  public static RequiredConfigurations of(CatalogReader reader, ApplicationKey application) {
    SortedMap<MetadataRevision, MetadataDocument> documents = new TreeMap<>();
    reader
        .revisions(application)
        .forEach(
            (revision, use) -> {
              if (use.folded() > 0) {
                reader.document(revision).ifPresent(it -> documents.put(revision, it));
              }
            });
    SortedSet<String> interfaces =
        documents.values().stream()
            .flatMap(document -> document.services().values().stream())
            .map(ServiceEntry::name)
            .collect(Collectors.toCollection(TreeSet::new));
    Map<Id, Publication> published =
        reader.publications(application).stream()
            .collect(Collectors.toMap(Publication::id, Function.identity()));
    return new RequiredConfigurations(documents, interfaces, published);
  }

  /** Everything that is needed, published or not. */
  public SortedSet<Id> needed() {
    SortedSet<Id> needed = new TreeSet<>();
    documents.keySet().forEach(revision -> needed.add(new Id(Kind.DOCUMENT, revision.value())));
    interfaces.forEach(name -> needed.add(new Id(Kind.MAPPING, NacosSpelling.id(name))));
    return needed;
  }

  /** What is needed and not there yet. */
  public SortedSet<Id> missing() {
    SortedSet<Id> missing = needed();
    missing.removeIf(
        id -> {
          Publication publication = published.get(id);
          return publication != null && publication.stage() != Publication.Stage.INTENDED;
        });
    return missing;
  }
}
