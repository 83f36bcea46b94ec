package io.landbridge.observe;

/**
 * The port to the registrations native clients made with this ensemble, as this member knows them.
 *
 * <p>Implementations are safe for use from any thread.
 */
public interface NativeRegistry {

  /**
   * Reads every provider registration this member knows of, at this moment.
   *
   * @return fresh lists; services that are not Dubbo's provider services may be left out
   * @throws RegistryNotReadyException while the server still loads data from other members
   */
  Registrations registrations() throws RegistryNotReadyException;

  /**
   * Asks to be told that something changed. Calls may be early, late, doubled or out of order: they
   * mean only that {@link #registrations} should be read again.
   *
   * @param listener quick, called from any thread
   */
  void onChange(Runnable listener);
}
