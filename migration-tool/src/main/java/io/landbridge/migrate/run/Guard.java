package io.landbridge.migrate.run;

import io.landbridge.registry.RegistryException;
import java.time.Duration;
import java.util.Optional;

/** A measurement outside of the cluster that must be in bounds while a run goes on. */
public interface Guard {

  /** No guard: nothing is measured. */
  Guard NONE = Optional::empty;

  /**
   * Looks whether the measurement is in bounds.
   *
   * @return why the run holds, which includes that nobody could tell; empty while it is in bounds
   * @throws RegistryException of kind {@code INTERRUPTED} when the thread was interrupted
   */
  Optional<Objection> objection() throws RegistryException;

  /**
   * Why a run holds.
   *
   * @param what what is wrong, in words that do not change from look to look
   * @param detail the values, for people
   */
  record Objection(String what, String detail) {}

  /**
   * A guard, and how long it may hold a run.
   *
   * @param guard what is asked
   * @param limit after how long without a break the run ends
   * @param name what is asked, for people
   */
  record Limited(Guard guard, Duration limit, String name) {

    /** No guard. */
    public static final Limited NONE = new Limited(Guard.NONE, Duration.ZERO, "");
  }
}
