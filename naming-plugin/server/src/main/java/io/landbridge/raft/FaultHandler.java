package io.landbridge.raft;

/**
 * Is told, once, that this member can follow the log no longer. What it holds is no longer what the
 * others hold, so it must stop serving from it.
 */
@FunctionalInterface
public interface FaultHandler {

  /**
   * Takes note. Called on a thread of the log; must be quick and must not throw.
   *
   * @param what what went wrong and what to do, for an operator
   * @param cause the failure
   */
  void failed(String what, Throwable cause);
}
