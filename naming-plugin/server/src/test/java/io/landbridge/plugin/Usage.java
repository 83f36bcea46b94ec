package io.landbridge.plugin;

import io.landbridge.store.StoreMemory;
import io.landbridge.view.ViewStats;

/** What a running plugin says of itself to nobody but measurements. */
public record Usage(StoreMemory store, ViewStats view) {

  public static Usage of(Landbridge plugin) {
    RunningPlugin running = (RunningPlugin) plugin;
    return new Usage(running.storeMemory(), running.viewStats());
  }
}
