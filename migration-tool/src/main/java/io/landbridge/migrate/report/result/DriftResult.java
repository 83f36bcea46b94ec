package io.landbridge.migrate.report.result;

import io.landbridge.migrate.plan.Drift;
import java.util.List;

/**
 * What apply prints when the plan does not fit any more.
 *
 * @param drifts the differences
 */
public record DriftResult(List<Drift> drifts) {

  /** Copies the list. */
  public DriftResult {
    drifts = List.copyOf(drifts);
  }
}
