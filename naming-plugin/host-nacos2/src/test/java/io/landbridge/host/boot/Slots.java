package io.landbridge.host.boot;

import io.landbridge.plugin.Landbridge;
import java.util.Map;

/** Slots of servers that tests stand for. */
public final class Slots {

  private Slots() {}

  /** A slot with a plugin that runs. */
  public static PluginSlot of(Landbridge plugin) {
    PluginSlot slot = PluginSlot.starting("Nacos of a test", "", Map.of());
    slot.started(plugin);
    return slot;
  }
}
