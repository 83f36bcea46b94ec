package io.landbridge.service;

import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.service.answer.ApplicationStatus;
import io.landbridge.service.answer.DocumentStatus;
import io.landbridge.service.answer.DocumentSummary;
import io.landbridge.service.answer.InstanceStatus;
import io.landbridge.service.answer.MappingStatus;
import io.landbridge.service.answer.Page;
import io.landbridge.service.answer.PageRequest;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.InterfaceMapping;
import io.landbridge.state.OwnedInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;

/** What is in the catalog, in parts. */
final class CatalogLists {

  private static final String APPLICATIONS = "applications";
  private static final String INSTANCES = "instances";
  private static final String DOCUMENTS = "documents";
  private static final String MAPPINGS = "mappings";

  /** Documents are large; only so many are in memory at a time, whatever the limit. */
  private static final int DOCUMENTS_AT_A_TIME = 16;

  private final CatalogReader reader;

  CatalogLists(CatalogReader reader) {
    this.reader = reader;
  }

  Page<ApplicationStatus> applications(
      Optional<NamespaceId> namespace,
      PageRequest page,
      Function<ApplicationKey, ApplicationStatus> describe) {
    Optional<ApplicationKey> after =
        after(page, APPLICATIONS, 2, parts -> ApplicationKey.of(parts.get(0), parts.get(1)));
    List<ApplicationKey> keys =
        reader.applications().stream()
            .filter(key -> namespace.isEmpty() || namespace.get().equals(key.namespace()))
            .filter(key -> after.isEmpty() || key.compareTo(after.get()) > 0)
            .limit(page.limit() + 1L)
            .toList();
    return Page.of(
        keys,
        page,
        key -> Cursor.of(APPLICATIONS, key.namespace().value(), key.name().value()),
        describe);
  }

  Page<InstanceStatus> instances(ApplicationKey application, PageRequest page) {
    Optional<InstanceKey> after =
        after(
            page,
            INSTANCES,
            3,
            parts ->
                new InstanceKey(
                    application, parts.get(0), parts.get(1), Integer.parseInt(parts.get(2))));
    return Page.of(
        reader.instances(application, after, page.limit() + 1),
        page,
        owned -> {
          InstanceKey key = owned.instance().key();
          return Cursor.of(INSTANCES, key.group(), key.ip(), String.valueOf(key.port()));
        },
        CatalogLists::describe);
  }

  Page<DocumentSummary> documents(PageRequest page) {
    Optional<MetadataRevision> after =
        after(page, DOCUMENTS, 1, parts -> new MetadataRevision(parts.get(0)));
    List<DocumentSummary> found = new ArrayList<>();
    int wanted = page.limit() + 1;
    while (found.size() < wanted) {
      SortedMap<MetadataRevision, MetadataDocument> some =
          reader.documents(after, Math.min(DOCUMENTS_AT_A_TIME, wanted - found.size()));
      if (some.isEmpty()) {
        break;
      }
      some.forEach(
          (revision, document) ->
              found.add(
                  new DocumentSummary(
                      revision.value(),
                      document.application().value(),
                      document.services().size())));
      after = Optional.of(some.lastKey());
    }
    return Page.of(found, page, last -> Cursor.of(DOCUMENTS, last.revision()), Function.identity());
  }

  DocumentStatus document(MetadataRevision revision) throws AdministrationException {
    MetadataDocument document =
        reader
            .document(revision)
            .orElseThrow(
                () ->
                    new AdministrationException(
                        AdministrationException.Kind.NOT_FOUND,
                        "no instance has metadata of revision '%s'".formatted(revision)));
    return new DocumentStatus(
        revision.value(),
        document.application().value(),
        document.services().values().stream().map(CatalogLists::describe).toList());
  }

  Page<MappingStatus> mappings(NamespaceId namespace, PageRequest page) {
    Optional<String> after =
        after(
            page,
            MAPPINGS,
            2,
            parts -> {
              if (!parts.get(0).equals(namespace.value())) {
                throw new IllegalArgumentException("'after' is of another namespace");
              }
              return parts.get(1);
            });
    return Page.of(
        reader.mappings(namespace, after, page.limit() + 1),
        page,
        last -> Cursor.of(MAPPINGS, namespace.value(), last.serviceInterface()),
        mapping -> describe(namespace, mapping));
  }

  MappingStatus mapping(NamespaceId namespace, String serviceInterface)
      throws AdministrationException {
    InterfaceMapping mapping =
        new InterfaceMapping(serviceInterface, reader.mapping(namespace, serviceInterface));
    if (mapping.applications().isEmpty()) {
      throw new AdministrationException(
          AdministrationException.Kind.NOT_FOUND,
          "no application of namespace '%s' has the interface '%s'"
              .formatted(namespace, serviceInterface));
    }
    return describe(namespace, mapping);
  }

  private static <K> Optional<K> after(
      PageRequest page, String list, int parts, Function<List<String>, K> key) {
    return page.after().isEmpty()
        ? Optional.empty()
        : Optional.of(key.apply(Cursor.parts(page.after(), list, parts)));
  }

  private static DocumentStatus.Service describe(ServiceEntry entry) {
    return new DocumentStatus.Service(
        entry.name(),
        entry.group(),
        entry.version(),
        entry.protocol(),
        entry.port(),
        entry.path(),
        entry.params());
  }

  private static MappingStatus describe(NamespaceId namespace, InterfaceMapping mapping) {
    return new MappingStatus(
        namespace.value(),
        mapping.serviceInterface(),
        mapping.applications().stream().map(key -> key.name().value()).toList());
  }

  private static InstanceStatus describe(OwnedInstance owned) {
    ApplicationInstance instance = owned.instance();
    return new InstanceStatus(
        instance.group(),
        instance.ip(),
        instance.port(),
        instance.endpoints(),
        instance.cluster(),
        instance.healthy(),
        instance.enabled(),
        instance.revision().value(),
        instance.origin().label(),
        owned.owner().address(),
        instance.attributes());
  }
}
