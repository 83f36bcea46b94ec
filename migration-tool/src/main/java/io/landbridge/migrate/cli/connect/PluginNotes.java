package io.landbridge.migrate.cli.connect;

import io.landbridge.migrate.lock.Notes;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.plugin.PluginClient;
import java.util.Optional;

/**
 * Notes as configurations of a group of our own, which the plugin compares and swaps.
 *
 * @param plugin the plugin of the cluster
 */
public record PluginNotes(PluginClient plugin) implements Notes {

  static final String GROUP = "LANDBRIDGE";

  @Override
  public Optional<String> read(String id) throws RegistryException {
    return plugin.configuration(NamespaceId.PUBLIC, GROUP, id).content();
  }

  @Override
  public boolean replace(String id, Optional<String> expected, String content)
      throws RegistryException {
    return plugin.replaceConfiguration(NamespaceId.PUBLIC, GROUP, id, expected, content).written();
  }
}
