package io.landbridge.migrate.wave;

import java.util.Objects;

/** A run ended by itself before all was done; what was done stays, and is in the journal. */
public final class StoppedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final String what;
  private final String where;
  private final String advice;

  /** Makes it; the message is made of all three. */
  public StoppedException(Kind kind, String what, String where, String advice) {
    super(what + ": " + where + ": " + advice);
    this.kind = Objects.requireNonNull(kind, "kind");
    this.what = what;
    this.where = where;
    this.advice = advice;
  }

  /** A program that was to be run before or after a wave says no. */
  public static StoppedException byHook(String what, String where, String advice) {
    return new StoppedException(Kind.HOOK, what, where, advice);
  }

  /** Why. */
  public Kind kind() {
    return kind;
  }

  /** What happened. */
  public String what() {
    return what;
  }

  /** Where. */
  public String where() {
    return where;
  }

  /** What an operator can do. */
  public String advice() {
    return advice;
  }

  /** Why a run ends. */
  public enum Kind {
    /** Something is registered that the plan does not know, or the other way round. */
    DRIFT,
    /** Somebody else is at work on this cluster, or has taken over. */
    LOCKED,
    /** A change could not be made, or not completely. */
    FAILED,
    /** Changes were made and something is wrong since. */
    TROUBLE,
    /** A program that was to be run before or after a wave says no. */
    HOOK,
    /** Some applications were left out, because a consumer that no rule can hold calls them. */
    HELD,
    /** An operator has some applications left out. */
    SKIPPED,
    /** An operator wants the run to end. */
    ORDERED,
    /** The guard has held the run for as long as it may. */
    GUARD,
    /** The plan requires a recorded verify that there is not. */
    UNVERIFIED,
    /** What is asked for is not possible any more, or not yet. */
    PRECONDITION
  }
}
