package io.landbridge.compat.cluster;

/**
 * Where a program that needs servers gets them from. Whatever it got goes back through {@link
 * #end}, also when it fails.
 */
public interface ServerSource {

  /** Starts new servers each time, and ends them. */
  ServerSource OWN = NacosEnsemble::start;

  /**
   * Returns ready servers that nobody else has: for who kills, restarts or configures them.
   *
   * @throws ServerStartException if they are not ready in time
   */
  NacosEnsemble start(ServerSpec spec);

  /**
   * Returns ready servers that others may have had before and may get afterwards, one after the
   * other: for who only registers, subscribes and reads, and leaves nothing behind.
   *
   * @throws ServerStartException if they are not ready in time
   */
  default NacosEnsemble borrow(ServerSpec spec) {
    return start(spec);
  }

  /** Takes servers back that {@link #start} or {@link #borrow} returned. */
  default void end(NacosEnsemble servers) {
    servers.close();
  }

  /**
   * Whether this process and its servers are there for one program alone, which may then move them
   * to other processors, see {@link Processors}.
   */
  default boolean exclusive() {
    return true;
  }
}
