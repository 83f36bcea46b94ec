package io.landbridge.command;

import java.util.Objects;

/**
 * The answer of the catalog to a command, the same on every member.
 *
 * @param outcome what became of it
 * @param detail why, for an operator; empty when it was applied
 */
public record Result(Outcome outcome, String detail) {

  /** The command took effect, or had already. */
  public static final Result APPLIED = new Result(Outcome.APPLIED, "");

  /** Checks that no part is missing. */
  public Result {
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(detail, "detail");
  }

  /** A refusal that leaves the catalog as it was. */
  public static Result rejected(Outcome outcome, String detail) {
    return new Result(outcome, detail);
  }

  /** What became of a command. */
  public enum Outcome {
    /** It took effect, or had already. */
    APPLIED,
    /** A newer start of the same member has spoken since. */
    STALE_EPOCH,
    /** It refers to something the catalog does not have. */
    NOT_FOUND,
    /** It is no step from where the catalog is. */
    NOT_ALLOWED,
    /** The entry is not signed as the catalog requires. */
    UNSIGNED,
    /** Its bytes are of a newer format, or damaged; this member cannot apply it. */
    UNREADABLE
  }
}
