package io.landbridge.bridge.imports;

import io.landbridge.bridge.imports.ImportStep.Gaps;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.state.BridgeRecord;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what to think of imported instances that are gone in the legacy cluster. For one thread. */
final class ImportGaps {

  private static final Logger LOG = LoggerFactory.getLogger(ImportGaps.class);

  private final KnownInstances known;
  private final HeldRemovals removals;
  private final Duration hold;

  ImportGaps(KnownInstances known, HeldRemovals removals, Duration hold) {
    this.known = known;
    this.removals = removals;
    this.hold = hold;
  }

  /**
   * After some services were read alone.
   *
   * @param gone first hand
   * @param emptied those that have nothing any more
   * @param changed all that were read
   */
  Gaps afterSome(
      LegacyCluster cluster,
      BridgeRecord bridge,
      List<ImportedInstance.Key> gone,
      List<ServiceKey> emptied,
      Set<ServiceKey> changed)
      throws RegistryException {
    if (!bridge.isComplete() || gone.isEmpty()) {
      return Gaps.UNKNOWN;
    }
    if (known.areBelieved(cluster, emptied, changed)
        && removals.allowsSome(known.lost(gone), known.count())) {
      return Gaps.BELIEVED;
    }
    return removals.held() == 0 ? Gaps.DOUBTED : Gaps.HELD;
  }

  /** After everything was read; warns of what is held. */
  Gaps afterAll(BridgeRecord bridge, List<ImportedInstance.Key> gone) {
    int before = known.count();
    // Before the first full sync nobody knows what a gap means.
    if (removals.allows(bridge.isComplete() ? known.lost(gone) : 0, before)) {
      return bridge.isComplete() ? Gaps.BELIEVED : Gaps.UNKNOWN;
    }
    LOG.warn(
        "{} of {} instances disappeared from the legacy cluster; held until the legacy cluster"
            + " has settled, or for {} if too many disappeared at once",
        gone.size(),
        before,
        hold);
    return Gaps.HELD;
  }
}
