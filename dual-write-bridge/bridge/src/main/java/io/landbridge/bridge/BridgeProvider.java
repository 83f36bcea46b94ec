package io.landbridge.bridge;

import io.landbridge.bridge.legacy.BridgeConfig;
import io.landbridge.plugin.Extension;
import io.landbridge.plugin.Settings;
import io.landbridge.registry.AllowedHosts;

/** Brings the bridge into the plugin; found by {@link java.util.ServiceLoader}. */
public final class BridgeProvider implements Extension.Provider {

  private static final String ALLOW = "landbridge.bridge.allow";

  /** Called by {@link java.util.ServiceLoader}. */
  public BridgeProvider() {}

  @Override
  public Extension.Factory configure(Settings settings) {
    BridgeConfig config = read(settings);
    return context -> BridgeExtension.create(context, config);
  }

  /**
   * Reads every setting under {@code landbridge.bridge.} but {@code in-place}, which concerns the
   * server.
   */
  static BridgeConfig read(Settings settings) {
    BridgeConfig standard = BridgeConfig.DEFAULT;
    return new BridgeConfig(
        settings.text("landbridge.bridge.password-file"),
        settings.text("landbridge.bridge.trust-file"),
        settings.duration("landbridge.bridge.full-read", standard.fullRead()),
        settings.percent("landbridge.bridge.max-shrink", standard.maxShrinkPercent()),
        settings.duration("landbridge.bridge.settle", standard.settle()),
        settings.duration("landbridge.bridge.hold", standard.hold()),
        settings.duration("landbridge.bridge.grace", standard.grace()),
        allowedHosts(settings));
  }

  private static AllowedHosts allowedHosts(Settings settings) {
    boolean clearText = settings.isTrue("landbridge.bridge.clear-text", false);
    try {
      return AllowedHosts.parse(settings.text(ALLOW), clearText);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(ALLOW + ": " + e.getMessage(), e);
    }
  }
}
