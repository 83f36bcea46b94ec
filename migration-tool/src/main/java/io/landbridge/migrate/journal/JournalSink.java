package io.landbridge.migrate.journal;

import java.io.IOException;
import java.util.List;

/** Where entries go, and where those of earlier runs are. */
public interface JournalSink {

  /** All entries so far, in order. */
  List<JournalEntry> entries();

  /**
   * Adds an entry, which is numbered and dated here; when this returns, it is on the disk.
   *
   * @throws IOException if it cannot be written; then nothing more may be done
   */
  void append(JournalEntry entry) throws IOException;
}
