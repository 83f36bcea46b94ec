package io.landbridge.host.boot;

import io.landbridge.plugin.Landbridge;
import io.landbridge.plugin.LandbridgePlugin;
import io.landbridge.service.Administration;
import io.landbridge.service.BridgeAdministration;
import io.landbridge.service.Maintenance;
import io.landbridge.service.answer.Status;
import io.landbridge.view.derived.DerivedView;
import java.util.Map;

/**
 * Where the plugin is, for the server's beans that are made long before it runs. Safe for use from
 * any thread.
 */
public final class PluginSlot {

  private final String server;
  private final String note;
  private final Map<String, String> settings;
  private final FurtherSubscribers further = new FurtherSubscribers();
  private volatile Landbridge plugin;

  private PluginSlot(String server, String note, Map<String, String> settings, Landbridge plugin) {
    this.server = server;
    this.note = note;
    this.settings = settings;
    this.plugin = plugin;
  }

  /**
   * A slot whose plugin will be started.
   *
   * @param note what an operator must know of this server; empty for one of a tested range
   * @param settings what the plugin's settings are, defaults included
   */
  static PluginSlot starting(String server, String note, Map<String, String> settings) {
    return new PluginSlot(server, note, settings, LandbridgePlugin.starting(server));
  }

  /** A slot whose plugin will not be started. */
  static PluginSlot disabled(String server, String reason) {
    return new PluginSlot(server, "", Map.of(), LandbridgePlugin.disabled(server, "", reason));
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

  /** What the plugin's settings are, defaults included; empty for one that is not started. */
  public Map<String, String> settings() {
    return settings;
  }

  /** What to add to reads and pushes now. */
  public DerivedView view() {
    return plugin.view();
  }

  /** The same status, with what an operator must know of the server. */
  public Status noted(Status status) {
    return note.isEmpty() ? status : status.noted(note);
  }

  /** What operators can ask for now. */
  public Administration administration() {
    return plugin.administration();
  }

  /** How this member is now. */
  public Status status() {
    return noted(administration().status());
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
