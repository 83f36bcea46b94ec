package io.landbridge.service.answer;

import io.landbridge.dubbo.Loss;
import io.landbridge.model.ServiceKey;

/**
 * A registration that cannot be translated, or not fully.
 *
 * @param kind the kind of loss, as {@link io.landbridge.dubbo.Loss.Kind} names it
 * @param namespace the namespace as it may be shown
 * @param group the Nacos group
 * @param service the Nacos service
 * @param address {@code ip:port}
 * @param detail what was found and what to do
 * @param application what its application calls itself; empty when that is not known
 */
public record LossStatus(
    String kind,
    String namespace,
    String group,
    String service,
    String address,
    String detail,
    String application) {

  /** Describes a loss. */
  public static LossStatus of(Loss loss) {
    ServiceKey service = loss.service();
    return new LossStatus(
        loss.kind().name(),
        loss.namespace(),
        service.group(),
        service.name(),
        loss.address(),
        loss.detail(),
        loss.application());
  }
}
