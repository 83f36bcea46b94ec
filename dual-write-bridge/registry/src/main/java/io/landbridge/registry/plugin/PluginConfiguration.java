package io.landbridge.registry.plugin;

import java.util.Optional;

/**
 * A configuration that migrating needs, as the database has it.
 *
 * @param content its content; empty when there is none
 * @param written whether it is there because of this request
 */
public record PluginConfiguration(Optional<String> content, boolean written) {}
