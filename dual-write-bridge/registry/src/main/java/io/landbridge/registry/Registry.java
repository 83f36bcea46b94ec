package io.landbridge.registry;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Read access to one Nacos cluster through its public API.
 *
 * <p>Every call asks a server; nothing is cached. Safe for use by several threads at once; how many
 * is up to the caller. Every call ends within the timeouts of the connection, and fails with a
 * {@link RegistryException} otherwise.
 */
public interface Registry {

  /** How many services a page of their list has. */
  int PAGE_SIZE = 500;

  /** What answered when the connection was made. */
  ServerInfo server();

  /**
   * Lists the namespaces, those that nobody can ask for among them.
   *
   * @return empty when this server has no API that lists them, as a 1.x or 2.x server without its
   *     console
   */
  Optional<Namespaces> namespaces() throws RegistryException;

  /**
   * The namespaces that something is registered in, whether or not somebody made them, as far as
   * this server tells without being asked for each.
   */
  default Namespaces used() throws RegistryException {
    return Namespaces.NONE;
  }

  /**
   * Lists the services somebody registered, of every Nacos group, sorted. Services nobody
   * registered (whose instances are only derived) are not among them.
   */
  List<RegisteredService> services(NamespaceId namespace) throws RegistryException;

  /**
   * Lists all instances of a service somebody registered, the disabled and unhealthy ones too.
   *
   * @return sorted by address; empty when there is no such service
   */
  List<RegisteredInstance> instances(ServiceKey service) throws RegistryException;

  /** The same for a service as it was listed, which may spare a request. */
  default List<RegisteredInstance> instances(RegisteredService listed) throws RegistryException {
    return instances(listed.key());
  }

  /**
   * Asks for a service as a consumer does, without subscribing: disabled instances are left out,
   * derived ones are there.
   *
   * @param clusters the Nacos cluster labels to look in, beside {@code DEFAULT}
   * @return sorted by address; empty when there is no such service
   */
  List<RegisteredInstance> lookup(ServiceKey service, Set<String> clusters)
      throws RegistryException;

  /** Reads a configuration as a client does; empty when there is none. */
  Optional<String> config(NamespaceId namespace, String group, String dataId)
      throws RegistryException;

  /**
   * Counts the configurations of a namespace.
   *
   * @return empty when this server does not tell
   */
  OptionalLong configurations(NamespaceId namespace) throws RegistryException;

  /** The data ids of a group, as the cluster's database has them, sorted. */
  List<String> dataIds(NamespaceId namespace, String group) throws RegistryException;

  /** The member list as one server has it; one without a usable address keeps no other from it. */
  ServerMembers members(ServerAddress server) throws RegistryException;

  /**
   * Lists who has subscribed to a service, of the clients of one member alone: the others know
   * theirs. Who only asks and never subscribes is not among them.
   *
   * @return nobody when there is no such service
   */
  Subscribers subscribers(ServerAddress member, ServiceKey service) throws RegistryException;
}
