package io.landbridge.migrate.operation;

import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;

/** One change to one application that can be taken back. Doing it twice is doing it once. */
public interface Operation {

  /** The application it changes. */
  ApplicationKey target();

  /** Looks what would change, and changes nothing. */
  Outcome preview(Direction direction) throws RegistryException;

  /**
   * Makes the change or takes it back, and waits, bounded, until it is complete.
   *
   * @return what became of it; a change that is not complete in time is a failed outcome
   */
  Outcome run(Direction direction) throws RegistryException;

  /** Which way. */
  enum Direction {
    /** Make the change. */
    APPLY,
    /** Take it back. */
    ROLLBACK
  }
}
