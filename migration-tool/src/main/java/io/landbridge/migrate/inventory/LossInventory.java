package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.Loss;

/**
 * Something about a registration that the other level cannot say.
 *
 * @param kind what is lost
 * @param dropped whether the registration is not translated at all because of it
 * @param namespace the namespace of the registration
 * @param group its Nacos group
 * @param service its Nacos service
 * @param address its {@code ip:port}
 * @param detail what was found and what to do about it
 */
public record LossInventory(
    String kind,
    boolean dropped,
    String namespace,
    String group,
    String service,
    String address,
    String detail) {

  static LossInventory of(Loss loss) {
    return new LossInventory(
        loss.kind().name(),
        loss.kind().dropped(),
        loss.service().namespace().value(),
        loss.service().group(),
        loss.service().name(),
        loss.address(),
        loss.detail());
  }
}
