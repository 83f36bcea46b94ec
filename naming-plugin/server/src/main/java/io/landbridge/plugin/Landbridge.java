package io.landbridge.plugin;

import io.landbridge.service.Administration;
import io.landbridge.service.BridgeAdministration;
import io.landbridge.service.Maintenance;
import io.landbridge.view.derived.DerivedView;
import java.time.Duration;
import java.util.List;

/** The running plugin, as the host that started it sees it. */
public interface Landbridge extends AutoCloseable {

  /** What to add to reads and pushes. */
  DerivedView view();

  /** Called once the host's answers come from {@link #view}: tells whoever was answered before. */
  void inUse();

  /**
   * Waits until this member shows what the group had committed when it was asked. A member that
   * knows nothing yet, and finds no leader soon, may be one of a group that begins; it does not
   * wait for long.
   *
   * @param limit how long at the most
   * @return whether it does; false when the time is over
   */
  boolean awaitCurrent(Duration limit) throws InterruptedException;

  /** What operators can ask for. */
  Administration administration();

  /** What it counts. */
  List<Metric> metrics();

  /** What keeping the cluster in order needs. */
  Maintenance maintenance();

  /** The bridge to a legacy cluster. */
  BridgeAdministration bridge();

  /** Stops all threads and closes the store; the server's own work goes on. Never throws. */
  @Override
  void close();
}
