package io.landbridge.view.derived;

import io.landbridge.model.ServiceKey;

/** The port to the clients of this member that subscribed to a service. */
public interface Subscribers {

  /**
   * Whether a client connected to this member subscribes to a service now. Quick. Whoever
   * subscribes later is given the answer of that time by the server.
   *
   * @param service the service; it need not exist natively
   */
  boolean any(ServiceKey service);

  /**
   * Pushes the present answer for a service to every subscriber connected to this member, over
   * whatever it speaks. Returns at once; the server merges and delays pushes as it does its own.
   *
   * @param service the service; it need not exist natively
   */
  void push(ServiceKey service);
}
