package io.landbridge.migrate.run;

import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.registry.RegistryException;
import java.util.List;

/** A program of the operator's that has a say before and after a wave. */
public interface Hook {

  /** No program. */
  Hook NONE = (phase, wave, applications) -> {};

  /**
   * Runs it.
   *
   * @throws StoppedException if it says no, or does not end in time
   */
  void run(Phase phase, int wave, List<String> applications)
      throws RegistryException, StoppedException;

  /** When. */
  enum Phase {
    /** Before anything of the wave is done. */
    BEFORE,
    /** After all of it was done and was well. */
    AFTER
  }
}
