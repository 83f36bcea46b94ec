package io.landbridge.migrate.run;

import io.landbridge.migrate.journal.JournalEntry;
import io.landbridge.migrate.journal.JournalEntry.Action;
import io.landbridge.migrate.journal.JournalEntry.Event;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What a journal says about how far a plan is carried out. A function of the entries alone. */
public final class Progress {

  private final List<JournalEntry> entries;

  /** Reads a journal's entries. */
  public Progress(List<JournalEntry> entries) {
    this.entries = List.copyOf(entries);
  }

  /** The waves that were done and not taken back since. */
  public SortedSet<Integer> doneWaves() {
    SortedSet<Integer> done = new TreeSet<>();
    for (JournalEntry each : entries) {
      if (each.event() == Event.WAVE_DONE) {
        done.add(each.wave());
      } else if (each.event() == Event.INTENT
          && (each.action() == Action.UNTRANSLATE || each.action() == Action.RULE_BACK)) {
        done.remove(each.wave());
      }
    }
    return done;
  }

  /** The applications that were completed, with all that belongs to it, as their keys' texts. */
  public SortedSet<String> completed() {
    SortedSet<String> completed = new TreeSet<>();
    for (JournalEntry each : entries) {
      if (each.event() == Event.DONE && each.action() == Action.COMPLETE) {
        completed.add(each.namespace() + "/" + each.application());
      }
    }
    return completed;
  }

  /** Whether an intent of this kind was never followed by what became of it. */
  boolean isInDoubt(JournalEntry intent) {
    for (int i = entries.size() - 1; i >= 0; i--) {
      JournalEntry each = entries.get(i);
      if (each.concerns(intent)) {
        return each.event() == Event.INTENT;
      }
    }
    return false;
  }

  static String detail(int proportion) {
    return proportion + "% of calls";
  }
}
