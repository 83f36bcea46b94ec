package io.landbridge.port;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.view.derived.NativeInstance;
import java.util.List;

/** The port to what is natively in a service, whoever registered it and wherever. */
public interface NativeServices {

  /**
   * Reads the native instances of a service, without any derived one.
   *
   * @param service the service; it need not exist
   * @return a fresh list, empty when there is no such service
   */
  List<NativeInstance> instances(ServiceKey service);

  /**
   * Whether an instance is natively there, with any health; which costs little beside reading the
   * service.
   *
   * @param key the service, label and address
   */
  default boolean isThere(ImportedInstance.Key key) {
    return instances(key.service()).stream()
        .anyMatch(
            each ->
                each.ip().equals(key.ip())
                    && each.port() == key.port()
                    && each.cluster().equals(key.cluster()));
  }

  /**
   * Counts the clients that have registered something in a service, which costs nothing beside
   * reading it. Where no two of them have registered the same, there are at least as many
   * instances.
   *
   * @param service the service; it need not exist
   */
  default int clients(ServiceKey service) {
    return instances(service).size();
  }

  /**
   * Looks for services by name, in time proportional to the services of the namespace.
   *
   * @param namespace the namespace
   * @param name of the service, without a group
   * @return those that exist natively, in whatever group; a fresh list
   */
  List<ServiceKey> named(NamespaceId namespace, String name);

  /**
   * Reads the native instances of every service with the name of an application, in whatever group;
   * in time proportional to the services of its namespace.
   *
   * @param application the application; no such service needs to exist
   * @return a fresh list
   */
  default List<NativeInstance> instancesOf(ApplicationKey application) {
    return named(application.namespace(), application.name().value()).stream()
        .flatMap(service -> instances(service).stream())
        .toList();
  }

  /**
   * Has the server answer for a service, from now on, with nothing of before this call. Of what is
   * registered it tells up to half a second later; what is added to that must not go any sooner
   * than what takes its place comes. Quick, from any thread; nothing is to be done where no answers
   * are kept.
   *
   * @param service the service; it need not exist
   */
  default void refresh(ServiceKey service) {}

  /** Every service that was ever registered in and is not forgotten yet; a fresh list. */
  List<ServiceKey> all();

  /**
   * Namespaces that something was registered in and nobody can ask for, as the server has them: in
   * none of the other answers, and not to be taken for absent. A fresh list.
   */
  default List<String> unusableNamespaces() {
    return List.of();
  }
}
