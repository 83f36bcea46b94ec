package io.landbridge.migrate.verify;

import io.landbridge.dubbo.Loss;
import io.landbridge.migrate.verify.ApplicationLevel.DocumentAnswer;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import java.util.List;
import java.util.Map;

/**
 * Who registered the application alone, and what consumers of interfaces are shown of that.
 *
 * @param alone enabled instances of providers that registered none of their interfaces
 * @param unreadable registrations of applications that cannot be shown at interface level
 * @param services what a consumer is shown in each service that one of them should appear in
 */
public record InterfaceLevel(
    List<Alone> alone, List<Loss> unreadable, Map<ServiceKey, List<RegisteredInstance>> services) {

  /** Nothing was read: what registered its application alone is not looked for. */
  public static final InterfaceLevel UNREAD = new InterfaceLevel(List.of(), List.of(), Map.of());

  /** Copies the collections. */
  public InterfaceLevel {
    alone = List.copyOf(alone);
    unreadable = List.copyOf(unreadable);
    services = Map.copyOf(services);
  }

  /**
   * One of them.
   *
   * @param instance as it registered itself
   * @param document what it serves
   */
  public record Alone(ApplicationInstance instance, DocumentAnswer document) {}
}
