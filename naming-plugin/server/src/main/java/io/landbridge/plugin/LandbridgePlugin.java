package io.landbridge.plugin;

import io.landbridge.service.Administration;
import io.landbridge.service.BridgeAdministration;
import io.landbridge.service.Maintenance;
import io.landbridge.service.MemberIdentity;
import io.landbridge.service.unavailable.UnavailableAdministration;
import io.landbridge.service.unavailable.UnavailableBridge;
import io.landbridge.service.unavailable.UnavailableMaintenance;
import io.landbridge.view.derived.DerivedView;
import io.landbridge.view.derived.EmptyView;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Starts the plugin. */
public final class LandbridgePlugin {

  private LandbridgePlugin() {}

  /**
   * Starts the plugin in a server.
   *
   * @param host the server; its port to the log is joined before this returns
   * @param config settings
   * @return the running plugin
   * @throws IOException if the catalog's files cannot be created
   */
  public static Landbridge start(Host host, PluginConfig config) throws IOException {
    return RunningPlugin.start(host, config, version());
  }

  /**
   * A plugin that does nothing but say why.
   *
   * @param server line and version of the server
   * @param member address of this member, as far as it is known
   * @param reason what an operator must know and do
   */
  public static Landbridge disabled(String server, String member, String reason) {
    MemberIdentity identity = new MemberIdentity(version(), server, member);
    return idle(UnavailableAdministration.disabled(identity, reason), identity);
  }

  /**
   * A plugin whose server still starts.
   *
   * @param server line and version of the server
   */
  public static Landbridge starting(String server) {
    MemberIdentity identity = new MemberIdentity(version(), server, "");
    return idle(UnavailableAdministration.starting(identity), identity);
  }

  private static Landbridge idle(Administration administration, MemberIdentity identity) {
    return new IdleLandbridge(
        new EmptyView(),
        administration,
        new UnavailableMaintenance(identity, System::currentTimeMillis),
        new UnavailableBridge());
  }

  /** The version of this plugin. */
  public static String version() {
    String version = LandbridgePlugin.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  private record IdleLandbridge(
      DerivedView view,
      Administration administration,
      Maintenance maintenance,
      BridgeAdministration bridge)
      implements Landbridge {
    @Override
    public void inUse() {}

    @Override
    public boolean awaitCurrent(Duration limit) {
      return true;
    }

    @Override
    public List<Metric> metrics() {
      return List.of();
    }

    @Override
    public void close() {}
  }
}
