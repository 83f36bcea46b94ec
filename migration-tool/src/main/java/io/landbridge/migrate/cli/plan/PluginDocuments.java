package io.landbridge.migrate.cli.plan;

import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.migrate.verify.ApplicationLevel.DocumentAnswer;
import io.landbridge.migrate.verify.ProviderDocuments;
import io.landbridge.model.ApplicationName;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginDocument;
import java.util.EnumSet;
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

  /** Why the plugin tells nothing; empty while it does. */
  private String silence = "";

  PluginDocuments(PluginClient plugin) {
    this.plugin = plugin;
  }

  @Override
  public DocumentAnswer document(String revision) throws RegistryException {
    if (!silence.isEmpty()) {
      return new DocumentAnswer.Unusable(silence);
    }
    try {
      Optional<PluginDocument> known = plugin.document(revision);
      return known.isPresent()
          ? new DocumentAnswer.Found(document(known.get()))
          : new DocumentAnswer.Unusable(OPEN + ", and the plugin has not fetched it yet");
    } catch (RegistryException e) {
      if (!NOT_TOLD.contains(e.kind())) {
        throw e;
      }
      silence = "%s, and the plugin does not report it (%s)".formatted(OPEN, e.what());
      return new DocumentAnswer.Unusable(silence);
    }
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
