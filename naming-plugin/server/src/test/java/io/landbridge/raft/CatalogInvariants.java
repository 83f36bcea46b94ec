package io.landbridge.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.command.Publication;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.InterfaceMapping;
import io.landbridge.state.MemoryState;
import io.landbridge.state.OwnedInstance;
import io.landbridge.store.ModelDigest;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What must be true of a catalog, compared with plain maps. */
final class CatalogInvariants {

  private CatalogInvariants() {}

  /** Everything that can be read is what the maps hold, the digest included. */
  static void assertSame(CatalogReader reader, MemoryState model) {
    assertThat(reader.position().digest()).isEqualTo(ModelDigest.of(model));
    Set<ApplicationKey> inhabited =
        model.instances.values().stream()
            .map(owned -> owned.instance().application())
            .collect(Collectors.toSet());
    Set<ApplicationKey> applications = new TreeSet<>(inhabited);
    applications.addAll(model.translations.keySet());
    assertThat(reader.applications()).isEqualTo(applications);
    for (ApplicationKey application : applications) {
      assertThat(reader.instances(application))
          .containsExactlyElementsOf(
              model.instances.values().stream()
                  .filter(it -> it.instance().application().equals(application))
                  .toList());
      assertThat(reader.groups(application))
          .isEqualTo(
              model.instances.values().stream()
                  .filter(it -> it.instance().application().equals(application))
                  .map(it -> it.instance().group())
                  .collect(Collectors.toSet()));
      assertThat(reader.revisions(application)).isEqualTo(model.revisionsOf(application));
      assertThat(reader.translation(application)).isEqualTo(model.translation(application));
      assertThat(reader.publications(application)).isEqualTo(model.publicationsOf(application));
    }
    Set<MemberId> owners =
        model.instances.values().stream().map(OwnedInstance::owner).collect(Collectors.toSet());
    assertThat(reader.owners()).isEqualTo(owners);
    for (MemberId member : owners) {
      assertThat(reader.ownedBy(member))
          .containsExactlyElementsOf(
              model.instances.values().stream().filter(it -> it.owner().equals(member)).toList());
    }
    assertThat(reader.epochs()).isEqualTo(model.epochs);
    assertThat(reader.documents(Optional.empty(), 10_000)).isEqualTo(model.documents);
    assertReferences(model);
    for (NamespaceId namespace :
        applications.stream().map(ApplicationKey::namespace).collect(Collectors.toSet())) {
      assertThat(reader.mappings(namespace, Optional.empty(), 10_000))
          .containsExactlyInAnyOrderElementsOf(
              model.mappingsOf(namespace).entrySet().stream()
                  .map(each -> new InterfaceMapping(each.getKey(), each.getValue()))
                  .toList());
    }
    assertThat(reader.bridge()).isEqualTo(model.bridge);
    SortedMap<ServiceKey, Integer> services = new TreeMap<>();
    model.imported.keySet().forEach(key -> services.merge(key.service(), 1, Integer::sum));
    assertThat(reader.importedServices()).isEqualTo(services);
    for (ServiceKey service : services.keySet()) {
      assertThat(reader.imported(service))
          .containsExactlyElementsOf(
              model.imported.values().stream()
                  .filter(it -> it.key().service().equals(service))
                  .toList());
    }
    assertThat(reader.position().instances()).isEqualTo(model.instances.size());
    assertThat(reader.position().documents()).isEqualTo(model.documents.size());
    assertThat(reader.position().applications()).isEqualTo(inhabited.size());
  }

  /** Counted anew: no document without a reference, no reference without a document. */
  private static void assertReferences(MemoryState model) {
    assertThat(model.references.keySet()).isEqualTo(model.documents.keySet());
    model.references.forEach(
        (revision, count) -> {
          long instances =
              model.instances.values().stream()
                  .filter(it -> it.instance().revision().equals(revision))
                  .count();
          long publications =
              model.publications.values().stream()
                  .map(Publication::id)
                  .filter(id -> id.kind() == Publication.Kind.DOCUMENT)
                  .filter(id -> id.name().equals(revision.value()))
                  .count();
          assertThat(instances + publications)
              .as("references to %s", revision)
              .isEqualTo(count.longValue());
        });
  }
}
