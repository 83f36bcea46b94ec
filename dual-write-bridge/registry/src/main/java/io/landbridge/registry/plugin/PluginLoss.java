package io.landbridge.registry.plugin;

/**
 * A registration that cannot be translated, or not fully.
 *
 * @param kind the kind of loss
 * @param namespace its namespace
 * @param group its Nacos group
 * @param service its Nacos service
 * @param address {@code ip:port}
 * @param detail what was found and what to do
 * @param application what its application calls itself; empty when the member does not know or tell
 */
public record PluginLoss(
    String kind,
    String namespace,
    String group,
    String service,
    String address,
    String detail,
    String application) {}
