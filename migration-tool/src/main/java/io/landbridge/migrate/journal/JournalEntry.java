package io.landbridge.migrate.journal;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * One line of a journal. Its component names are the fields of the line; what is empty is left out.
 *
 * @param seq its number, from 1
 * @param at when, ISO 8601 in UTC
 * @param event what happened
 * @param wave the wave; 0 when it concerns none
 * @param action what is done
 * @param namespace the namespace of the application
 * @param application the application, or the consumer of a rule
 * @param before what was there before, for an intent: the content of a rule
 * @param after what is to be there, for an intent; what is there, for an outcome
 * @param detail for people
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record JournalEntry(
    long seq,
    String at,
    Event event,
    int wave,
    Action action,
    String namespace,
    String application,
    String before,
    String after,
    String detail) {

  /** Fields that a line leaves out are empty. */
  public JournalEntry {
    at = at == null ? "" : at;
    action = action == null ? Action.NONE : action;
    namespace = namespace == null ? "" : namespace;
    application = application == null ? "" : application;
    before = before == null ? "" : before;
    after = after == null ? "" : after;
    detail = detail == null ? "" : detail;
  }

  /** An entry that was not written yet. */
  public static JournalEntry of(Event event, int wave, String detail) {
    return new JournalEntry(0, "", event, wave, Action.NONE, "", "", "", "", detail);
  }

  /** Whether it is about the same thing as another one. */
  public boolean concerns(JournalEntry other) {
    return action == other.action
        && namespace.equals(other.namespace)
        && application.equals(other.application);
  }

  JournalEntry numbered(long number, String time) {
    return new JournalEntry(
        number, time, event, wave, action, namespace, application, before, after, detail);
  }

  /** What happened. */
  public enum Event {
    /** A run begins; the detail names who runs it. */
    RUN,
    /** A wave begins. */
    WAVE_BEGUN,
    /** Something is about to be done. */
    INTENT,
    /** It was done. */
    DONE,
    /** It was not done, or not completely; the detail says why. */
    FAILED,
    /**
     * An operator pauses, resumes or slows the run, or skips an application; the detail says so.
     */
    CONTROL,
    /** A wave is done and was well. */
    WAVE_DONE,
    /** The run ended by itself before all was done; the detail says why. */
    STOPPED,
    /** The run did all it was asked for. */
    FINISHED
  }

  /** What is done. */
  public enum Action {
    /** Nothing. */
    NONE,
    /** An application is translated. */
    TRANSLATE,
    /** An application is not translated any more. */
    UNTRANSLATE,
    /** A consumer is held at the interface level until it is told to move. */
    HOLD,
    /** A consumer is told to move. */
    RULE,
    /** A consumer is told to come back. */
    RULE_BACK,
    /** An application cannot be taken back any more. */
    COMPLETE
  }
}
