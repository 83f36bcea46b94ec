package io.landbridge.raft;

import java.util.Objects;

/** A proposal that was not, or perhaps not, applied. */
public final class ProposalException extends Exception {

  private static final long serialVersionUID = 1L;

  private final Kind kind;

  /**
   * Makes a failure.
   *
   * @param kind what the proposer can do about it
   * @param message what happened
   */
  public ProposalException(Kind kind, String message) {
    super(message);
    this.kind = Objects.requireNonNull(kind, "kind");
  }

  /** What the proposer can do about it. */
  public Kind kind() {
    return kind;
  }

  /** What the proposer can do about a failure. */
  public enum Kind {
    /** No leader: nothing was proposed; try again later. */
    NO_LEADER,
    /** The outcome is not known; commands are idempotent, so propose the same again. */
    INDETERMINATE,
    /** The entry is too large or cannot be encoded; proposing it again cannot help. */
    REFUSED
  }
}
