package io.landbridge.front;

import io.landbridge.model.ServiceKey;

/** The port to where it is kept who is pushed to. */
@FunctionalInterface
public interface SubscriberTable {

  /**
   * Notes that a client wants to be told of changes, for a while; quick.
   *
   * @param clusters the labels it wants, separated by commas; empty for all
   * @param ip where it listens, as it says itself
   * @param port where it listens, 1 to 65535
   * @return false if it cannot be pushed to and has to ask again sooner
   */
  boolean subscribe(ServiceKey service, String clusters, Caller caller, String ip, int port);
}
