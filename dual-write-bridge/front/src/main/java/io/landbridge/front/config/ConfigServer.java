package io.landbridge.front.config;

import io.landbridge.front.RefusedException;

/**
 * The port to the configuration center of the server behind the API. All methods may be called from
 * any thread.
 */
public interface ConfigServer {

  /**
   * Reads a configuration.
   *
   * @param tag of the clients it is for alone; empty for the one that the caller is to have
   * @throws RefusedException if the server does not take the names, or cannot read it
   */
  StoredConfig find(ConfigName name, String tag, ConfigCaller caller) throws RefusedException;

  /**
   * Publishes a configuration, or replaces it.
   *
   * @throws RefusedException if the server does not take it
   */
  void publish(Publication publication, ConfigCaller caller) throws RefusedException;

  /**
   * Removes a configuration; nothing happens if there is none.
   *
   * @param tag of the clients it is for alone; empty for the one that is for all
   * @throws RefusedException if the server does not take the names
   */
  void remove(ConfigName name, String tag, ConfigCaller caller) throws RefusedException;

  /**
   * Whether a client has what the server has for it.
   *
   * @param md5 of what the client has; empty if it has nothing
   */
  boolean isCurrent(ConfigName name, String md5, ConfigCaller caller);
}
