package io.landbridge.registry.plugin;

import java.util.List;

/**
 * An entry of the log at which the plugin of one server has stopped, because it cannot read it.
 *
 * @param entry its number, the same on every member
 * @param sha256 of its bytes
 * @param reason why it cannot be read
 * @param agreed the members that have agreed to leave it out, as the asked one knows
 * @param skipped whether these are all, so that it is left out from the next start on
 */
public record PluginStoppedEntry(
    long entry, String sha256, String reason, List<String> agreed, boolean skipped) {

  /** Copies the members. */
  public PluginStoppedEntry {
    agreed = List.copyOf(agreed);
  }

  /** Whether both are the same entry of the same log. */
  public boolean isSameAs(PluginStoppedEntry other) {
    return entry == other.entry && sha256.equals(other.sha256);
  }
}
