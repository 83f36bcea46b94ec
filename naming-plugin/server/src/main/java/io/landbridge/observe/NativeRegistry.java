package io.landbridge.observe;

import io.landbridge.dubbo.InterfaceRegistration;
import java.util.List;

/**
 * The port to the registrations native clients made with this server.
 *
 * <p>Implementations are safe for use from any thread.
 */
public interface NativeRegistry {

  /**
   * Reads every provider registration of the clients this member is responsible for, at this
   * moment. A client another member is responsible for is left out, although its data is here too.
   *
   * @return a fresh list; services that are not Dubbo's provider services may be left out
   * @throws RegistryNotReadyException while the server still loads data from other members
   */
  List<InterfaceRegistration> registrations() throws RegistryNotReadyException;

  /**
   * Asks to be told that something changed. Calls may be early, late, doubled or out of order: they
   * mean only that {@link #registrations} should be read again.
   *
   * @param listener quick, called from any thread
   */
  void onChange(Runnable listener);
}
