package io.landbridge.migrate.lock;

import io.landbridge.registry.RegistryException;
import java.time.Duration;

/** Time, for whoever has to wait. */
public interface Pace {

  /** Milliseconds since 1970, by the cluster's clock where it can be told. */
  long now();

  /**
   * Waits.
   *
   * @throws RegistryException of kind {@code INTERRUPTED} when the thread was interrupted
   */
  void pause(Duration time) throws RegistryException;
}
