package io.landbridge.migrate.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * A journal that ends with the process, for what is done without a plan: what is so already can be
 * seen in the cluster, and doing it again does what is left. For one thread.
 */
public final class MemoryJournal implements JournalSink {

  private final List<JournalEntry> entries = new ArrayList<>();

  @Override
  public List<JournalEntry> entries() {
    return List.copyOf(entries);
  }

  @Override
  public void append(JournalEntry entry) {
    entries.add(entry);
  }
}
