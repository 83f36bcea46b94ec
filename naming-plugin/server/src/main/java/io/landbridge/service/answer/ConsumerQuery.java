package io.landbridge.service.answer;

import io.landbridge.model.NamespaceId;
import java.util.Optional;

/**
 * Whose consumers are asked for; what is empty makes no difference, what is not must all hold.
 *
 * @param namespace the namespace of the service
 * @param service its name
 * @param serviceInterface the Java interface it stands for
 * @param application an application: its own service, and those of the interfaces it offers
 */
public record ConsumerQuery(
    Optional<NamespaceId> namespace,
    Optional<String> service,
    Optional<String> serviceInterface,
    Optional<String> application) {

  /** All of them. */
  public static final ConsumerQuery ALL =
      new ConsumerQuery(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
