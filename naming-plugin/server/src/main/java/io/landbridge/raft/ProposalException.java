package io.landbridge.raft;

import io.landbridge.model.InstanceKey;
import java.util.Objects;
import java.util.Set;

/** A proposal that was not, or perhaps not, applied. */
public final class ProposalException extends Exception {

  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final transient Set<InstanceKey> misfits;

  /**
   * Makes a failure.
   *
   * @param kind what the proposer can do about it
   * @param message what happened
   */
  public ProposalException(Kind kind, String message) {
    this(kind, message, Set.of());
  }

  /**
   * Makes a failure because of instances that fit into no entry.
   *
   * @param kind what the proposer can do about it
   * @param message what happened
   * @param misfits the instances; all others were applied
   */
  public ProposalException(Kind kind, String message, Set<InstanceKey> misfits) {
    super(message);
    this.kind = Objects.requireNonNull(kind, "kind");
    this.misfits = Set.copyOf(misfits);
  }

  /** The instances that fit into no entry, when that is what happened; all others were applied. */
  public Set<InstanceKey> misfits() {
    return misfits;
  }

  /** What the proposer can do about it. */
  public Kind kind() {
    return kind;
  }

  /** What the proposer can do about a failure. */
  public enum Kind {
    /** No leader, or one that did not take the signature: nothing was done; try again later. */
    NO_LEADER,
    /** The outcome is not known; commands are idempotent, so propose the same again. */
    INDETERMINATE,
    /** The entry is too large or cannot be encoded; proposing it again cannot help. */
    REFUSED
  }
}
