package io.landbridge.front;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.Collection;
import java.util.Optional;

/**
 * The port to the server behind the API: its own registry, in which clients of every kind meet. All
 * methods may be called from any thread; only those that change persistent instances and edits wait
 * for others.
 */
public interface NamingServer {

  /** The server's answer to a beat of an instance it does not know. */
  long UNKNOWN = -1;

  /** What operators have set. */
  Switches switches();

  /** Whether the server is ready, in its own words: {@code UP} if it is. */
  String status();

  /** Its switches as JSON, under the names that 1.x clients read. */
  byte[] switchesJson();

  /**
   * Looks at names by the rules of the server, as it does for clients of its own APIs.
   *
   * @throws RefusedException if one is too long or has characters it must not have, or the metadata
   *     is too large
   */
  void check(RequestNames names) throws RefusedException;

  /**
   * Registers an instance, or replaces it.
   *
   * @throws RefusedException if the server does not take it
   */
  void register(ServiceKey service, V1Registration instance, Caller caller) throws RefusedException;

  /**
   * Takes an instance away; nothing happens if there is none.
   *
   * @throws RefusedException if the server does not take it
   */
  void deregister(ServiceKey service, V1Registration instance) throws RefusedException;

  /**
   * Edits an instance, as an operator does.
   *
   * @throws RefusedException if there is no such service, or the server does not take it
   */
  void update(ServiceKey service, V1Registration instance) throws RefusedException;

  /**
   * Notes that an ephemeral instance lives.
   *
   * @return in how many milliseconds it shall beat again; {@link #UNKNOWN} if there is no such
   *     instance
   * @throws RefusedException if the server does not take it
   */
  long beat(ServiceKey service, String ip, int port, String cluster) throws RefusedException;

  /**
   * The instances of a service that are enabled, derived ones included.
   *
   * @param clusters labels of those wanted, separated by commas; empty for all
   * @param healthyOnly whether to leave out those that are not well
   * @param asker the address of who asks; empty if unknown
   * @param fresh whether to look at the registry and not at what is kept of it
   * @throws RefusedException if the server does not tell
   */
  ListedService list(
      ServiceKey service, String clusters, boolean healthyOnly, String asker, boolean fresh)
      throws RefusedException;

  /** Whether what a service shows depends on who asks. */
  boolean dependsOnAsker(ServiceKey service);

  /**
   * One instance.
   *
   * @return empty if there is none
   * @throws RefusedException if the server does not tell
   */
  Optional<ListedInstance> find(ServiceKey service, String cluster, String ip, int port)
      throws RefusedException;

  /**
   * The names of the services of a group, without the group.
   *
   * @param selector what they must have, as JSON; empty for all
   * @throws RefusedException if the server does not tell
   */
  Collection<String> services(NamespaceId namespace, String group, String selector)
      throws RefusedException;
}
