package io.landbridge.compat.churn;

/** The process that has registered an instance. Used by one thread. */
interface Client {

  /** Registers, in place of what it has under the same label. */
  void register(State state);

  /** Takes away what it has under this label. */
  void deregister(State state);

  /** Dies. */
  void kill();

  /** The run is over. From any thread. */
  void end();

  /** Whether it can be silent for a while. */
  boolean beats();

  /** Beats no more. */
  void fallSilent();

  /** Beats again. */
  void wakeUp();
}
