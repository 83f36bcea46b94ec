package io.landbridge.registry;

/**
 * Who may be sent a password, or a token that was had for it. Asked before each login, because the
 * servers of a cluster name one another.
 */
@FunctionalInterface
public interface Recipients {

  /** Whoever the user of the program names. */
  Recipients ANYBODY = server -> {};

  /**
   * Looks at a server.
   *
   * @throws RegistryException of kind {@code UNAUTHORISED} if it must not be sent them; says what
   *     to do
   */
  void require(ServerAddress server) throws RegistryException;
}
