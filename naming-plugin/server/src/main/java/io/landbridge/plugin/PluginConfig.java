package io.landbridge.plugin;

import io.landbridge.document.DocumentConfig;
import io.landbridge.membership.MembershipConfig;
import io.landbridge.observe.ObserverConfig;
import io.landbridge.publish.PublisherConfig;
import io.landbridge.view.ViewConfig;
import java.time.Duration;

/**
 * Every setting of the plugin, parsed once.
 *
 * @param observer how registrations are followed
 * @param publisher how documents and mappings are written
 * @param view how derived answers are kept
 * @param documents how the documents of providers are had that registered their application
 * @param membership how the group follows the member list
 * @param extension creates the bridge to a legacy cluster
 * @param startWait how long a starting server keeps its clients waiting until this member shows
 *     what the group knows; zero: not at all
 */
public record PluginConfig(
    ObserverConfig observer,
    PublisherConfig publisher,
    ViewConfig view,
    DocumentConfig documents,
    MembershipConfig membership,
    Extension.Factory extension,
    Duration startWait) {

  private static final Duration START_WAIT = Duration.ofSeconds(10);

  /** Without a bridge, and with the start as an operator gets it who sets nothing of it. */
  public PluginConfig(
      ObserverConfig observer,
      PublisherConfig publisher,
      ViewConfig view,
      DocumentConfig documents,
      MembershipConfig membership) {
    this(observer, publisher, view, documents, membership, Extension.Factory.NONE, START_WAIT);
  }

  /** The settings an operator gets who sets none. */
  public static final PluginConfig DEFAULT =
      new PluginConfig(
          ObserverConfig.DEFAULT,
          PublisherConfig.DEFAULT,
          ViewConfig.DEFAULT,
          DocumentConfig.DEFAULT,
          MembershipConfig.DEFAULT);
}
