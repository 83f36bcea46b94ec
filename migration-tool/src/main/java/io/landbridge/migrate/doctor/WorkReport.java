package io.landbridge.migrate.doctor;

import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginBridge;
import io.landbridge.registry.plugin.PluginBridgeDifference;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the members said of the work in progress: the bridge, the applications, and runs of this
 * command.
 *
 * @param before the first look
 * @param now the last look; the same as the first when nothing was in motion
 * @param differences some of the differences between the two clusters, as the active member knows
 *     them
 * @param run who changes the cluster
 * @param clock this cluster's time in milliseconds since 1970; 0 when no member tells
 * @param unexamined what could not be looked at, and why, by part
 */
public record WorkReport(
    Look before,
    Look now,
    List<PluginBridgeDifference> differences,
    Optional<RunNote> run,
    long clock,
    SortedMap<String, String> unexamined) {

  /** Copies the collections. */
  public WorkReport {
    differences = List.copyOf(differences);
    unexamined = new TreeMap<>(unexamined);
  }

  /**
   * What was so at one time.
   *
   * @param bridges the bridge as each member knows it
   * @param applications all applications, as one member knows them
   */
  public record Look(
      SortedMap<String, PluginBridge> bridges, List<PluginApplication> applications) {

    /** Copies the collections. */
    public Look {
      bridges = new TreeMap<>(bridges);
      applications = List.copyOf(applications);
    }

    /** Whether nothing is in motion: whether it gets there shows in a second look alone. */
    boolean isCalm() {
      return bridges.values().stream()
              .allMatch(each -> each.waiting() == 0 && each.differing() == 0 && each.held() == 0)
          && applications.stream()
              .allMatch(
                  each ->
                      each.state() == PluginApplication.TranslationState.OBSERVED
                          || each.state() == PluginApplication.TranslationState.TRANSLATED);
    }

    /** As the member that imports knows it. */
    Optional<Map.Entry<String, PluginBridge>> active() {
      return bridges.entrySet().stream()
          .filter(each -> each.getKey().equals(each.getValue().active()))
          .findFirst();
    }
  }
}
