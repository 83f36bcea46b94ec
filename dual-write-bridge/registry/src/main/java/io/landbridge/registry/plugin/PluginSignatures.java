package io.landbridge.registry.plugin;

/**
 * Whether entries of the catalog's log must be signed.
 *
 * @param required the id of the key they must be signed with; empty while they need not be signed
 * @param own the id of the key of the asked server's identity; empty when it has none
 */
public record PluginSignatures(String required, String own) {}
