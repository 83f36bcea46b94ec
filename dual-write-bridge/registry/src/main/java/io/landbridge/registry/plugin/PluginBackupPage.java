package io.landbridge.registry.plugin;

import java.util.List;

/**
 * A part of a backup.
 *
 * @param member who made it
 * @param applied how many commands that member had applied
 * @param digest of its catalog then
 * @param entries in the order in which they are restored
 * @param next what to ask the next page with; empty on the last one
 */
public record PluginBackupPage(
    String member, long applied, String digest, List<PluginBackupEntry> entries, String next) {

  /** Copies the list. */
  public PluginBackupPage {
    entries = List.copyOf(entries);
  }
}
