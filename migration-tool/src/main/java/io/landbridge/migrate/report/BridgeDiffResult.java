package io.landbridge.migrate.report;

import io.landbridge.registry.plugin.PluginBridgeDifference;
import java.util.List;

/**
 * What {@code bridge diff} prints.
 *
 * @param equal whether there is no difference
 * @param complete whether all of them are listed
 * @param differences what is not the same in both clusters
 */
public record BridgeDiffResult(
    boolean equal, boolean complete, List<PluginBridgeDifference> differences) {

  /** Copies the list. */
  public BridgeDiffResult {
    differences = List.copyOf(differences);
  }
}
