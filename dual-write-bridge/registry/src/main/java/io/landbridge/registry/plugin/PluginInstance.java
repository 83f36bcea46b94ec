package io.landbridge.registry.plugin;

import java.util.Map;

/**
 * An instance of an application as the catalog has it.
 *
 * @param group the Nacos group
 * @param ip its address
 * @param port the port of its first endpoint
 * @param revision under which the catalog has its document
 * @param attributes what belongs to this process alone
 */
public record PluginInstance(
    String group, String ip, int port, String revision, Map<String, String> attributes) {

  /** Copies the attributes. */
  public PluginInstance {
    attributes = Map.copyOf(attributes);
  }
}
