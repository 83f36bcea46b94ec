package io.landbridge.service;

/**
 * A registration that cannot be translated, or not fully.
 *
 * @param kind the kind of loss, as {@link io.landbridge.dubbo.Loss.Kind} names it
 * @param namespace the namespace
 * @param group the Nacos group
 * @param service the Nacos service
 * @param address {@code ip:port}
 * @param detail what was found and what to do
 */
public record LossStatus(
    String kind, String namespace, String group, String service, String address, String detail) {}
