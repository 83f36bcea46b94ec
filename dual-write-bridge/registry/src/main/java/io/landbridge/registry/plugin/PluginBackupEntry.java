package io.landbridge.registry.plugin;

import org.jspecify.annotations.Nullable;

/**
 * Something of one application, as a plugin put it into a backup.
 *
 * @param namespace its namespace
 * @param application its name
 * @param enabled its switch; null when it is not in this entry
 * @param instances how many instances are in it
 * @param publications how many publications
 * @param documents how many documents
 * @param entry what a plugin takes back, in Base64
 */
public record PluginBackupEntry(
    String namespace,
    String application,
    @Nullable Boolean enabled,
    int instances,
    int publications,
    int documents,
    String entry) {}
