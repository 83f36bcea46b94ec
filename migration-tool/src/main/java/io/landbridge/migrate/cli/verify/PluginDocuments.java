package io.landbridge.migrate.cli.verify;

import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ProvenDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.migrate.verify.ApplicationLevel.DocumentAnswer;
import io.landbridge.migrate.verify.ProviderDocuments;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginDocument;
import io.landbridge.registry.plugin.PluginInstance;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Documents of providers that keep them themselves, as the plugin has them. Whoever is told nothing
 * by the plugin can compare the rest all the same.
 */
final class PluginDocuments implements ProviderDocuments {

  private static final String OPEN = "the document is stored at the provider (storage type local)";

  private static final Set<Kind> NOT_TOLD =
      EnumSet.of(Kind.PLUGIN_MISSING, Kind.UNAUTHORISED, Kind.UNAVAILABLE);

  private final PluginClient plugin;

  private final Map<MetadataRevision, Optional<MetadataDocument>> documents = new HashMap<>();
  private final Map<ApplicationKey, Map<InstanceKey, PluginInstance>> instances = new HashMap<>();

  /** Why the plugin tells nothing; empty while it does. */
  private String silence = "";

  PluginDocuments(PluginClient plugin) {
    this.plugin = plugin;
  }

  @Override
  public DocumentAnswer document(ApplicationInstance claimed) throws RegistryException {
    if (!silence.isEmpty()) {
      return new DocumentAnswer.Unusable(silence);
    }
    try {
      Optional<MetadataDocument> known =
          ProvenDocument.isKeptUnderAnother(claimed.revision())
              ? asClaimed(claimed)
              : document(claimed.revision());
      return known.isPresent()
          ? new DocumentAnswer.Found(known.get())
          : new DocumentAnswer.Unusable(OPEN + ", and the plugin has not fetched it yet");
    } catch (RegistryException e) {
      if (!NOT_TOLD.contains(e.kind())) {
        throw e;
      }
      silence = "%s, and the plugin does not report it (%s)".formatted(OPEN, e.what());
      return new DocumentAnswer.Unusable(silence);
    }
  }

  private Optional<MetadataDocument> document(MetadataRevision revision) throws RegistryException {
    Optional<MetadataDocument> document = documents.get(revision);
    if (document == null) {
      document = plugin.document(revision.value()).map(PluginDocuments::document);
      documents.put(revision, document);
    }
    return document;
  }

  /** What the plugin keeps of a document, with what belongs to the process put back. */
  private Optional<MetadataDocument> asClaimed(ApplicationInstance claimed)
      throws RegistryException {
    ApplicationKey application = claimed.application();
    Map<InstanceKey, PluginInstance> there = instances.get(application);
    if (there == null) {
      there = new HashMap<>();
      for (PluginInstance each : plugin.instances(application)) {
        there.put(new InstanceKey(application, each.group(), each.ip(), each.port()), each);
      }
      instances.put(application, there);
    }
    PluginInstance kept = there.get(claimed.key());
    if (kept == null) {
      return Optional.empty();
    }
    return document(new MetadataRevision(kept.revision()))
        .flatMap(document -> ProvenDocument.asClaimed(document, kept.attributes()))
        .filter(document -> document.proven(claimed.revision()).isPresent());
  }

  private static MetadataDocument document(PluginDocument known) {
    return MetadataDocument.of(
        new ApplicationName(known.application()),
        known.services().stream()
            .map(
                each ->
                    new ServiceEntry(
                        each.name(),
                        each.group(),
                        each.version(),
                        each.protocol(),
                        each.port(),
                        each.path(),
                        each.params()))
            .toList());
  }
}
