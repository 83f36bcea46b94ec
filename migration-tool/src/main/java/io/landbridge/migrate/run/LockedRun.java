package io.landbridge.migrate.run;

import io.landbridge.migrate.journal.JournalEntry.Event;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.registry.RegistryException;
import java.io.IOException;

/** What changes a cluster does so under its lock, and writes down how it ended. */
final class LockedRun {

  private LockedRun() {}

  /** What needs the lock. */
  interface Work {
    void run() throws RegistryException, IOException, StoppedException;
  }

  /** Gives the lock back, whatever happened, without hiding what did. */
  private interface Held extends AutoCloseable {
    @Override
    void close() throws RegistryException;
  }

  /**
   * Takes the lock, does the work and gives the lock back.
   *
   * @param what what is done, for whoever reads the journal
   * @throws StoppedException if somebody else has the lock, before anything is written down
   */
  static void run(ClusterLock lock, Recorder recorder, String what, Work work)
      throws RegistryException, IOException, StoppedException {
    lock.acquire();
    try (Held held = lock::release) {
      recorder.note(Event.RUN, 0, what);
      try {
        work.run();
      } catch (StoppedException | RegistryException e) {
        recorder.note(Event.STOPPED, 0, String.valueOf(e.getMessage()));
        throw e;
      }
      recorder.note(Event.FINISHED, 0, "");
    }
  }
}
