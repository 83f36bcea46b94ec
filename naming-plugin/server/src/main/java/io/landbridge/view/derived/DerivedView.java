package io.landbridge.view.derived;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Supplier;

/** Answers, on request threads, what is to be added to a service. Safe for use from any thread. */
public interface DerivedView {

  /**
   * Whether anything could be added to a service of this name, whatever its namespace and group.
   * One look-up and no allocation, so that a service we know nothing of costs nothing.
   *
   * @param service the name of a service
   */
  boolean mayAdd(String service);

  /**
   * What is to be added to a service. Never an instance with the ip and port of a native one, nor
   * two that say of one address that the same service is there.
   *
   * <p>The first to ask after a change reads it from this member's disk, in time proportional to
   * what is added; whoever asks for the same meanwhile waits for that, a few seconds at most.
   *
   * @param service the service
   * @param natives what is in it already
   * @return the instances to add for a caller that is shown everything, perhaps none
   * @throws RuntimeException if the catalog cannot be read and nothing was read before
   */
  List<DerivedInstance> additions(ServiceKey service, List<NativeInstance> natives);

  /**
   * What is to be added to a service on one of its sides. Where the view has no sides, nothing is
   * on that of those from whom it is withheld.
   *
   * @param service the service
   * @param natives what is in it already
   * @param side what of it the caller gets
   * @throws RuntimeException as above
   */
  default List<DerivedInstance> additions(
      ServiceKey service, List<NativeInstance> natives, Side side) {
    return side == Side.SHOWN ? additions(service, natives) : List.of();
  }

  /**
   * What of a service a caller gets. Reads no disk. Where several applications in the service are
   * shown to some callers first, a caller gets all of them or none.
   *
   * @param service the service
   * @param caller who asks, if that is known; asked for only where it makes a difference
   */
  default Side side(ServiceKey service, Supplier<Optional<Caller>> caller) {
    return Side.SHOWN;
  }

  /**
   * Whether what of a service a caller gets depends on who it is. Reads no disk.
   *
   * @param service the service
   */
  default boolean dependsOnCaller(ServiceKey service) {
    return false;
  }

  /**
   * Those of the instances that are natively in a service and unhealthy here, but are alive
   * elsewhere and to be shown as healthy.
   *
   * @param service the service
   * @param natives what is in it
   */
  default List<NativeInstance> alive(ServiceKey service, List<NativeInstance> natives) {
    return List.of();
  }

  /**
   * The services of a namespace to which there is something to add, so that a list of services can
   * name those that have nothing else. Reads no disk; takes time in proportion to all such
   * services, hence none where nothing is switched on.
   *
   * @param namespace the namespace
   */
  SortedSet<ServiceKey> services(NamespaceId namespace);
}
