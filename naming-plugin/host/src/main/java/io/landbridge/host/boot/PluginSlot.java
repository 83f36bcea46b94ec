package io.landbridge.host.boot;

import io.landbridge.plugin.Landbridge;
import io.landbridge.plugin.LandbridgePlugin;
import io.landbridge.service.Administration;
import io.landbridge.service.BridgeAdministration;
import io.landbridge.service.Maintenance;
import io.landbridge.view.DerivedView;

/**
 * Where the plugin is, for the server's beans that are made long before it runs. Safe for use from
 * any thread.
 */
public final class PluginSlot {

  private final String server;
  private final FurtherSubscribers further = new FurtherSubscribers();
  private volatile Landbridge plugin;

  private PluginSlot(String server, Landbridge plugin) {
    this.server = server;
    this.plugin = plugin;
  }

  /** A slot whose plugin will be started. */
  static PluginSlot starting(String server) {
    return new PluginSlot(server, LandbridgePlugin.starting(server));
  }

  /** A slot whose plugin will not be started. */
  static PluginSlot disabled(String server, String reason) {
    return new PluginSlot(server, LandbridgePlugin.disabled(server, "", reason));
  }

  /** Puts the started plugin in, and has it tell those whom the server answered without it. */
  public void started(Landbridge started) {
    plugin = started;
    started.inUse();
  }

  /**
   * Takes the plugin out of service.
   *
   * @param member address of this member
   * @param reason what an operator must know and do
   */
  public void disable(String member, String reason) {
    Landbridge before = plugin;
    plugin = LandbridgePlugin.disabled(server, member, reason);
    before.close();
  }

  /** Who subscribes to services without the server knowing. */
  public FurtherSubscribers further() {
    return further;
  }

  /** What to add to reads and pushes now. */
  public DerivedView view() {
    return plugin.view();
  }

  /** What operators can ask for now. */
  public Administration administration() {
    return plugin.administration();
  }

  /** The bridge to a legacy cluster, as it is now. */
  public BridgeAdministration bridge() {
    return plugin.bridge();
  }

  /** What keeping the cluster in order needs, now. */
  public Maintenance maintenance() {
    return plugin.maintenance();
  }
}
