package io.landbridge.migrate.operation;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
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

  /**
   * The same operation with its effect shown to some consumer processes alone, or to more of them
   * than before. It never takes anything from those that are shown it already.
   *
   * @param audience which
   */
  default Operation showingTo(Audience audience) {
    throw new UnsupportedOperationException("this operation has no audience");
  }

  /** Which way. */
  enum Direction {
    /** Make the change. */
    APPLY,
    /** Take it back. */
    ROLLBACK
  }
}
