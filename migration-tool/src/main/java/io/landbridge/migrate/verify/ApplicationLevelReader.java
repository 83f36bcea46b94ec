package io.landbridge.migrate.verify;

import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.dubbo.json.MalformedDocumentException;
import io.landbridge.dubbo.json.MetadataDocumentCodec;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Landscape;
import io.landbridge.migrate.verify.ApplicationLevel.DocumentAnswer;
import io.landbridge.migrate.verify.ApplicationLevel.DocumentKey;
import io.landbridge.migrate.verify.ApplicationLevel.MappingKey;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads documents and mappings as a consumer does. */
public final class ApplicationLevelReader {

  private final Registry registry;
  private final MetadataDocumentCodec codec = new MetadataDocumentCodec();

  /** Makes a reader of a registry. */
  public ApplicationLevelReader(Registry registry) {
    this.registry = registry;
  }

  /** Reads what the given applications need. */
  public ApplicationLevel read(Landscape landscape, Collection<ApplicationInventory> applications)
      throws RegistryException {
    Map<DocumentKey, DocumentAnswer> documents = new HashMap<>();
    Map<MappingKey, Set<String>> mappings = new HashMap<>();
    for (ApplicationInventory application : applications) {
      NamespaceId namespace = NamespaceId.of(application.namespace());
      ApplicationKey key =
          new ApplicationKey(namespace, new ApplicationName(application.application()));
      for (var each : application.interfaces()) {
        MappingKey mapping = new MappingKey(namespace, each.interfaceName());
        if (!mappings.containsKey(mapping)) {
          mappings.put(mapping, mapping(mapping));
        }
      }
      for (var service : landscape.applicationServices().entrySet()) {
        if (service.getKey().namespace().equals(namespace)
            && service.getKey().name().equals(application.application())) {
          documents(key, service.getValue(), documents);
        }
      }
    }
    return new ApplicationLevel(documents, mappings);
  }

  private void documents(
      ApplicationKey key, List<RegisteredInstance> instances, Map<DocumentKey, DocumentAnswer> into)
      throws RegistryException {
    for (RegisteredInstance instance : instances) {
      DocumentKey document =
          new DocumentKey(key, instance.metadata().getOrDefault(MetadataKeys.REVISION, ""));
      if ("remote".equals(instance.metadata().get(MetadataKeys.STORAGE_TYPE))
          && !document.revision().isEmpty()
          && !into.containsKey(document)) {
        into.put(document, document(document));
      }
    }
  }

  private DocumentAnswer document(DocumentKey key) throws RegistryException {
    Optional<String> text;
    try {
      text =
          registry.config(
              key.application().namespace(),
              key.revision(),
              NacosSpelling.id(key.application().name().value()));
    } catch (RegistryException e) {
      if (e.kind() != Kind.REFUSED) {
        throw e;
      }
      return new DocumentAnswer.Unusable("the server does not provide its document: " + e.what());
    }
    if (text.isEmpty()) {
      return new DocumentAnswer.Unusable("the metadata document for its revision is missing");
    }
    try {
      return new DocumentAnswer.Found(codec.decode(text.get()));
    } catch (MalformedDocumentException e) {
      return new DocumentAnswer.Unusable(
          "the metadata document for its revision is malformed: " + e.getMessage());
    }
  }

  private Set<String> mapping(MappingKey key) throws RegistryException {
    String text = "";
    try {
      text =
          registry
              .config(
                  key.namespace(),
                  MetadataKeys.MAPPING_GROUP,
                  NacosSpelling.id(key.interfaceName()))
              .orElse("");
    } catch (RegistryException e) {
      if (e.kind() != Kind.REFUSED) {
        throw e;
      }
      // Nobody can read it, so nobody is in it.
    }
    // As Dubbo 3.0 does: a blank or a line end next to a name is a part of it.
    return Set.of(Arrays.stream(text.split(",", -1)).distinct().toArray(String[]::new));
  }
}
