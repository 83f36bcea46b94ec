package io.landbridge.legacy;

import io.landbridge.model.ImportedInstance;
import io.landbridge.service.BridgeDifference;
import java.util.ArrayList;
import java.util.List;

/**
 * How far the import is, as the member that imports knows it.
 *
 * @param reading whether this member reads the legacy cluster
 * @param problem why it does not get on; empty while it does
 * @param readAt when everything was read last, milliseconds since 1970; 0 never
 * @param readMillis how long that took
 * @param services services with instances of the legacy cluster's own clients
 * @param instances these instances
 * @param exported instances there that were exported from here
 * @param held instances that are gone there and kept here
 * @param staleRemoved exports of nobody that were removed there, since the start
 * @param differences what was different when everything was read last, as far as it was not put
 *     right at once
 */
record ImportProgress(
    boolean reading,
    String problem,
    long readAt,
    long readMillis,
    int services,
    int instances,
    int exported,
    int held,
    long staleRemoved,
    List<BridgeDifference> differences) {

  static final ImportProgress NONE = new ImportProgress(false, "", 0, 0, 0, 0, 0, 0, 0, List.of());

  /** More are not listed. */
  private static final int MAX_DIFFERENCES = 10_000;

  ImportProgress {
    differences = List.copyOf(differences);
  }

  ImportProgress failed(String why) {
    return new ImportProgress(
        true,
        why,
        readAt,
        readMillis,
        services,
        instances,
        exported,
        held,
        staleRemoved,
        differences);
  }

  ImportProgress cleaned(int left, int removed) {
    return new ImportProgress(
        false, "", readAt, 0, 0, 0, left, 0, staleRemoved + removed, List.of());
  }

  /** What stays different because it is held. */
  static List<BridgeDifference> describe(List<ImportDifference.Of> all, boolean held) {
    List<BridgeDifference> described = new ArrayList<>();
    if (!held) {
      return described;
    }
    for (ImportDifference.Of each : all) {
      for (ImportedInstance.Key key : each.difference().removals()) {
        if (described.size() < MAX_DIFFERENCES) {
          described.add(
              BridgeDifference.of(
                  key,
                  "instance",
                  "registered",
                  "gone",
                  "held: too many are gone there at once to believe it"));
        }
      }
    }
    return described;
  }
}
