package io.landbridge.registry.legacy;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Attempt;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerInfo;
import java.util.List;
import java.util.Optional;

/**
 * A Nacos 1.x cluster, read and written as its own clients and its console do.
 *
 * <p>Every call asks a server, blocks the calling thread, and ends within the timeouts of the
 * connection; what cannot be done fails with a {@link RegistryException}. A list is whole or it is
 * an error ({@link RegistryException.Kind#INCOMPLETE} when the server goes on giving less than it
 * promises): nobody has to fear that something is missing from it because it was not read. All
 * writes set a state and may be repeated; after a failure it is not known whether they took effect.
 *
 * <p>Safe for use by several threads at once. The requests under way are bounded by the settings; a
 * caller beyond that waits for its turn, at most as long as an answer may take.
 */
public interface LegacyCluster extends AutoCloseable {

  /** So many services one request lists. */
  int SERVICES_PER_REQUEST = 2_000;

  /**
   * What answers, asked anew.
   *
   * @throws RegistryException of the kind {@code REFUSED} if it is no 1.x server
   */
  ServerInfo server() throws RegistryException;

  /** The member list as the server that answers has it. */
  LegacyMembers members() throws RegistryException;

  /**
   * Every namespace something may be registered in: those the console knows and those that only
   * clients have named, also under texts that nobody can ask for.
   */
  Namespaces namespaces() throws RegistryException;

  /**
   * The services of a namespace, of every Nacos group, with the number of their instances, sorted;
   * also services without instances.
   */
  List<RegisteredService> services(NamespaceId namespace) throws RegistryException;

  /**
   * One service with all its instances. In a cluster of several members the one is asked that is
   * responsible for the service and receives its beats, if it can be reached.
   *
   * @return empty when the server says that there is no such service
   */
  Optional<LegacyService> service(ServiceKey key) throws RegistryException;

  /**
   * What {@link #service} has of instances.
   *
   * @return without any when the server says that there is no such service
   */
  default LegacyInstances instances(ServiceKey key) throws RegistryException {
    return service(key).map(LegacyService::held).orElse(LegacyInstances.NONE);
  }

  /**
   * What a service has under one Nacos cluster label, from the same member, with half the requests:
   * for whoever knows where to look.
   *
   * <p>Of a single instance a server of 1.x tells less than of all: not when it last beat ({@link
   * LegacyInstance#UNKNOWN_BEAT}), and neither whether it is ephemeral, which it is taken for, nor
   * whether it is enabled, which it is taken for unless its {@link ExportMark} says otherwise.
   *
   * @return without any when the server says that there is no such service, label or instance
   */
  LegacyInstances instances(LegacyPart part) throws RegistryException;

  /**
   * Does what {@link #instances(LegacyPart)} does for each, with less work for both sides.
   *
   * @return how it went, in this order
   */
  default List<Attempt<LegacyInstances>> instancesOfAll(List<LegacyPart> parts) {
    return parts.stream().map(each -> Attempt.of(() -> instances(each))).toList();
  }

  /**
   * All ephemeral instances of all namespaces at once, with the latest beat any member has seen.
   * Persistent ones are not among them: {@link #services} counts both.
   *
   * @return empty when this version does not offer it (before 1.0)
   */
  Optional<LegacySnapshot> snapshot() throws RegistryException;

  /**
   * Has the listener told of changes of a service, until {@link #unsubscribe}. The server pushes
   * over UDP; in between the service is asked for every few seconds, as every client does, or the
   * server would forget the subscription. Does not ask by itself: the first question follows within
   * a second. Does nothing if there is such a subscription.
   *
   * @return false, and nothing is changed, when there are as many subscriptions as the settings
   *     allow
   */
  boolean subscribe(ServiceKey key);

  /** Ends a subscription; the server forgets it by itself within seconds. */
  void unsubscribe(ServiceKey key);

  /** Registers an instance, or replaces the one with the same address, label and kind. */
  void register(ServiceKey service, RegisteredInstance instance) throws RegistryException;

  /**
   * Replaces weight, enabled and metadata of an instance that is there; never makes one. The
   * instance counts as having beaten.
   *
   * @return false when there is none
   */
  boolean update(ServiceKey service, RegisteredInstance instance) throws RegistryException;

  /**
   * Says that an ephemeral instance lives.
   *
   * <p>A server before 1.3 knows no short beat: there, and only there, a beat of an instance it
   * does not know registers it again.
   */
  BeatAnswer beat(ServiceKey service, RegisteredInstance instance) throws RegistryException;

  /**
   * Does what {@link #register} does for each, with less work for both sides.
   *
   * @return how it went, in this order; true where it is done
   */
  default List<Attempt<Boolean>> registerAll(List<LegacyRegistration> all) {
    return all.stream()
        .map(
            each ->
                Attempt.of(
                    () -> {
                      register(each.service(), each.instance());
                      return true;
                    }))
        .toList();
  }

  /**
   * Does what {@link #beat} does for each, with less work for both sides.
   *
   * @return how it went, in this order
   */
  default List<Attempt<BeatAnswer>> beatAll(List<LegacyRegistration> all) {
    return all.stream()
        .map(each -> Attempt.of(() -> beat(each.service(), each.instance())))
        .toList();
  }

  /** Takes an instance away; one that is not there is away. */
  void deregister(ServiceKey service, RegisteredInstance instance) throws RegistryException;

  /**
   * Sets the health of a persistent instance, which is possible in clusters whose health the server
   * does not check itself.
   *
   * @return false when the server checks it itself, or, as 1.4.1 with authentication on, lets
   *     nobody set it; the health remains what it was
   */
  boolean health(ServiceKey service, RegisteredInstance instance, boolean healthy)
      throws RegistryException;

  /** Ends the subscriptions and the threads; what was registered remains until it expires. */
  @Override
  void close();
}
