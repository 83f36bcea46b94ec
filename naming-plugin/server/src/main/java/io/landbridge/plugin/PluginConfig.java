package io.landbridge.plugin;

import io.landbridge.document.DocumentConfig;
import io.landbridge.membership.MembershipConfig;
import io.landbridge.observe.ObserverConfig;
import io.landbridge.publish.PublisherConfig;
import io.landbridge.view.ViewConfig;

/**
 * Every setting of the plugin, parsed once.
 *
 * @param observer how registrations are followed
 * @param publisher how documents and mappings are written
 * @param view how derived answers are kept
 * @param documents how the documents of providers are had that registered their application
 * @param membership how the group follows the member list
 */
public record PluginConfig(
    ObserverConfig observer,
    PublisherConfig publisher,
    ViewConfig view,
    DocumentConfig documents,
    MembershipConfig membership) {

  /** The settings an operator gets who sets none. */
  public static final PluginConfig DEFAULT =
      new PluginConfig(
          ObserverConfig.DEFAULT,
          PublisherConfig.DEFAULT,
          ViewConfig.DEFAULT,
          DocumentConfig.DEFAULT,
          MembershipConfig.DEFAULT);
}
