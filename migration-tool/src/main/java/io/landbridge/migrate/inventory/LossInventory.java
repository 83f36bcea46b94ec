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
 * @param detail what was found
 * @param severity how bad it is
 * @param advice what to do
 */
public record LossInventory(
    String kind,
    boolean dropped,
    String namespace,
    String group,
    String service,
    String address,
    String detail,
    Severity severity,
    String advice) {

  static LossInventory of(Loss loss) {
    LossAdvice advice = LossAdvice.of(loss.kind());
    return new LossInventory(
        loss.kind().name(),
        loss.kind().dropped(),
        loss.service().namespace().value(),
        loss.service().group(),
        loss.service().name(),
        loss.address(),
        loss.detail(),
        advice.severity(),
        advice.advice());
  }
}
