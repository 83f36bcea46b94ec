package io.landbridge.registry.plugin;

/**
 * Whether the plugin of one server is suspended.
 *
 * @param suspended whether it answers as if it were not there
 * @param since since when, milliseconds since 1970; 0 when it is not
 * @param durable whether it will be so after a restart of the server, too
 */
public record PluginSuspension(boolean suspended, long since, boolean durable) {}
