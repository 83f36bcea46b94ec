package io.landbridge.raft;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a replicated log drives. All calls but {@link #applied} come from one thread at a time.
 *
 * <p>The outcome of {@link #apply} depends on the entries alone: no clock, no randomness, no IO but
 * the store's. An entry may be applied again after a restart; the second time changes nothing.
 */
public interface ReplicatedStateMachine {

  /**
   * Applies one entry.
   *
   * @param entry the bytes that were proposed
   * @return the encoded result, the same on every member; never throws, because an exception would
   *     stop the group on this member for good
   */
  byte[] apply(byte[] entry);

  /**
   * How many entries were applied since the log began; the same entry gives the same count on every
   * member. Called from any thread, at any time.
   *
   * @throws IOException if this member can follow the log no longer
   */
  long applied() throws IOException;

  /**
   * Writes a snapshot of everything applied so far.
   *
   * @param directory an empty directory to write to
   * @return the files written, relative to the directory, each one listed
   * @throws IOException if it could not be written; the log then keeps its entries
   */
  List<String> save(Path directory) throws IOException;

  /**
   * Replaces everything by a snapshot.
   *
   * @param directory where the files of a snapshot are
   * @throws IOException if it could not be read; the state is then undefined and the member must
   *     not serve from it
   */
  void load(Path directory) throws IOException;

  /**
   * Takes note that the log will not call again: this member follows it no longer, and what it
   * holds falls behind what the others hold. Called from any thread, perhaps after a failure of the
   * machine itself; must be quick and does not throw.
   *
   * @param why for an operator
   * @param cause the failure
   */
  void stopped(String why, Throwable cause);
}
