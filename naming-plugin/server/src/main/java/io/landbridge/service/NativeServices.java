package io.landbridge.service;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.view.NativeInstance;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

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
   * Reads what tells the native instances of a service apart, which costs less than reading them.
   *
   * @param service the service; it need not exist
   * @return a fresh set, empty when there is no such service
   */
  default Set<ImportedInstance.Key> keys(ServiceKey service) {
    return instances(service).stream()
        .map(each -> new ImportedInstance.Key(service, each.cluster(), each.ip(), each.port()))
        .collect(Collectors.toCollection(HashSet::new));
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

  /** Every service that was ever registered in and is not forgotten yet; a fresh list. */
  List<ServiceKey> all();
}
