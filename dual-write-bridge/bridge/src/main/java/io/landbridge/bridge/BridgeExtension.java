package io.landbridge.bridge;

import io.landbridge.bridge.legacy.BridgeConfig;
import io.landbridge.plugin.Extension;
import io.landbridge.plugin.Metric;
import java.util.List;

/** Wires the bridge of a member to the plugin it runs in. */
record BridgeExtension(LegacyBridge bridge, BridgeService administration, List<Metric> metrics)
    implements Extension {

  static BridgeExtension create(Context context, BridgeConfig config) {
    LegacyBridge bridge =
        new LegacyBridge(
            context.self(),
            context.log(),
            context.reader(),
            context.catalog(),
            context.services(),
            context.local(),
            config,
            new LegacyOpener(config));
    BridgeService administration =
        new BridgeService(
            context.self(), context.reader(), context.catalog(), bridge, System::currentTimeMillis);
    return new BridgeExtension(bridge, administration, BridgeMetrics.of(administration));
  }

  @Override
  public void start() {
    bridge.start();
  }

  @Override
  public void suspend(boolean suspended) {
    bridge.suspend(suspended);
  }

  @Override
  public void close() {
    bridge.close();
  }
}
