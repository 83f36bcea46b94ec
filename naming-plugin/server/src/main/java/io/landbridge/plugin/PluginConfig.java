package io.landbridge.plugin;

import io.landbridge.observe.ObserverConfig;
import io.landbridge.publish.PublisherConfig;

/**
 * Every setting of the plugin, parsed once.
 *
 * @param observer how registrations are followed
 * @param publisher how documents and mappings are written
 */
public record PluginConfig(ObserverConfig observer, PublisherConfig publisher) {

  /** The settings an operator gets who sets none. */
  public static final PluginConfig DEFAULT =
      new PluginConfig(ObserverConfig.DEFAULT, PublisherConfig.DEFAULT);
}
