package io.landbridge.migrate.report.result;

import io.landbridge.registry.plugin.PluginBridgeDifference;
import java.util.List;

/**
 * What {@code bridge diff} prints.
 *
 * @param equal whether there is no difference
 * @param lasting how many of those that are listed stay, each for its reason; they keep nobody from
 *     cutting over
 * @param complete whether all of them are listed
 * @param differences what is not the same in both clusters
 */
public record BridgeDiffResult(
    boolean equal, int lasting, boolean complete, List<PluginBridgeDifference> differences) {

  /** Copies the list. */
  public BridgeDiffResult {
    differences = List.copyOf(differences);
  }

  /**
   * Makes it of what was found.
   *
   * @param found what is not the same
   * @param limit how many are listed at most
   */
  public static BridgeDiffResult of(List<PluginBridgeDifference> found, int limit) {
    List<PluginBridgeDifference> shown = found.subList(0, Math.min(limit, found.size()));
    return new BridgeDiffResult(
        found.isEmpty(),
        (int) shown.stream().filter(PluginBridgeDifference::lasting).count(),
        found.size() <= limit,
        shown);
  }
}
