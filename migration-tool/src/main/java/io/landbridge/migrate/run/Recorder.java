package io.landbridge.migrate.run;

import io.landbridge.migrate.journal.JournalEntry;
import io.landbridge.migrate.journal.JournalEntry.Action;
import io.landbridge.migrate.journal.JournalEntry.Event;
import io.landbridge.migrate.journal.JournalSink;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.RegistryException;
import java.io.IOException;

/** Writes down what is going to be done before it is done, and what became of it after. */
final class Recorder {

  private final JournalSink journal;

  Recorder(JournalSink journal) {
    this.journal = journal;
  }

  void note(Event event, int wave, String detail) throws IOException {
    journal.append(JournalEntry.of(event, wave, detail));
  }

  /**
   * Carries an operation out: written down before, with what became of it after.
   *
   * @param preview what a look at it said right before
   */
  Outcome carryOut(int wave, Operation operation, Direction direction, Outcome preview)
      throws RegistryException, IOException {
    Action action =
        switch (direction) {
          case APPLY -> Action.TRANSLATE;
          case ROLLBACK -> Action.UNTRANSLATE;
        };
    ApplicationKey key = operation.target();
    intent(wave, action, key, preview.before(), preview.after());
    Outcome outcome = Execution.attempt(operation, direction);
    if (outcome.result() == Outcome.Result.FAILED) {
      failed(wave, action, key, outcome.problemsText());
    } else {
      done(wave, action, key, outcome.after(), "");
    }
    return outcome;
  }

  void intent(int wave, Action action, ApplicationKey key, String before, String after)
      throws IOException {
    journal.append(entry(Event.INTENT, wave, action, key, before, after, ""));
  }

  void done(int wave, Action action, ApplicationKey key, String after, String detail)
      throws IOException {
    journal.append(entry(Event.DONE, wave, action, key, "", after, detail));
  }

  void failed(int wave, Action action, ApplicationKey key, String detail) throws IOException {
    journal.append(entry(Event.FAILED, wave, action, key, "", "", detail));
  }

  void controlled(int wave, ApplicationKey key, String detail) throws IOException {
    journal.append(entry(Event.CONTROL, wave, Action.NONE, key, "", "", detail));
  }

  /** For what turned out to be done already: only if the journal does not know. */
  void doneIfInDoubt(int wave, Action action, ApplicationKey key, String detail)
      throws IOException {
    JournalEntry entry = entry(Event.DONE, wave, action, key, "", "", detail);
    if (progress().isInDoubt(entry)) {
      journal.append(entry);
    }
  }

  /** Whether a wave was done, by this run or one before it. */
  boolean isDone(Wave wave) {
    return progress().doneWaves().contains(wave.number());
  }

  Progress progress() {
    return new Progress(journal.entries());
  }

  static JournalEntry entry(
      Event event,
      int wave,
      Action action,
      ApplicationKey key,
      String before,
      String after,
      String detail) {
    return new JournalEntry(
        0,
        "",
        event,
        wave,
        action,
        key.namespace().value(),
        key.name().value(),
        before,
        after,
        detail);
  }
}
